//! JPEG (ISO/IEC 10918-1, annex B).

use super::exif;
use crate::jpeg::{END, MARK, START, Segment, segments};

const COMMENT: u8 = 0xFE;
const APP0: u8 = 0xE0;
const APP1: u8 = 0xE1;
const APP2: u8 = 0xE2;
const APP14: u8 = 0xEE;
const APP15: u8 = 0xEF;

/// Whether a viewer needs it: the density of pixels, the colour profile and how colours are coded, and the picture itself.
fn is_needed(segment: &Segment<'_>) -> bool {
    match segment.marker {
        APP0 => segment.content.starts_with(b"JFIF\0"),
        APP2 => segment.content.starts_with(b"ICC_PROFILE\0"),
        APP14 => segment.content.starts_with(b"Adobe"),
        APP0..=APP15 | COMMENT => false,
        _ => true,
    }
}

/// The segment that says how the picture is to be turned.
fn orientation(segments: &[Segment<'_>]) -> Option<Vec<u8>> {
    let all = segments.iter().filter(|segment| segment.marker == APP1);
    let mut exifs = all.filter_map(|segment| segment.content.strip_prefix(exif::PREFIX));
    let alone = [exif::PREFIX, &exif::orientation_alone(exifs.next()?)?].concat();
    let length = u16::try_from(alone.len() + 2).ok()?;
    Some([&[MARK, APP1][..], &length.to_be_bytes(), &alone].concat())
}

/// The picture without what only describes it.
pub(super) fn cleaned(bytes: &[u8]) -> Option<Vec<u8>> {
    // What hangs behind the first picture, such as further ones with metadata of their own, goes as well.
    let (segments, _) = segments(bytes)?;
    let needed = segments.iter().filter(|segment| is_needed(segment));
    // The density, where it is said, comes first.
    let (first, rest): (Vec<&Segment<'_>>, Vec<&Segment<'_>>) =
        needed.partition(|segment| segment.marker == APP0);
    let mut cleaned = vec![MARK, START];
    cleaned.extend(first.iter().flat_map(|segment| segment.whole));
    cleaned.extend(orientation(&segments).into_iter().flatten());
    cleaned.extend(rest.iter().flat_map(|segment| segment.whole));
    cleaned.extend([MARK, END]);
    Some(cleaned)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::jpeg::SCAN;

    fn segment(marker: u8, content: &[u8]) -> Vec<u8> {
        let length = u16::try_from(content.len() + 2).unwrap();
        [&[MARK, marker][..], &length.to_be_bytes(), content].concat()
    }

    fn file(segments: &[Vec<u8>]) -> Vec<u8> {
        [&[MARK, START][..], &segments.concat(), &[MARK, END]].concat()
    }

    /// Exif with this orientation and, behind it, what looks like a place.
    fn exif(turn: u8) -> Vec<u8> {
        let entry = [1, 0x12, 0, 3, 0, 0, 0, 1, 0, turn, 0, 0, 0, 0, 0, 0];
        let tiff = [&b"MM\0*\0\0\0\x08\0\x01"[..], &entry, b"GPS"].concat();
        segment(APP1, &[exif::PREFIX, &tiff].concat())
    }

    #[test]
    fn what_describes_a_picture_goes_and_what_draws_it_stays() {
        let jfif = segment(APP0, b"JFIF\0\x01\x01\0\0\x01\0\x01\0\0");
        let profile = segment(APP2, b"ICC_PROFILE\0\x01\x01colours");
        let adobe = segment(APP14, b"Adobe\0\x64\0\0\0\0\x01");
        let table = segment(0xDB, &[1; 65]);
        let scan = [&segment(SCAN, &[3; 10])[..], b"\x01\xFF\0\x02\xFF\xD0\x03"].concat();
        let bare = [&jfif, &profile, &adobe, &table, &scan].map(Clone::clone);
        let telling = [
            jfif.clone(),
            exif(1),
            segment(APP0, b"JFXX\0\x10thumbnail"),
            segment(APP1, b"http://ns.adobe.com/xap/1.0/\0<x:xmpmeta/>"),
            segment(APP2, b"MPF\0II*\0"),
            profile.clone(),
            segment(0xED, b"Photoshop 3.0\0IPTC"),
            adobe.clone(),
            segment(COMMENT, b"taken at home"),
            table.clone(),
            scan.clone(),
            // Also between scans.
            segment(COMMENT, b"by me"),
        ];
        let behind = file(&[exif(1)]);
        let told = [file(&telling), behind].concat();
        assert_eq!(cleaned(&told), Some(file(&bare)));
        assert_eq!(cleaned(&file(&bare)), Some(file(&bare)));
        for length in 0..file(&telling).len() - 1 {
            assert_eq!(cleaned(&told[..length]), None, "{length}");
        }
    }

    #[test]
    fn a_picture_that_lies_on_its_side_is_still_turned() {
        let scan = [&segment(SCAN, &[3; 10])[..], b"\x01"].concat();
        let turned = cleaned(&file(&[exif(6), scan.clone()])).unwrap();
        assert_ne!(turned, file(&[scan]));
        assert!(!turned.windows(3).any(|part| part == b"GPS"));
        assert_eq!(cleaned(&turned), Some(turned.clone()));
        assert_eq!(turned[4 + 2 + 6 + 18..][..2], [0, 6]);
    }
}
