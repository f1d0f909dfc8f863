//! The parts of a JPEG, and where it ends (ISO/IEC 10918-1, annex B). No pixel is decoded.

/// Stands before every marker.
pub(crate) const MARK: u8 = 0xFF;
/// Begins a picture.
pub(crate) const START: u8 = 0xD8;
/// Ends a picture.
pub(crate) const END: u8 = 0xD9;
/// A scan; coded data follow it.
pub(crate) const SCAN: u8 = 0xDA;

/// A segment of a JPEG.
#[derive(Debug, Clone, Copy)]
pub struct Segment<'a> {
    /// Second byte of the marker, which names the segment's type.
    pub marker: u8,
    /// Payload behind the length field.
    pub content: &'a [u8],
    /// All its bytes, with the coded data that follow a scan.
    pub whole: &'a [u8],
}

/// The segments of the JPEG that `bytes` begin with, and the number of bytes up to and with its end mark; `None`: it has none.
#[must_use]
pub fn segments(bytes: &[u8]) -> Option<(Vec<Segment<'_>>, usize)> {
    let mut at = bytes.starts_with(&[MARK, START]).then_some(2)?;
    let mut segments = Vec::new();
    loop {
        if *bytes.get(at)? != MARK {
            return None;
        }
        match *bytes.get(at + 1)? {
            // Fill bytes may stand before a marker.
            MARK => at += 1,
            END => return Some((segments, at + 2)),
            marker => {
                let length = bytes.get(at + 2..at + 4)?.try_into().ok()?;
                let behind = at + 2 + usize::from(u16::from_be_bytes(length));
                let content = bytes.get(at + 4..behind)?;
                let end = if marker == SCAN {
                    end_of_scan(bytes, behind)?
                } else {
                    behind
                };
                let whole = &bytes[at..end];
                segments.push(Segment {
                    marker,
                    content,
                    whole,
                });
                at = end;
            }
        }
    }
}

/// The next marker behind coded data: there a stuffed zero follows every `FF`, and restart marks belong to it.
fn end_of_scan(bytes: &[u8], begin: usize) -> Option<usize> {
    let mut at = begin;
    loop {
        at += bytes.get(at..)?.iter().position(|byte| *byte == MARK)?;
        match *bytes.get(at + 1)? {
            0 | 0xD0..=0xD7 => at += 2,
            _ => return Some(at),
        }
    }
}
