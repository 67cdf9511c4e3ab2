//! Installs what is missing and says what it does. Each part is found first and installed only when it is not there, so every
//! other task simply asks for what it needs.

pub(crate) mod apt;
pub(crate) mod bindgen;
pub(crate) mod browser;
pub(crate) mod packages;
mod sysroot;
pub(crate) mod wasm_target;

use crate::error::Result;
use crate::place::Place;

pub(crate) fn run(place: &Place) -> Result<()> {
    let toolchain = wasm_target::ready(place)?;
    println!("setup: wasm target: {}", toolchain.describe());
    let bindgen = bindgen::ready(place)?;
    println!("setup: wasm-bindgen: {}", bindgen.program().display());
    packages::ready(place)?;
    println!("setup: npm packages: {}", packages::folder(place).display());
    let browser = browser::ready()?;
    println!("setup: browser: {}, driver: {}", browser.chromium.display(), browser.driver.display());
    Ok(())
}
