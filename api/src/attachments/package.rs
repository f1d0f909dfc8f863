//! Whether a DOCX is a document and nothing else: judged by its content types and relationships (ECMA-376 part 2), not by
//! the names of its parts, which can be anything.

use std::io::{Cursor, Read as _};

use quick_xml::events::{BytesStart, Event};
use quick_xml::{Reader, XmlVersion};
use zip::ZipArchive;

mod fields;

const CONTENT_TYPES: &str = "[Content_Types].xml";
/// Most parts; a thesis with a thousand pictures has fewer.
const MAX_PARTS: usize = 10_000;
/// Largest list of content types or relationships.
const LARGEST_LIST: u64 = 4 << 20;
/// Most bytes of all lists.
const LARGEST_LISTS: u64 = 32 << 20;
/// Largest part that is XML; the text of a thesis has a tenth of it.
const LARGEST_XML: u64 = 64 << 20;
/// Most bytes of all of them.
const LARGEST_XMLS: u64 = 256 << 20;

/// What the main part of a document is (part 1, 11.3.10); templates and what holds macros are something else.
const DOCUMENT: &str =
    "application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml";
/// In content types of parts that run or carry something.
const ACTIVE_TYPES: [&str; 6] = [
    "macro",
    "vba",
    "activex",
    "oleobject",
    "ms-package",
    "x-msdownload",
];
/// Last words of relationship types (part 1, and MS-OE376) to such parts.
const ACTIVE_RELATIONSHIPS: [&str; 10] = [
    "vbaproject",
    "wordvbadata",
    "oleobject",
    "package",
    "control",
    "activexcontrolbinary",
    "afchunk",
    "subdocument",
    "attachedtemplate",
    "frame",
];
/// Compound files (MS-CFB, 2.2), in which macros and OLE objects are kept.
const COMPOUND: &[u8] = &[0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1];

/// Whether `bytes` are such a document.
pub(super) fn is_plain_document(bytes: &[u8]) -> bool {
    check(bytes).is_some()
}

/// `None`: it is not.
fn check(bytes: &[u8]) -> Option<()> {
    let mut zip = ZipArchive::new(Cursor::new(bytes)).ok()?;
    if zip.len() > MAX_PARTS {
        return None;
    }
    let (mut left, mut xml_left, mut has_document) = (LARGEST_LISTS, LARGEST_XMLS, false);
    for number in 0..zip.len() {
        let mut part = zip.by_index(number).ok()?;
        let name = part.name().ok()?.into_owned();
        let is_types = name.eq_ignore_ascii_case(CONTENT_TYPES);
        if is_types || name.to_ascii_lowercase().ends_with(".rels") {
            let mut list = Vec::new();
            part.take(LARGEST_LIST.min(left) + 1)
                .read_to_end(&mut list)
                .ok()?;
            left = left.checked_sub(list.len() as u64)?;
            if list.len() as u64 > LARGEST_LIST {
                return None;
            }
            has_document |= read_list(&list)? && is_types;
        } else {
            let mut head = Vec::new();
            part.by_ref()
                .take(COMPOUND.len() as u64)
                .read_to_end(&mut head)
                .ok()?;
            if head == COMPOUND {
                return None;
            }
            if begins_as_xml(&head) {
                part.take(LARGEST_XML.min(xml_left))
                    .read_to_end(&mut head)
                    .ok()?;
                xml_left = xml_left.checked_sub(head.len() as u64)?;
                if head.len() as u64 > LARGEST_XML || !fields::are_harmless(&head) {
                    return None;
                }
            }
        }
    }
    has_document.then_some(())
}

/// In UTF-8 or UTF-16, with or without a byte order mark, behind white space or not.
fn begins_as_xml(head: &[u8]) -> bool {
    let mut rest = head.iter();
    let first = rest.find(|byte| !b"\xEF\xBB\xBF\xFE\xFF\0 \t\r\n".contains(byte));
    first.is_none_or(|first| *first == b'<')
}

/// Reads a list; whether it names the main part of a document. `None`: it names what must not be, or cannot be read.
fn read_list(xml: &[u8]) -> Option<bool> {
    let mut reader = Reader::from_reader(xml);
    let (mut buffer, mut has_document) = (Vec::new(), false);
    loop {
        match reader.read_event_into(&mut buffer).ok()? {
            Event::Start(element) | Event::Empty(element) => {
                has_document |= read_entry(&element)?;
            }
            // Nobody's list has one, and it could name things that are not seen here.
            Event::DocType(_) => return None,
            Event::Eof => return Some(has_document),
            _ => {}
        }
        buffer.clear();
    }
}

