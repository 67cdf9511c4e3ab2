//! Chromium, its driver, and a font with Chinese in it (without one, pictures show empty boxes).

use crate::error::{Error, Result};
use crate::setup::apt;
use std::env;
use std::path::{Path, PathBuf};

pub(crate) struct Browser {
    pub(crate) chromium: PathBuf,
    pub(crate) driver: PathBuf,
}

/// Branded Chrome no longer loads unpacked extensions from the command line, so it is not among these.
const CHROMIUM: [&str; 3] =
    ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/Applications/Chromium.app/Contents/MacOS/Chromium"];
const DRIVER: [&str; 3] =
    ["/usr/bin/chromedriver", "/usr/local/bin/chromedriver", "/opt/homebrew/bin/chromedriver"];
const CJK_FONTS: &str = "/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc";

pub(crate) fn ready() -> Result<Browser> {
    if let Some(browser) = find() {
        install_fonts();
        return Ok(browser);
    }
    apt::install("Chromium with its driver", &["chromium", "chromium-driver", "fonts-noto-cjk"])?;
    find().ok_or_else(|| {
        Error::missing("Chromium with its driver", "set FAIRLEAD_CHROMIUM and CHROMEDRIVER to where they are")
    })
}

fn find() -> Option<Browser> {
    Some(Browser {
        chromium: named("FAIRLEAD_CHROMIUM").or_else(|| first_of(&CHROMIUM))?,
        driver: named("CHROMEDRIVER").or_else(|| first_of(&DRIVER))?,
    })
}

/// Best effort: pictures are poorer without it, nothing fails.
fn install_fonts() {
    if Path::new("/usr/bin/apt-get").exists()
        && !Path::new(CJK_FONTS).exists()
        && let Err(why) = apt::install("a font with Chinese", &["fonts-noto-cjk"])
    {
        println!("setup: Chinese will be empty boxes in pictures: {why}");
    }
}

fn named(variable: &str) -> Option<PathBuf> {
    env::var_os(variable).map(PathBuf::from).filter(|path| path.exists())
}

fn first_of(candidates: &[&str]) -> Option<PathBuf> {
    candidates.iter().map(PathBuf::from).find(|path| path.exists())
}
