//! A picture of a raster costs the same memory however large the raster is. Alone in its process, so that nothing else
//! moves the measure.
#![expect(
    clippy::unwrap_used,
    reason = "a test that cannot go on says so by panicking"
)]

use std::fs::File;
use std::io::{BufWriter, Seek, Write};

use flate2::Compression;
use flate2::write::ZlibEncoder;
use workers::preview::make;

/// 800 million pixels, in one strip.
const WIDTH: u32 = 200_000;
const HEIGHT: u32 = 4_000;
/// What a picture may take above what the process has anyhow.
const MOST: usize = 48 << 20;

/// A value of `/proc/self/status`, in bytes.
fn status(name: &str) -> usize {
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find(|line| line.starts_with(name)).unwrap();
    let number = line.split_whitespace().nth(1).unwrap();
    number.parse::<usize>().unwrap() << 10
}

/// A little-endian TIFF of 8 bit grey whose strip is deflated.
fn raster() -> File {
    let mut file = tempfile::tempfile().unwrap();
    file.write_all(b"II*\0\0\0\0\0").unwrap();
    let mut strip = ZlibEncoder::new(BufWriter::new(&file), Compression::fast());
    let row: Vec<u8> = (0..WIDTH).map(|at| at.to_le_bytes()[2] * 60).collect();
    for _ in 0..HEIGHT {
        strip.write_all(&row).unwrap();
    }
    strip.finish().unwrap().flush().unwrap();
    let end = u32::try_from(file.stream_position().unwrap()).unwrap();
    let tags = [
        (256, WIDTH),
        (257, HEIGHT),
        (258, 8),
        (259, 8),
        (262, 1),
        (273, 8),
        (278, HEIGHT),
        (279, end - 8),
    ];
    let mut directory = 8_u16.to_le_bytes().to_vec();
    for (tag, value) in tags {
        directory.extend(u16::to_le_bytes(tag));
        directory.extend(4_u16.to_le_bytes());
        directory.extend(1_u32.to_le_bytes());
        directory.extend(value.to_le_bytes());
    }
    directory.extend([0; 4]);
    file.write_all(&directory).unwrap();
    file.seek(std::io::SeekFrom::Start(4)).unwrap();
    file.write_all(&end.to_le_bytes()).unwrap();
    file
}

#[test]
fn a_strip_of_800_million_pixels_stays_under_48_mib() {
    let file = raster();
    let before = status("VmRSS:");
    // The peak counts from now on (proc(5), `clear_refs`).
    std::fs::write("/proc/self/clear_refs", "5").unwrap();
    let pictures = make(&file, &|| false).unwrap();
    let took = status("VmHWM:").saturating_sub(before);
    assert_eq!(
        (pictures.preview.width, pictures.preview.height),
        (1024, 20)
    );
    assert!(took < MOST, "{took} bytes");
}
