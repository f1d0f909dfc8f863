//! What a published picture must not say beside what it shows: where it was taken, when, with what and by whom. Only what a viewer
//! needs to draw it stays; of the rest, how it is to be turned.

mod exif;
mod jpeg;
mod png;
mod riff;

use super::PictureFormat;

/// The picture without its metadata; `None`: it is no whole picture. Its pixels stay as they are.
#[must_use]
pub fn without_metadata(format: PictureFormat, bytes: &[u8]) -> Option<Vec<u8>> {
    match format {
        PictureFormat::Jpeg => jpeg::cleaned(bytes),
        PictureFormat::Png => png::cleaned(bytes),
        PictureFormat::Webp => riff::cleaned(bytes),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn anything_at_all_is_read_to_an_end(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
            for (format, begin) in [
                (PictureFormat::Jpeg, &b"\xFF\xD8\xFF"[..]),
                (PictureFormat::Png, b"\x89PNG\r\n\x1A\n"),
                (PictureFormat::Webp, b"RIFF\0\0\0\0WEBP"),
            ] {
                let bytes = [begin, &bytes].concat();
                if let Some(cleaned) = without_metadata(format, &bytes) {
                    let again = without_metadata(format, &cleaned);
                    prop_assert_eq!(again.as_ref(), Some(&cleaned));
                }
            }
        }
    }
}
