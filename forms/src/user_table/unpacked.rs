//! How large a workbook is once it is unpacked, found out without keeping any of it.

use std::io::{Cursor, Read as _};

use zip::ZipArchive;

use super::rows::TableError;

/// A hundred thousand users with every column take some 80 MB.
pub const MAX_UNPACKED_BYTES: u64 = 100 * 1024 * 1024;
/// Workbooks have some twenty parts.
const MAX_PARTS: usize = 200;
/// Largest part with styles. The reader copies the name of a font into every style that names it: what it takes grows with the
/// square of this, to some 60 MB.
const MAX_STYLE_BYTES: u64 = 64 * 1024;
/// By this attribute a part with shared texts says how many it has, and the reader makes room for so many.
const COUNT: &[u8] = b"uniqueCount";
/// Digits of the largest count: fewer than ten million texts fit into [`MAX_UNPACKED_BYTES`].
const MAX_COUNT_DIGITS: usize = 7;
const ESCAPE: u8 = 0x1B;

/// Unpacks every part once: what an archive says of its sizes may be a lie.
pub(super) fn check(bytes: &[u8]) -> Result<(), TableError> {
    let mut archive = ZipArchive::new(Cursor::new(bytes)).map_err(|_| TableError::Unreadable)?;
    if archive.len() > MAX_PARTS {
        return Err(TableError::Unreadable);
    }
    let mut left = MAX_UNPACKED_BYTES;
    let mut buffer = vec![0; 64 * 1024];
    for at in 0..archive.len() {
        let mut part = archive.by_index(at).map_err(|_| TableError::Unreadable)?;
        let name = part.name().map_err(|_| TableError::Unreadable)?;
        let name = name.to_ascii_lowercase();
        let mut limits = PartLimits::of_part(&name);
        loop {
            let read = part.read(&mut buffer).map_err(|_| TableError::Unreadable)?;
            if read == 0 {
                break;
            }
            left = left.checked_sub(read as u64).ok_or(TableError::TooLarge)?;
            limits.check(&buffer[..read])?;
        }
    }
    Ok(())
}

/// What a part may hold so that the reader takes no more memory than its size lets expect.
enum PartLimits {
    /// So many bytes more.
    Styles(u64),
    SharedTexts(CountScan),
    Other,
}

impl PartLimits {
    /// By the part's name in small letters: the reader finds it under any spelling, in any folder.
    fn of_part(name: &str) -> Self {
        if name.ends_with("styles.xml") {
            Self::Styles(MAX_STYLE_BYTES)
        } else if name.ends_with("sharedstrings.xml") {
            Self::SharedTexts(CountScan::default())
        } else {
            Self::Other
        }
    }

    /// Looks at what follows.
    fn check(&mut self, bytes: &[u8]) -> Result<(), TableError> {
        let is_fit = match self {
            Self::Styles(left) => {
                let rest = left.checked_sub(bytes.len() as u64);
                *left = rest.unwrap_or(0);
                rest.is_some()
            }
            Self::SharedTexts(scan) => bytes.iter().all(|byte| scan.accept(*byte)),
            Self::Other => true,
        };
        if is_fit {
            Ok(())
        } else {
            Err(TableError::Unreadable)
        }
    }
}

/// Looks for a count that no part of this size can have, byte by byte.
#[derive(Default)]
struct CountScan {
    /// How much of [`COUNT`] the bytes so far end with.
    matched: usize,
    /// Digits behind it, without zeros in front.
    digits: usize,
}

impl CountScan {
    fn accept(&mut self, byte: u8) -> bool {
        // XML has neither, and without them no encoding spells the word in other bytes.
        if byte == 0 || byte == ESCAPE {
            return false;
        }
        if self.matched == COUNT.len() {
            match byte {
                b'0' | b'+' | b'=' | b'"' | b'\'' | b' ' | b'\t' | b'\r' | b'\n'
                    if self.digits == 0 =>
                {
                    return true;
                }
                b'0'..=b'9' => {
                    self.digits += 1;
                    return self.digits <= MAX_COUNT_DIGITS;
                }
                _ => *self = Self::default(),
            }
        }
        if self.matched == 0 && byte != COUNT[0] {
            return true;
        }
        let before = &COUNT[..self.matched];
        let longest = (1..=self.matched + 1)
            .rev()
            .find(|length| COUNT[length - 1] == byte && before.ends_with(&COUNT[..length - 1]));
        self.matched = longest.unwrap_or(0);
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_are_found_wherever_they_stand() {
        for (text, is_fit) in [
            ("<sst uniqueCount=\"9999999\">", true),
            ("<sst uniqueCount=\"10000000\">", false),
            ("<sst uniqueCount = '000000000012'>", true),
            ("<sst uniqueCount = '0000000000123456789'>", false),
            ("uniqueCouniqueCount=12345678", false),
            ("uuniqueCount=12345678", false),
            ("uniqueCounts=12345678", true),
            ("uniqueCount=1 uniqueCount=12345678", false),
            ("count=12345678", true),
            ("unique\u{1b}(BCount", false),
            ("u\0n\0i\0q\0", false),
            ("数量 12345678", true),
        ] {
            for size in [1, 2, 7, 100] {
                let mut limits = PartLimits::of_part("xl/sharedstrings.xml");
                let mut pieces = text.as_bytes().chunks(size);
                let is_accepted = pieces.all(|piece| limits.check(piece).is_ok());
                assert_eq!(is_accepted, is_fit, "{text} {size}");
            }
        }
    }
}
