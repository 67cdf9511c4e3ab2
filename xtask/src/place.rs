//! Where things lie: the repository, what is built, and the cache of tools outside the repository.

use crate::error::{Error, Result};
use crate::process::Program;
use serde_json::Value;
use std::env;
use std::fs;
use std::path::{Path, PathBuf};

#[derive(Clone, Debug)]
pub(crate) struct Place {
    pub(crate) root: PathBuf,
    /// Cargo's own target folder, wherever the environment put it.
    pub(crate) target: PathBuf,
    /// Tools that outlive a clone: `$XDG_CACHE_HOME/fairlead`.
    pub(crate) cache: PathBuf,
}

impl Place {
    pub(crate) fn find() -> Result<Self> {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().map(Path::to_owned).unwrap_or_default();
        let text = Program::cargo()
            .args(["metadata", "--format-version", "1", "--no-deps"])
            .in_dir(&root)
            .output()?;
        let metadata: Value =
            serde_json::from_str(&text).map_err(|why| Error::malformed("cargo metadata", why))?;
        let target = metadata
            .get("target_directory")
            .and_then(Value::as_str)
            .ok_or_else(|| Error::malformed("cargo metadata", "no target_directory"))?;
        let cache = env::var_os("XDG_CACHE_HOME")
            .map(PathBuf::from)
            .or_else(|| env::var_os("HOME").map(|home| PathBuf::from(home).join(".cache")))
            .unwrap_or_else(env::temp_dir);
        Ok(Self { target: PathBuf::from(target), cache: cache.join("fairlead"), root })
    }

    pub(crate) fn extension(&self) -> PathBuf {
        self.root.join("extension")
    }

    /// Where tests and scripts leave screenshots and traces.
    pub(crate) fn evidence(&self) -> PathBuf {
        self.root.join("target").join("e2e")
    }

    /// Bundled tests lie beside `node_modules`, so that Node finds the packages they leave outside.
    pub(crate) fn scripts(&self) -> PathBuf {
        self.extension().join(".cache")
    }
}

pub(crate) fn read(path: &Path) -> Result<String> {
    fs::read_to_string(path).map_err(Error::io(path))
}

pub(crate) fn read_bytes(path: &Path) -> Result<Vec<u8>> {
    fs::read(path).map_err(Error::io(path))
}

pub(crate) fn read_json(path: &Path) -> Result<Value> {
    serde_json::from_str(&read(path)?).map_err(|why| Error::malformed(path.display().to_string(), why))
}

pub(crate) fn write(path: &Path, content: impl AsRef<[u8]>) -> Result<()> {
    make_dir(path.parent().unwrap_or(Path::new(".")))?;
    fs::write(path, content).map_err(Error::io(path))
}

pub(crate) fn make_dir(dir: &Path) -> Result<()> {
    fs::create_dir_all(dir).map_err(Error::io(dir))
}

/// An empty folder, whatever was there.
pub(crate) fn fresh_dir(dir: &Path) -> Result<()> {
    if dir.exists() {
        fs::remove_dir_all(dir).map_err(Error::io(dir))?;
    }
    make_dir(dir)
}

pub(crate) fn copy_file(from: &Path, to: &Path) -> Result<()> {
    make_dir(to.parent().unwrap_or(Path::new(".")))?;
    fs::copy(from, to).map(|_| ()).map_err(Error::io(from))
}

/// Every file below, in the order of their paths.
pub(crate) fn files_below(dir: &Path) -> Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    let mut open = vec![dir.to_owned()];
    while let Some(dir) = open.pop() {
        for entry in fs::read_dir(&dir).map_err(Error::io(&dir))? {
            let path = entry.map_err(Error::io(&dir))?.path();
            if path.is_dir() { open.push(path) } else { found.push(path) }
        }
    }
    found.sort();
    Ok(found)
}
