//! Whether the end of a zip is that of a DOCX. Only the central directory is read, which stands at a zip's end; nothing
//! is unpacked, so there is nothing that could unpack to more than was sent. What its parts are, [`super::package`] judges.

/// End of central directory record (APPNOTE 4.3.16) without its comment.
const END: usize = 22;
const END_MARK: &[u8] = b"PK\x05\x06";
/// A file's header in the central directory (APPNOTE 4.3.12) without its variable fields.
const HEADER: usize = 46;
const HEADER_MARK: &[u8] = b"PK\x01\x02";
/// General purpose bit 0: encrypted.
const ENCRYPTED: u16 = 1;
/// What every Word document has (ECMA-376 part 2, 10.1.2; part 1, 11.3.10).
const PARTS: [&[u8]; 2] = [b"[Content_Types].xml", b"word/document.xml"];

/// Whether `tail`, the last bytes of a file of `size` bytes, is the end of a DOCX.
pub(super) fn ends_as_docx(tail: &[u8], size: u64) -> bool {
    names(tail, size).is_some_and(|names| PARTS.iter().all(|part| names.contains(part)))
}

/// The names in the central directory; `None`: it is no sound zip, or none whose directory lies within `tail`.
fn names(tail: &[u8], size: u64) -> Option<Vec<&[u8]>> {
    let end = (0..=tail.len().checked_sub(END)?)
        .rev()
        .find(|at| is_end(&tail[*at..]))?;
    let record = &tail[end..];
    let (count, length, offset) = (word(record, 10)?, double(record, 12)?, double(record, 16)?);
    let begin = end.checked_sub(length as usize)?;
    // The directory begins where the record says, counted from the file's beginning: nothing stands before the zip.
    if size - (tail.len() - begin) as u64 != u64::from(offset) {
        return None;
    }
    let mut names = Vec::new();
    let mut rest = &tail[begin..end];
    for _ in 0..count {
        let (name, after) = entry(rest)?;
        names.push(name);
        rest = after;
    }
    rest.is_empty().then_some(names)
}

/// The record's comment must reach to the very end.
fn is_end(bytes: &[u8]) -> bool {
    bytes.starts_with(END_MARK)
        && word(bytes, 20).is_some_and(|comment| bytes.len() == END + usize::from(comment))
}

fn entry(bytes: &[u8]) -> Option<(&[u8], &[u8])> {
    let length = |at| word(bytes, at).map(usize::from);
    if !bytes.starts_with(HEADER_MARK) || word(bytes, 8)? & ENCRYPTED != 0 {
        return None;
    }
    let (name, extra, comment) = (length(28)?, length(30)?, length(32)?);
    let after = bytes.get(HEADER + name + extra + comment..)?;
    Some((bytes.get(HEADER..HEADER + name)?, after))
}

fn word(bytes: &[u8], at: usize) -> Option<u16> {
    let bytes = bytes.get(at..at + 2)?;
    Some(u16::from_le_bytes(bytes.try_into().ok()?))
}

fn double(bytes: &[u8], at: usize) -> Option<u32> {
    let bytes = bytes.get(at..at + 4)?;
    Some(u32::from_le_bytes(bytes.try_into().ok()?))
}

#[cfg(test)]
mod tests {
    use std::io::{Cursor, Write as _};

    use proptest::prelude::*;
    use zip::ZipWriter;
    use zip::write::SimpleFileOptions;

    use super::*;

    fn zip(names: &[&str]) -> Vec<u8> {
        let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
        for name in names {
            zip.start_file(*name, SimpleFileOptions::default()).unwrap();
            zip.write_all(b"<x/>").unwrap();
        }
        zip.finish().unwrap().into_inner()
    }

    fn is_docx(bytes: &[u8]) -> bool {
        ends_as_docx(bytes, bytes.len() as u64)
    }

    const DOCX: [&str; 2] = ["[Content_Types].xml", "word/document.xml"];

    #[test]
    fn a_docx_is_known_by_its_parts() {
        let docx = zip(&DOCX);
        assert!(is_docx(&docx));
        let tail = &docx[40..];
        assert!(ends_as_docx(tail, docx.len() as u64), "its end suffices");
        let refused = [
            zip(&["a.txt"]),
            zip(&[DOCX[0], "xl/workbook.xml"]),
            zip(&[DOCX[1]]),
            docx[..docx.len() - 1].to_vec(),
            [&docx[..], b"x"].concat(),
            [b"MZ", &docx[..]].concat(),
            zip(&[]),
            Vec::new(),
        ];
        for (at, bytes) in refused.iter().enumerate() {
            assert!(!is_docx(bytes), "{at}");
        }
    }

    #[test]
    fn what_the_server_hands_out_as_template_may_come_back() {
        assert!(is_docx(super::super::template::DOCUMENT));
    }

    proptest! {
        #[test]
        fn no_bytes_make_it_fall_over(bytes in proptest::collection::vec(any::<u8>(), 0..200), at in 0..400_usize) {
            let _ = is_docx(&bytes);
            let mut broken = zip(&DOCX);
            let at = at % broken.len();
            broken[at] ^= bytes.first().copied().unwrap_or(1);
            let _ = is_docx(&broken);
            let _ = is_docx(&[&bytes, END_MARK, &[0xFF; 40]].concat());
        }
    }
}
