use std::io::Write;

use flate2::Compression;
use flate2::write::ZlibEncoder;
use rand::rngs::SmallRng;
use rand::{Rng, SeedableRng};

use super::super::*;
use super::read;
use super::writing::{PLAIN, Page, Tag, bytes, file};

/// What a file is refused for, in one word.
#[track_caller]
fn refused(bytes: &[u8]) -> &'static str {
    match read(bytes) {
        Ok(shrunk) => panic!("{}x{} was read", shrunk.width, shrunk.height),
        Err(PreviewError::Io(error)) => panic!("{error}"),
        Err(PreviewError::Corrupt(_)) => "corrupt",
        Err(PreviewError::Unsupported(_)) => "unsupported",
        Err(PreviewError::Cancelled) => "cancelled",
    }
}

fn long(page: Page, tag: u16, value: u32) -> Page {
    page.with(tag, Tag::Long(vec![value]))
}

#[test]
fn absurd_claims_are_refused_at_once() {
    let small = || Page::grey(4, 4, 8, vec![0; 16]);
    let huge = |page: Page| long(long(page, 256, u32::MAX), 257, u32::MAX);
    let many = |page: Page| page.short(277, u16::MAX);
    #[rustfmt::skip]
    let cases = [
        ("one strip of 18 exabytes", huge(small()), "unsupported"),
        ("a hundred thousand by a hundred thousand of 64 bits",
            long(long(small().short(258, 64), 256, 100_000), 257, 100_000), "unsupported"),
        ("as many tiles as pixels", huge(small()).tiles(1, 1, vec![vec![0]]), "corrupt"),
        ("65,535 bands", long(many(small()), 256, 100_000), "unsupported"),
        ("a tile of four billion", small().tiles(u32::MAX, u32::MAX, vec![vec![0; 16]]), "unsupported"),
        ("no size", long(small(), 256, 0), "corrupt"),
        ("no tile size", small().tiles(0, 0, vec![vec![0; 16]]), "corrupt"),
        ("no bands", small().short(277, 0), "corrupt"),
        ("0 bits", small().short(258, 0), "unsupported"),
        ("17 bits", small().short(258, 17), "unsupported"),
        ("complex numbers", small().short(258, 64).short(339, 6), "unsupported"),
        ("a palette without colours", small().short(262, 3), "corrupt"),
        ("an unknown packing", small().short(259, 34887), "unsupported"),
        ("an unknown predictor", small().short(317, 7), "unsupported"),
        ("bits from the right", small().short(266, 2), "unsupported"),
        ("fewer blocks than rows need", small().short(278, 1), "corrupt"),
        ("too little in the block", Page::grey(4, 4, 8, vec![0; 15]), "corrupt"),
        ("garbage for deflate", small().short(259, 8), "corrupt"),
        ("garbage for LZW", Page::grey(4, 4, 8, vec![0xFF; 16]).short(259, 5), "corrupt"),
        ("garbage for zstd", small().short(259, 50000), "corrupt"),
        ("garbage for JPEG", small().short(259, 7), "corrupt"),
        ("a block behind the end", long(small(), 273, 1 << 20), "corrupt"),
        ("a block that wraps", long(long(small(), 273, u32::MAX), 279, u32::MAX), "corrupt"),
    ];
    for (what, page, expected) in cases {
        assert_eq!(refused(&bytes(PLAIN, &[page])), expected, "{what}");
    }
    for other in [
        &b"PK\x03\x04 a zip that goes on"[..],
        b"",
        b"II*\0",
        &[0; 64],
    ] {
        assert_eq!(refused(other), "unsupported");
    }
}

#[test]
fn a_jpeg_that_is_larger_than_its_tile_is_refused() {
    let mut jpeg = std::io::Cursor::new(Vec::new());
    GrayImage::new(2000, 2000)
        .write_to(&mut jpeg, image::ImageFormat::Jpeg)
        .unwrap();
    let page = Page::grey(16, 16, 8, jpeg.into_inner()).short(259, 7);
    assert_eq!(refused(&bytes(PLAIN, &[page])), "corrupt");
}

#[test]
fn directories_in_a_circle_end() {
    let mut written = bytes(PLAIN, &[Page::grey(2, 2, 8, vec![1, 2, 3, 4])]);
    let first = written[4..8].to_vec();
    let last = written.len() - 4;
    written[last..].copy_from_slice(&first);
    assert_eq!(read(&written).unwrap().values, [1.0, 2.0, 3.0, 4.0]);
}

/// Cut off anywhere, or with any bytes changed: an answer, never a panic.
#[test]
fn damaged_files_are_read_or_refused() {
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(&[7; 64 * 3]).unwrap();
    let rgb = Page::grey(8, 8, 8, encoder.finish().unwrap())
        .short(259, 8)
        .short(262, 2)
        .short(277, 3)
        .short(317, 2)
        .with(258, Tag::Short(vec![8; 3]))
        .with(42113, Tag::Bytes(b"0\0".to_vec()));
    let tiles = Page::grey(5, 5, 16, Vec::new()).tiles(4, 4, vec![vec![1; 32]; 4]);
    let copy = Page::grey(4, 4, 8, vec![3; 16]).short(254, 1);
    let packed = Page::grey(9, 9, 4, vec![0x11; 45]).short(259, 32773);
    for pages in [vec![rgb.clone()], vec![tiles, copy], vec![packed, rgb]] {
        let whole = bytes(PLAIN, &pages);
        for end in 0..whole.len() {
            drop(make(&file(&whole[..end]), &|| false));
        }
        let mut random = SmallRng::seed_from_u64(7);
        for _ in 0..1500 {
            let mut changed = whole.clone();
            for _ in 0..=random.next_u32() % 4 {
                let at = random.next_u64() % changed.len() as u64;
                changed[usize::try_from(at).unwrap()] = random.next_u32().to_le_bytes()[0];
            }
            drop(make(&file(&changed), &|| false));
        }
    }
}