fn read_entry(element: &BytesStart<'_>) -> Option<bool> {
    let mut is_external = false;
    let (mut content_type, mut relationship) = (String::new(), String::new());
    for attribute in element.attributes() {
        let attribute = attribute.ok()?;
        let value = attribute
            .normalized_value(XmlVersion::Implicit1_0)
            .ok()?
            .to_ascii_lowercase();
        match attribute.key.local_name().as_ref() {
            b"ContentType" => content_type = value,
            b"Type" => relationship = value,
            b"TargetMode" => is_external = value == "external",
            _ => {}
        }
    }
    let relationship = relationship.rsplit('/').next().unwrap_or_default();
    let is_active = ACTIVE_TYPES.iter().any(|word| content_type.contains(word))
        || ACTIVE_RELATIONSHIPS.contains(&relationship)
        // Links are followed by people; everything else is fetched when the document is opened.
        || (is_external && relationship != "hyperlink");
    if is_active {
        None
    } else {
        Some(content_type == DOCUMENT)
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write as _;

    use zip::ZipWriter;
    use zip::write::SimpleFileOptions;

    use super::*;

    const MAIN: &str = r#"<Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/>"#;
    const TYPES: &str = "http://schemas.openxmlformats.org/package/2006/content-types";
    const OFFICE: &str = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";

    fn docx(types: &str, relationships: &str, part: (&str, &[u8])) -> Vec<u8> {
        let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
        let types = format!(r#"<?xml version="1.0"?><Types xmlns="{TYPES}">{types}</Types>"#);
        let relationships = format!("<Relationships>{relationships}</Relationships>");
        for (name, bytes) in [
            (CONTENT_TYPES, types.as_bytes()),
            ("word/document.xml", b"<w:document/>"),
            ("word/_rels/document.xml.rels", relationships.as_bytes()),
            part,
        ] {
            zip.start_file(name, SimpleFileOptions::default()).unwrap();
            zip.write_all(bytes).unwrap();
        }
        zip.finish().unwrap().into_inner()
    }

    fn relationship(kind: &str, more: &str) -> String {
        format!(r#"<Relationship Id="r1" Type="{kind}" Target="x" {more}/>"#)
    }

    const PICTURE: (&str, &[u8]) = ("word/media/image1.png", b"\x89PNG");

    #[test]
    #[expect(clippy::too_many_lines, reason = "one table")]
    fn a_renamed_macro_part_is_still_one() {
        let link = relationship(&format!("{OFFICE}/hyperlink"), r#"TargetMode="External""#);
        assert!(is_plain_document(&docx(MAIN, &link, PICTURE)));
        let harmless = ("word/notes.bin", &b"notes"[..]);
        let table = [
            (
                "compound file",
                docx(MAIN, "", ("word/notes.bin", COMPOUND)),
            ),
            (
                "relationship",
                docx(
                    MAIN,
                    &relationship(
                        "http://schemas.microsoft.com/office/2006/relationships/vbaProject",
                        "",
                    ),
                    harmless,
                ),
            ),
            (
                "content type",
                docx(
                    &format!(
                        r#"{MAIN}<Override PartName="/word/notes.bin" ContentType="application/vnd.ms-office.vbaProject"/>"#
                    ),
                    "",
                    harmless,
                ),
            ),
            (
                "default type",
                docx(
                    &format!(
                        r#"{MAIN}<Default Extension="bin" ContentType="application/vnd.ms-office.activeX+xml"/>"#
                    ),
                    "",
                    harmless,
                ),
            ),
            (
                "escaped type",
                docx(
                    &format!(
                        r#"{MAIN}<Override PartName="/x" ContentType="application/vnd.ms-office.&#118;baProject"/>"#
                    ),
                    "",
                    harmless,
                ),
            ),
            (
                "prefixed",
                docx(
                    &format!(
                        r#"{MAIN}<t:Override xmlns:t="{TYPES}" PartName="/x" t:ContentType="application/vnd.ms-word.vbaData+xml"/>"#
                    ),
                    "",
                    harmless,
                ),
            ),
            (
                "docm",
                docx(
                    r#"<Override PartName="/word/document.xml" ContentType="application/vnd.ms-word.document.macroEnabled.main+xml"/>"#,
                    "",
                    harmless,
                ),
            ),
            (
                "embedded",
                docx(
                    MAIN,
                    &relationship(&format!("{OFFICE}/oleObject"), ""),
                    harmless,
                ),
            ),
            (
                "template from elsewhere",
                docx(
                    MAIN,
                    &relationship(
                        &format!("{OFFICE}/attachedTemplate"),
                        r#"TargetMode="External""#,
                    ),
                    harmless,
                ),
            ),
            (
                "picture from elsewhere",
                docx(
                    MAIN,
                    &relationship(&format!("{OFFICE}/image"), r#"TargetMode="External""#),
                    harmless,
                ),
            ),
            (
                "page inside",
                docx(
                    MAIN,
                    &relationship(&format!("{OFFICE}/aFChunk"), ""),
                    harmless,
                ),
            ),
            (
                "field",
                docx(
                    MAIN,
                    "",
                    (
                        "word/notes.bin",
                        b" <w:p><w:fldSimple w:instr='DDEAUTO c:\\cmd.exe'/></w:p>",
                    ),
                ),
            ),
            ("no document", docx("", "", harmless)),
            (
                "doctype",
                docx(&format!("<!DOCTYPE x>{MAIN}"), "", harmless),
            ),
            ("no zip", b"PK\x03\x04".to_vec()),
        ];
        for (name, bytes) in table {
            assert!(!is_plain_document(&bytes), "{name}");
        }
    }

    #[test]
    fn the_template_that_is_handed_out_passes() {
        assert!(is_plain_document(super::super::template::DOCUMENT));
    }
}
