//! The icon, drawn: a fairlead seen from the front, a ring with a line running through it. Drawn by code so that every size is
//! sharp and no binary lies in the repository.

use crate::error::{Error, Result};
use crate::place;
use flate2::write::ZlibEncoder;
use flate2::{Compression, Crc};
use std::io::Write;
use std::path::Path;

pub(crate) const SIZES: [u32; 4] = [16, 32, 48, 128];

/// Samples along each side of a pixel.
const SAMPLES: u32 = 4;

const RING: [u8; 3] = [0x1f, 0x5f, 0x8b];
const LINE: [u8; 3] = [0xe0, 0x7a, 0x2f];

pub(crate) fn draw(out: &Path) -> Result<()> {
    SIZES.iter().try_for_each(|size| {
        let path = out.join("icons").join(format!("{size}.png"));
        place::write(&path, png(*size).map_err(Error::io(&path))?)
    })
}

/// What covers a point of the unit square, if anything.
fn colour_at(x: f64, y: f64) -> Option<[u8; 3]> {
    let (dx, dy) = (x - 0.5, y - 0.5);
    let radius = dx.hypot(dy);
    // The line enters from the lower left behind the ring, passes the hole, and leaves to the upper right before it.
    let across = (dx + dy).abs() / std::f64::consts::SQRT_2;
    let along = (dx - dy) / std::f64::consts::SQRT_2;
    let in_line = across < 0.075 && along.abs() < 0.62;
    let in_ring = (0.24..0.42).contains(&radius);
    match (in_line, in_ring) {
        (true, true) if along < 0.0 => Some(RING),
        (true, _) => Some(LINE),
        (false, true) => Some(RING),
        (false, false) => None,
    }
}

fn pixel(size: u32, column: u32, row: u32) -> [u8; 4] {
    let step = f64::from(size * SAMPLES);
    let (mut sum, mut covered) = ([0_u32; 3], 0_u32);
    for sub_row in 0..SAMPLES {
        for sub_column in 0..SAMPLES {
            let x = (f64::from(column * SAMPLES + sub_column) + 0.5) / step;
            let y = (f64::from(row * SAMPLES + sub_row) + 0.5) / step;
            if let Some(colour) = colour_at(x, y) {
                covered += 1;
                for (total, part) in sum.iter_mut().zip(colour) {
                    *total += u32::from(part);
                }
            }
        }
    }
    let [red, green, blue] = sum.map(|total| byte(total.checked_div(covered).unwrap_or(0)));
    [red, green, blue, byte(covered * 255 / (SAMPLES * SAMPLES))]
}

fn byte(value: u32) -> u8 {
    u8::try_from(value).unwrap_or(u8::MAX)
}

/// PNG as in the W3C recommendation: signature, header, one stream of unfiltered rows, end.
fn png(size: u32) -> std::io::Result<Vec<u8>> {
    let mut rows = ZlibEncoder::new(Vec::new(), Compression::best());
    for row in 0..size {
        rows.write_all(&[0])?;
        for column in 0..size {
            rows.write_all(&pixel(size, column, row))?;
        }
    }
    let mut header = Vec::new();
    header.extend(size.to_be_bytes());
    header.extend(size.to_be_bytes());
    // Eight bits a channel, red green blue alpha, and the only methods there are.
    header.extend([8, 6, 0, 0, 0]);
    let mut file = b"\x89PNG\r\n\x1a\n".to_vec();
    chunk(&mut file, *b"IHDR", &header);
    chunk(&mut file, *b"IDAT", &rows.finish()?);
    chunk(&mut file, *b"IEND", &[]);
    Ok(file)
}

fn chunk(file: &mut Vec<u8>, name: [u8; 4], data: &[u8]) {
    let mut crc = Crc::new();
    crc.update(&name);
    crc.update(data);
    file.extend(u32::try_from(data.len()).unwrap_or(u32::MAX).to_be_bytes());
    file.extend(name);
    file.extend(data);
    file.extend(crc.sum().to_be_bytes());
}

#[cfg(test)]
mod tests {
    use super::{SIZES, pixel, png};

    #[test]
    fn the_corners_are_clear_and_the_ring_and_the_line_are_not() {
        assert_eq!(pixel(128, 0, 0)[3], 0);
        assert_eq!(pixel(128, 64, 20)[3], 255, "top of the ring");
        assert_eq!(pixel(128, 64, 64)[3], 255, "the line in the hole");
    }

    #[test]
    fn every_size_is_a_png_of_that_size() {
        for size in SIZES {
            let file = png(size).unwrap();
            assert_eq!(&file[..8], b"\x89PNG\r\n\x1a\n");
            assert_eq!(file[16..20], size.to_be_bytes());
        }
    }
}
