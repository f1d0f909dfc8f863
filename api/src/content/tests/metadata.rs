//! What a picture's file says beside the picture is not published.

use std::io::Cursor;

use axum::http::Method;
use domain::role::Role;
use image::{ImageFormat, ImageReader};

use super::send_file;
use crate::testing::TestApi;

/// Exif of a telephone: turned to the right, with a place (CIPA DC-008, section 4.6.6).
fn exif_with_place() -> Vec<u8> {
    let entry = |tag: u16, kind: u16, count: u32, value: [u8; 4]| {
        [
            &tag.to_be_bytes()[..],
            &kind.to_be_bytes(),
            &count.to_be_bytes(),
            &value,
        ]
        .concat()
    };
    let orientation = entry(0x0112, 3, 1, [0, 6, 0, 0]);
    let to_place = entry(0x8825, 4, 1, [0, 0, 0, 38]);
    let north = entry(1, 2, 2, *b"N\0\0\0");
    let latitude = entry(2, 5, 3, [0, 0, 0, 68]);
    let degrees: Vec<u8> = [39_u32, 1, 54, 1, 27, 1]
        .iter()
        .flat_map(|n| n.to_be_bytes())
        .collect();
    [
        b"MM\0*\0\0\0\x08",
        &[0, 2][..],
        &orientation,
        &to_place,
        &[0; 4],
        &[0, 2],
        &north,
        &latitude,
        &[0; 4],
        &degrees,
    ]
    .concat()
}

fn picture(format: ImageFormat) -> Vec<u8> {
    let mut bytes = Cursor::new(Vec::new());
    let shades = image::RgbImage::from_fn(20, 10, |x, y| {
        image::Rgb([x, y, x * y].map(|n| n.to_le_bytes()[0]))
    });
    shades.write_to(&mut bytes, format).unwrap();
    bytes.into_inner()
}

fn pixels(bytes: &[u8]) -> Vec<u8> {
    let reader = ImageReader::new(Cursor::new(bytes))
        .with_guessed_format()
        .unwrap();
    reader.decode().unwrap().into_rgb8().into_raw()
}

fn jpeg() -> Vec<u8> {
    let bare = picture(ImageFormat::Jpeg);
    let segment = |marker: u8, content: &[u8]| {
        let length = u16::try_from(content.len() + 2).unwrap();
        [&[0xFF, marker][..], &length.to_be_bytes(), content].concat()
    };
    let exif = segment(0xE1, &[b"Exif\0\0", &exif_with_place()[..]].concat());
    let note = segment(0xFE, b"taken at home");
    [&bare[..2], &exif, &note, &bare[2..]].concat()
}

fn png() -> Vec<u8> {
    let bare = picture(ImageFormat::Png);
    let chunk = |kind: &[u8], content: &[u8]| {
        let length = u32::try_from(content.len()).unwrap();
        // Nobody who only looks at a picture reads the check of what he passes over.
        [&length.to_be_bytes()[..], kind, content, &[0; 4]].concat()
    };
    let note = chunk(b"tEXt", b"Comment\0taken at home");
    [
        &bare[..33],
        &chunk(b"eXIf", &exif_with_place()),
        &note,
        &bare[33..],
    ]
    .concat()
}

fn says(bytes: &[u8], what: &[u8]) -> bool {
    bytes.windows(what.len()).any(|part| part == what)
}

#[tokio::test]
async fn where_a_picture_was_taken_is_not_published() {
    let api = TestApi::new().await;
    let admin = api.signed_in("admin_1", Role::Admin).await;
    let latitude = &exif_with_place()[68..];
    for uploaded in [jpeg(), png()] {
        assert!(says(&uploaded, latitude) && says(&uploaded, b"taken at home"));
        let to = (Method::POST, "/api/content/pictures");
        let answer = send_file(&api, to, &admin, &uploaded).await.ok();
        let read = api.get(answer["url"].as_str().unwrap(), &admin).await;
        assert!(!says(&read.bytes, latitude) && !says(&read.bytes, b"taken at home"));
        // It is seen as before: the same pixels, turned the same way.
        assert_eq!(pixels(&read.bytes), pixels(&uploaded));
        assert!(says(&read.bytes, &[0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, 6]));
        assert_eq!(read.header("content-length"), read.bytes.len().to_string());
    }
}
