//! Exif (CIPA DC-008), as far as it says how a picture is to be turned.

/// What stands before Exif in JPEG, and in some `WebP`.
pub(super) const PREFIX: &[u8] = b"Exif\0\0";

/// As the picture lies: nothing need be said.
const UPRIGHT: u16 = 1;
const LAST: u16 = 8;

const ORIENTATION: u16 = 0x0112;
const SHORT: u16 = 3;
const ENTRY: usize = 12;

struct Tiff<'a> {
    bytes: &'a [u8],
    little: bool,
}

impl Tiff<'_> {
    fn short(&self, at: usize) -> Option<u16> {
        let two = self.bytes.get(at..at.checked_add(2)?)?.try_into().ok()?;
        Some(if self.little {
            u16::from_le_bytes(two)
        } else {
            u16::from_be_bytes(two)
        })
    }

    fn long(&self, at: usize) -> Option<usize> {
        let four = self.bytes.get(at..at.checked_add(4)?)?.try_into().ok()?;
        let long = if self.little {
            u32::from_le_bytes(four)
        } else {
            u32::from_be_bytes(four)
        };
        usize::try_from(long).ok()
    }
}

/// How the picture is to be turned, 2 to 8; `None`: as it lies.
fn orientation(exif: &[u8]) -> Option<u16> {
    let bytes = exif.strip_prefix(PREFIX).unwrap_or(exif);
    let little = match bytes.get(..4)? {
        b"II*\0" => true,
        b"MM\0*" => false,
        _ => return None,
    };
    let tiff = Tiff { bytes, little };
    let first = tiff.long(4)?;
    let entries = usize::from(tiff.short(first)?);
    let mut at = (0..entries).map(|entry| first + 2 + entry * ENTRY);
    let found = at.find(|at| tiff.short(*at) == Some(ORIENTATION))?;
    (tiff.short(found + 2) == Some(SHORT)).then_some(())?;
    let turn = tiff.short(found + 8)?;
    (UPRIGHT + 1..=LAST).contains(&turn).then_some(turn)
}

/// Exif that says how the picture is to be turned and nothing else; `None`: it lies as it is to be seen.
pub(super) fn orientation_alone(exif: &[u8]) -> Option<Vec<u8>> {
    let turn = orientation(exif)?.to_be_bytes();
    // One directory, at 8, of one entry: a short.
    let mut alone = b"MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01".to_vec();
    alone.extend_from_slice(&turn);
    alone.extend_from_slice(&[0; 6]);
    Some(alone)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A directory of two entries, the second of them the orientation.
    fn exif(turn: u8) -> Vec<u8> {
        let make = b"\x0F\x01\x02\0\x04\0\0\0GPS\0";
        let orientation = [0x12, 1, 3, 0, 1, 0, 0, 0, turn, 0, 0, 0];
        [b"II*\0\x08\0\0\0\x02\0", &make[..], &orientation, &[0; 4]].concat()
    }

    #[test]
    fn how_a_picture_is_turned_stays_and_nothing_else() {
        for turn in 2..=8 {
            let alone = orientation_alone(&exif(turn)).unwrap();
            assert_eq!(orientation(&alone), Some(u16::from(turn)));
            assert!(!alone.windows(3).any(|part| part == b"GPS"));
            let prefixed = [PREFIX, &alone].concat();
            assert_eq!(orientation_alone(&prefixed), Some(alone));
        }
        for turn in [0, 1, 9] {
            assert_eq!(orientation_alone(&exif(turn)), None);
        }
        let whole = exif(6);
        for length in 0..whole.len() - 6 {
            assert_eq!(orientation(&whole[..length]), None, "{length}");
        }
        assert_eq!(orientation(b"II*\0\xFF\xFF\xFF\xFF"), None);
    }
}
