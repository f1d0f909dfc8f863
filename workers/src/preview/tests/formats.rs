use std::io::{Cursor, Write};

use flate2::Compression;
use flate2::write::ZlibEncoder;

use super::super::*;
use super::read;
use super::writing::{Form, PLAIN, Page, Tag, bytes, file};

const FORMS: [Form; 4] = [
    PLAIN,
    Form {
        little_endian: false,
        big: false,
    },
    Form {
        little_endian: true,
        big: true,
    },
    Form {
        little_endian: false,
        big: true,
    },
];

#[track_caller]
fn values_of(form: Form, pages: &[Page]) -> Vec<f64> {
    read(&bytes(form, pages)).unwrap().values
}

fn deflated(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

#[test]
fn samples_of_every_kind_are_what_was_written() {
    let float = |value: f32| u64::from(value.to_bits());
    let minus = |value: i64| value.cast_unsigned();
    #[rustfmt::skip]
    let kinds: [(u16, u16, [u64; 4], [f64; 4]); 10] = [
        (8, 1, [0, 1, 128, 255], [0.0, 1.0, 128.0, 255.0]),
        (8, 2, [0, 1, 128, 255], [0.0, 1.0, -128.0, -1.0]),
        (16, 1, [0, 1, 40_000, 65_535], [0.0, 1.0, 40_000.0, 65_535.0]),
        (16, 2, [0, 1, minus(-2), minus(-32_768)], [0.0, 1.0, -2.0, -32_768.0]),
        (32, 1, [0, 1, 3_000_000_000, 7], [0.0, 1.0, 3e9, 7.0]),
        (32, 2, [0, 1, minus(-3), 7], [0.0, 1.0, -3.0, 7.0]),
        (64, 1, [0, 1, 1 << 40, 7], [0.0, 1.0, 1_099_511_627_776.0, 7.0]),
        (64, 2, [0, 1, minus(-5), 7], [0.0, 1.0, -5.0, 7.0]),
        (32, 3, [float(0.5), float(-1.25), float(1e30), 0], [0.5, -1.25, f64::from(1e30_f32), 0.0]),
        (64, 3, [0.5_f64.to_bits(), (-1e300_f64).to_bits(), 0, 0], [0.5, -1e300, 0.0, 0.0]),
    ];
    for form in FORMS {
        for (bits, format, written, expected) in kinds {
            let block = form.samples(&written, usize::from(bits / 8));
            let page = Page::grey(2, 2, bits, block).short(339, format);
            assert_eq!(
                values_of(form, &[page]),
                expected,
                "{bits} bits, format {format}"
            );
        }
    }
}

#[test]
fn samples_of_a_few_bits_are_unpacked() {
    let rows = |bits, block: &[u8]| values_of(PLAIN, &[Page::grey(3, 2, bits, block.to_vec())]);
    assert_eq!(
        rows(1, &[0b1010_0000, 0b0110_0000]),
        [1.0, 0.0, 1.0, 0.0, 1.0, 1.0]
    );
    assert_eq!(rows(2, &[0b1101_1000, 0]), [3.0, 1.0, 2.0, 0.0, 0.0, 0.0]);
    assert_eq!(
        rows(4, &[0xF1, 0x80, 0x23, 0x40]),
        [15.0, 1.0, 8.0, 2.0, 3.0, 4.0]
    );
    let twelve = [0xFF, 0xF0, 0x01, 0x80, 0x00, 0, 0, 0, 0, 0];
    assert_eq!(rows(12, &twelve)[..3], [4095.0, 1.0, 2048.0]);
}

#[test]
fn every_packing_unpacks() {
    let rows: Vec<u8> = (0..200)
        .map(|at: u32| u8::try_from(at * at % 251).unwrap())
        .collect();
    let expected: Vec<f64> = rows.iter().copied().map(f64::from).collect();
    let lzw = weezl::encode::Encoder::with_tiff_size_switch(weezl::BitOrder::Msb, 8)
        .encode(&rows)
        .unwrap();
    let literal: Vec<u8> = rows
        .chunks(100)
        .flat_map(|run| [&[99], run].concat())
        .collect();
    let zstd =
        ruzstd::encoding::compress_to_vec(&rows[..], ruzstd::encoding::CompressionLevel::Fastest);
    let packed = [
        (1, rows.clone()),
        (5, lzw),
        (8, deflated(&rows)),
        (32946, deflated(&rows)),
        (32773, literal),
        (50000, zstd),
    ];
    for (code, block) in packed {
        let page = Page::grey(20, 10, 8, block).short(259, code);
        assert_eq!(values_of(PLAIN, &[page]), expected, "compression {code}");
    }
}

#[test]
fn predictors_are_undone() {
    for form in FORMS {
        // Differences of neighbours of the same band, two bands.
        let block = form.samples(&[1000, 5, 10, 1, 65_535, 0], 2);
        let page = Page::grey(3, 1, 16, block)
            .short(277, 2)
            .short(284, 1)
            .short(317, 2);
        assert_eq!(values_of(form, &[page]), [1000.0, 1010.0, 1009.0]);
        let floats = [1.5_f32, -2.25, 1e9];
        let mut bytes: Vec<u8> = (0..4)
            .flat_map(|byte| floats.map(|float| float.to_be_bytes()[byte]))
            .collect();
        for at in (1..bytes.len()).rev() {
            bytes[at] = bytes[at].wrapping_sub(bytes[at - 1]);
        }
        let page = Page::grey(3, 1, 32, bytes).short(339, 3).short(317, 3);
        assert_eq!(values_of(form, &[page]), [1.5, -2.25, 1e9]);
    }
}

#[test]
fn blocks_lie_where_they_belong() {
    // Tiles of 2 by 2 over 3 by 3: the padding is 9.
    #[rustfmt::skip]
    let tiles = [[1, 2, 4, 5], [3, 9, 6, 9], [7, 8, 9, 9], [0, 9, 9, 9]];
    let tiles = tiles.map(|tile| tile.to_vec()).to_vec();
    let page = Page::grey(3, 3, 8, Vec::new()).tiles(2, 2, tiles);
    let expected: Vec<f64> = [1, 2, 3, 4, 5, 6, 7, 8, 0].map(f64::from).into();
    assert_eq!(values_of(PLAIN, &[page]), expected);
    let mut strips = Page::grey(3, 3, 8, Vec::new()).short(278, 2);
    strips.blocks = vec![vec![1, 2, 3, 4, 5, 6], vec![7, 8, 0]];
    assert_eq!(values_of(PLAIN, &[strips]), expected);
}

#[test]
fn three_bands_are_a_colour_together_or_apart() {
    let rgb = |page: Page| {
        page.short(262, 2)
            .short(277, 3)
            .with(258, Tag::Short(vec![8; 3]))
    };
    let together = rgb(Page::grey(2, 1, 8, vec![1, 2, 3, 4, 5, 6]));
    let expected = [1.0, 2.0, 3.0, 4.0, 5.0, 6.0];
    assert_eq!(values_of(PLAIN, &[together]), expected);
    let mut apart = rgb(Page::grey(2, 1, 8, Vec::new())).short(284, 2);
    apart.blocks = vec![vec![1, 4], vec![2, 5], vec![3, 6]];
    assert_eq!(values_of(PLAIN, &[apart]), expected);
    // The first three of five, whose fourth is how opaque they are.
    let five = Page::grey(2, 1, 8, vec![1, 2, 3, 255, 7, 4, 5, 6, 0, 8])
        .short(277, 5)
        .with(258, Tag::Short(vec![8; 5]))
        .with(338, Tag::Short(vec![2, 0]));
    let five = read(&bytes(PLAIN, &[five])).unwrap();
    assert_eq!((five.bands, five.valid), (3, vec![true, false]));
    assert_eq!(five.values[..3], [1.0, 2.0, 3.0]);
}

#[test]
fn a_palette_becomes_its_colours() {
    let mut colours = vec![0_u16; 3 * 16];
    (colours[5], colours[16 + 5], colours[32 + 5]) = (0xFFFF, 0x8000, 0x0100);
    let page = Page::grey(2, 1, 4, vec![0x50])
        .short(262, 3)
        .with(320, Tag::Short(colours));
    assert_eq!(
        values_of(PLAIN, &[page]),
        [255.0, 128.0, 1.0, 0.0, 0.0, 0.0]
    );
}

#[test]
fn what_is_nothing_is_left_out() {
    let valid = |page: &[Page]| read(&bytes(PLAIN, page)).unwrap().valid;
    let nodata = |text: &str| Tag::Bytes([text.as_bytes(), b"\0"].concat());
    let grey = Page::grey(3, 1, 8, vec![7, 0, 7]);
    assert_eq!(
        valid(&[grey.clone().with(42113, nodata("0"))]),
        [true, false, true]
    );
    assert_eq!(valid(&[grey.clone().with(42113, nodata("nan"))]), [true; 3]);
    let floats = [1.0_f32, f32::NAN, -3.402_823_5e38].map(|v| u64::from(v.to_bits()));
    let floats = Page::grey(3, 1, 32, PLAIN.samples(&floats, 4)).short(339, 3);
    let floats = floats.with(42113, nodata("-3.4028234663852886e+38"));
    assert_eq!(valid(&[floats]), [true, false, false]);
    let mask = Page::grey(3, 1, 1, vec![0b1010_0000])
        .short(262, 4)
        .short(254, 4);
    assert_eq!(valid(&[grey.clone(), mask]), [true, false, true]);
    // A tile that was never written.
    let sparse = grey.tiles(2, 1, vec![vec![1, 2], Vec::new()]);
    assert_eq!(valid(&[sparse]), [true, true, false]);
    // Black in one band alone is a colour.
    let rgb = Page::grey(2, 1, 8, vec![0, 0, 9, 0, 0, 0])
        .short(262, 2)
        .short(277, 3);
    let rgb = rgb
        .with(258, Tag::Short(vec![8; 3]))
        .with(42113, nodata("0"));
    assert_eq!(valid(&[rgb]), [true, false]);
}

#[test]
fn where_white_is_zero_light_and_dark_change_places() {
    let page = Page::grey(3, 1, 8, vec![0, 100, 200]).short(262, 0);
    let shrunk = read(&bytes(PLAIN, &[page])).unwrap();
    assert_eq!(stretch::stretched(&shrunk).unwrap(), [255, 128, 0]);
}

#[test]
fn the_smallest_copy_that_is_large_enough_is_read() {
    let page = |width, height, value| {
        let pixels = usize::try_from(width * height).unwrap();
        Page::grey(width, height, 8, deflated(&vec![value; pixels])).short(259, 8)
    };
    let whole = page(4400, 2200, 1).with(42113, Tag::Bytes(b"9\0".to_vec()));
    let copies = [
        (2200, 1100, 2),
        (1100, 550, 3),
        (550, 275, 4),
        (1100, 700, 5),
    ];
    let mut pages = vec![whole];
    for (width, height, value) in copies {
        pages.push(page(width, height, value).short(254, 1));
    }
    let shrunk = read(&bytes(PLAIN, &pages)).unwrap();
    assert_eq!((shrunk.width, shrunk.height), (1024, 512));
    assert!(
        (shrunk.values[0] - 3.0).abs() < 1e-9,
        "{}",
        shrunk.values[0]
    );
    // What is nothing in the whole is nothing in the copy.
    pages[2] = page(1100, 550, 9).short(254, 1);
    assert!(read(&bytes(PLAIN, &pages)).is_err());
}

#[test]
fn jpeg_blocks_keep_their_colours() {
    let mut jpeg = Cursor::new(Vec::new());
    RgbImage::from_pixel(32, 16, image::Rgb([200, 40, 90]))
        .write_to(&mut jpeg, image::ImageFormat::Jpeg)
        .unwrap();
    let page = Page::grey(32, 16, 8, jpeg.into_inner())
        .with(258, Tag::Short(vec![8; 3]))
        .short(259, 7)
        .short(262, 6)
        .short(277, 3);
    let values = values_of(PLAIN, &[page]);
    for (value, expected) in values.iter().zip([200.0, 40.0, 90.0].iter().cycle()) {
        assert!((value - expected).abs() < 4.0, "{value} {expected}");
    }
}

#[test]
fn both_pictures_are_jpegs_of_their_size() {
    let ramp: Vec<u8> = (0..2000 * 500_u32)
        .map(|at| u8::try_from(at % 2000 / 8).unwrap())
        .collect();
    let written = bytes(PLAIN, &[Page::grey(2000, 500, 8, ramp)]);
    let pictures = make(&file(&written), &|| false).unwrap();
    for (picture, size) in [
        (&pictures.preview, (1024, 256)),
        (&pictures.thumbnail, (256, 64)),
    ] {
        assert_eq!((picture.width, picture.height), size);
        let seen = image::load_from_memory(&picture.bytes).unwrap().to_luma8();
        assert_eq!(seen.dimensions(), size);
        let shade = |x| seen.get_pixel(x, size.1 / 2).0[0];
        assert!(shade(0) < 12 && shade(size.0 - 1) > 243, "stretched");
        assert!(shade(size.0 / 2).abs_diff(128) < 6, "{}", shade(size.0 / 2));
    }
    let stopped = make(&file(&written), &|| true);
    assert!(matches!(stopped, Err(PreviewError::Cancelled)));
    let late = make_within(Duration::ZERO, &PacedFile::from(&file(&written)), &|| false);
    assert!(matches!(late, Err(PreviewError::Unsupported(_))));
    let late_and_stopped = make_within(Duration::ZERO, &PacedFile::from(&file(&written)), &|| true);
    assert!(matches!(late_and_stopped, Err(PreviewError::Cancelled)));
}
