//! What hangs behind the end of a JPEG.

use domain::jpeg::segments;

/// First bytes of every JPEG.
const SIGN: [u8; 3] = [0xFF, 0xD8, 0xFF];

/// Whether `bytes` are a JPEG from its first to its last byte. Behind its end may stand what cameras put there: padding,
/// further JPEGs (CIPA DC-007, multi-picture format), notes of the maker. Pages and programs may not.
pub(super) fn is_whole(bytes: &[u8]) -> bool {
    let Some(mut end) = end(bytes) else {
        return false;
    };
    loop {
        let behind = &bytes[end..];
        let padding = behind.iter().take_while(|byte| **byte == 0).count();
        let next = &behind[padding..];
        match end_of_next(next) {
            Some(length) => end += padding + length,
            None => return !is_foreign(next),
        }
    }
}

fn end_of_next(bytes: &[u8]) -> Option<usize> {
    bytes.starts_with(&SIGN).then(|| end(bytes))?
}

/// The number of bytes up to and with the end mark of the JPEG that `bytes` begin with.
fn end(bytes: &[u8]) -> Option<usize> {
    segments(bytes).map(|(_, end)| end)
}

/// How pages, scripts, documents, archives and programs are known, in lower case.
const FOREIGN: [&[u8]; 18] = [
    b"<html",
    b"<!doctype",
    b"<script",
    b"<body",
    b"<svg",
    b"<iframe",
    b"<img",
    b"<form",
    b"<?php",
    b"<?xml",
    b"<%",
    b"%pdf-",
    b"pk\x03\x04",
    b"pk\x05\x06",
    b"pk\x01\x02",
    b"rar!\x1a",
    b"7z\xbc\xaf\x27\x1c",
    b"\x7felf",
];

/// Whether something stands there that another program would take for its own.
pub(super) fn is_foreign(bytes: &[u8]) -> bool {
    let lower = bytes.to_ascii_lowercase();
    lower.starts_with(b"mz")
        || FOREIGN
            .iter()
            .any(|sign| lower.windows(sign.len()).any(|window| window == *sign))
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use super::*;

    fn jpeg() -> Vec<u8> {
        let mut bytes = Cursor::new(Vec::new());
        let shade = |n: u32| n.to_le_bytes()[0];
        let picture = image::RgbImage::from_fn(64, 64, |x, y| {
            image::Rgb([shade(x * 4), shade(y * 4), shade(x * y)])
        });
        picture
            .write_to(&mut bytes, image::ImageFormat::Jpeg)
            .unwrap();
        bytes.into_inner()
    }

    #[test]
    fn only_what_cameras_append_stands_behind_the_end() {
        let jpeg = jpeg();
        assert_eq!(end(&jpeg), Some(jpeg.len()));
        for behind in [
            &b""[..],
            b"\0\0\0\0",
            b"\0\0\0\0Image_UTC_Data1700000000000SEFHe\0\0\0SEFT",
            &jpeg,
        ] {
            assert!(
                is_whole(&[&jpeg, behind].concat()),
                "{:?}",
                &behind[..behind.len().min(20)]
            );
        }
        let zip = [b"PK\x05\x06".as_slice(), &[0; 18]].concat();
        for behind in [
            &b"<html><script>alert(1)</script>"[..],
            b"\0\0<SCRIPT>",
            b"\n<!DOCTYPE html>",
            b"<?php system($_GET[0]);",
            b"%PDF-1.7",
            b"MZ\x90\0",
            &zip,
            &[&jpeg[..], b"<svg onload=alert(1)>"].concat(),
        ] {
            assert!(
                !is_whole(&[&jpeg, behind].concat()),
                "{:?}",
                &behind[..behind.len().min(20)]
            );
        }
    }

    #[test]
    fn what_breaks_off_is_not_whole() {
        let jpeg = jpeg();
        for length in 0..jpeg.len() {
            assert!(!is_whole(&jpeg[..length]), "{length}");
        }
        assert!(!is_whole(b"\xFF\xD8\xFF\xE0\0\0"));
    }
}
