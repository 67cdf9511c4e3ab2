//! How much something weighs on its way to a person: raw and after gzip.

use crate::error::{Error, Result};
use crate::place;
use flate2::Compression;
use flate2::write::GzEncoder;
use std::io::Write;
use std::path::Path;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Weight {
    pub(crate) raw: u64,
    pub(crate) gzip: u64,
}

impl Weight {
    pub(crate) fn of(path: &Path) -> Result<Self> {
        let bytes = place::read_bytes(path)?;
        let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
        let packed = encoder.write_all(&bytes).and_then(|()| encoder.finish()).map_err(Error::io(path))?;
        Ok(Self { raw: size(&bytes), gzip: size(&packed) })
    }
}

impl std::ops::Add for Weight {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self { raw: self.raw + other.raw, gzip: self.gzip + other.gzip }
    }
}

fn size(bytes: &[u8]) -> u64 {
    u64::try_from(bytes.len()).unwrap_or(u64::MAX)
}
