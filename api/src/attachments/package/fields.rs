//! Fields of a Word document (ECMA-376 part 1, 17.16): words in the text that the program carries out when it opens or updates it.

use std::borrow::Cow;

use quick_xml::events::{BytesStart, Event};
use quick_xml::{Reader, XmlVersion};

/// First words of fields (17.16.5, and MS-OE376 for the older ones) that start programs or fetch something from elsewhere.
const ACTIVE: [&str; 9] = [
    "DATABASE",
    "DDE",
    "DDEAUTO",
    "IMPORT",
    "INCLUDE",
    "INCLUDEPICTURE",
    "INCLUDETEXT",
    "LINK",
    "RD",
];
/// In names of the elements that hold fields. Nothing in XML writes the name of an element another way.
const MARKS: [&[u8]; 2] = [b"nstrText", b"fldSimple"];

/// Whether no field of the part, which is XML, fetches or starts anything. Those of one that cannot be read are not known.
pub(super) fn are_harmless(part: &[u8]) -> bool {
    let Some(part) = as_utf8(part) else {
        return false;
    };
    let has_fields = MARKS
        .iter()
        .any(|mark| part.windows(mark.len()).any(|word| word == *mark));
    !has_fields || read(&part).is_some_and(|fields| fields.are_harmless())
}

/// XML is UTF-8 or UTF-16 (XML 1.0, 4.3.3). `None`: it is neither.
fn as_utf8(part: &[u8]) -> Option<Cow<'_, [u8]>> {
    let is_little = match *part {
        [0xFF, 0xFE, ..] | [_, 0, ..] => true,
        [0xFE, 0xFF, ..] | [0, _, ..] => false,
        _ => return Some(Cow::Borrowed(part)),
    };
    let units = part.chunks_exact(2).map(|pair| {
        let pair = [pair[0], pair[1]];
        if is_little {
            u16::from_le_bytes(pair)
        } else {
            u16::from_be_bytes(pair)
        }
    });
    let text: Result<String, _> = char::decode_utf16(units).collect();
    let text = text.ok()?;
    Some(Cow::Owned(text.into_bytes()))
}

/// `None`: the part is no XML that can be read.
fn read(xml: &[u8]) -> Option<Fields> {
    let mut reader = Reader::from_reader(xml);
    let (mut buffer, mut fields) = (Vec::new(), Fields::default());
    loop {
        match reader.read_event_into(&mut buffer).ok()? {
            Event::Start(element) => {
                fields.is_in_text = is_text(element.local_name().as_ref());
                fields.take_element(&element)?;
            }
            Event::Empty(element) => fields.take_element(&element)?,
            Event::End(_) => fields.is_in_text = false,
            Event::Text(text) => fields.take_text(&text.decode().ok()?),
            Event::CData(text) => fields.take_text(&text.decode().ok()?),
            Event::GeneralRef(reference) => match reference.resolve_char_ref().ok()? {
                Some(character) => fields.take_text(character.encode_utf8(&mut [0; 4])),
                // Of the five that need no declaration none begins a word.
                None => fields.take_text(" "),
            },
            // It could declare others.
            Event::DocType(_) => return None,
            Event::Eof => return Some(fields),
            _ => {}
        }
        buffer.clear();
    }
}

fn is_text(element: &[u8]) -> bool {
    matches!(element, b"instrText" | b"delInstrText")
}

/// What the fields of a part say. Those that are begun and not ended lie within one another.
#[derive(Default)]
struct Fields {
    open: Vec<String>,
    /// Outside of any field.
    loose: String,
    is_in_text: bool,
    has_active: bool,
}

impl Fields {
    fn take_element(&mut self, element: &BytesStart<'_>) -> Option<()> {
        let is_border = element.local_name().as_ref() == b"fldChar";
        let is_simple = element.local_name().as_ref() == b"fldSimple";
        for attribute in element.attributes() {
            let attribute = attribute.ok()?;
            let value = attribute.normalized_value(XmlVersion::Implicit1_0).ok()?;
            match attribute.key.local_name().as_ref() {
                b"instr" if is_simple => self.has_active |= is_active(&value),
                b"fldCharType" if is_border && value == "begin" => self.open.push(String::new()),
                b"fldCharType" if is_border && value == "end" => {
                    let ended = self.open.pop().unwrap_or_default();
                    self.has_active |= is_active(&ended);
                }
                _ => {}
            }
        }
        Some(())
    }

    /// Runs may split a word anywhere.
    fn take_text(&mut self, text: &str) {
        if self.is_in_text {
            let field = self.open.last_mut().unwrap_or(&mut self.loose);
            field.push_str(text);
        }
    }

    fn are_harmless(&self) -> bool {
        let unended = self.open.iter().chain([&self.loose]);
        !self.has_active && !unended.map(String::as_str).any(is_active)
    }
}

fn is_active(field: &str) -> bool {
    let words = field.trim_start_matches(|c: char| !c.is_ascii_alphabetic());
    let first: String = words
        .chars()
        .take_while(char::is_ascii_alphabetic)
        .collect();
    ACTIVE.iter().any(|name| first.eq_ignore_ascii_case(name))
}

#[cfg(test)]
mod tests {
    use super::*;

    const BEGIN: &str = r#"<w:r><w:fldChar w:fldCharType="begin"/></w:r>"#;
    const END: &str = r#"<w:r><w:fldChar w:fldCharType="end"></w:fldChar></w:r>"#;

    fn text(text: &str) -> String {
        format!("<w:r><w:instrText xml:space=\"preserve\">{text}</w:instrText></w:r>")
    }

    fn body(content: &str) -> String {
        format!("<w:document xmlns:w=\"w\"><w:body><w:p>{content}</w:p></w:body></w:document>")
    }

    #[test]
    fn what_a_field_does_is_known_however_it_is_written() {
        let nested = [&*text(" D"), BEGIN, &text("REF x"), END, &text("DE c:\\")].concat();
        for (content, expected) in [
            (text(" PAGE \\* MERGEFORMAT "), true),
            (text("HYPERLINK \"https://example.org/DDE\""), true),
            (text(" ADDIN ZOTERO_ITEM CSL_CITATION {} "), true),
            ("<w:t>DDEAUTO</w:t>".to_owned(), true),
            (text("DDEAUTO c:\\cmd.exe \"/k calc\""), false),
            (text(" dde\"c:\\cmd.exe\""), false),
            (text("&#68;&#x44;E c:\\cmd.exe"), false),
            (text("<![CDATA[DDE]]> c:\\cmd.exe"), false),
            (text("DD<!-- -->E c:\\cmd.exe"), false),
            (
                [text("DD"), text("EAU"), text("TO c:\\cmd.exe")].concat(),
                false,
            ),
            (
                text(" INCLUDEPICTURE \"http://example.org/a.png\" \\d"),
                false,
            ),
            (text("INCLUDETEXT \"\\\\\\\\example.org\\\\a\""), false),
            (text("DDE c").replace("instrText", "delInstrText"), false),
            (nested, false),
            (
                [BEGIN, &text("QUOTE "), END, &text("LINK Excel.Sheet")].concat(),
                false,
            ),
        ] {
            for part in [
                [BEGIN, &content, END].concat(),
                [BEGIN, &content].concat(),
                content,
            ] {
                assert_eq!(are_harmless(body(&part).as_bytes()), expected, "{part}");
            }
        }
    }

    #[test]
    fn simple_fields_and_other_encodings_are_read() {
        let simple = |field: &str| body(&format!("<w:fldSimple w:instr='{field}'/>"));
        assert!(are_harmless(simple("DATE").as_bytes()));
        let active = simple(" &#73;NCLUDEPICTURE &quot;http://example.org/a.png&quot;");
        assert!(!are_harmless(active.as_bytes()));
        let little =
            |text: &str| -> Vec<u8> { text.encode_utf16().flat_map(u16::to_le_bytes).collect() };
        let big =
            |text: &str| -> Vec<u8> { text.encode_utf16().flat_map(u16::to_be_bytes).collect() };
        for mark in ["", "\u{FEFF}"] {
            let active = format!("{mark}{active}");
            assert!(!are_harmless(&little(&active)));
            assert!(!are_harmless(&big(&active)));
            assert!(are_harmless(&little(&format!("{mark}{}", simple("DATE")))));
        }
        // One that cannot be read is trusted only where it holds no field.
        assert!(are_harmless(b"<!DOCTYPE svg><svg"));
        assert!(!are_harmless(b"<!DOCTYPE w><w:fldSimple w:instr='DATE'/>"));
        assert!(!are_harmless(b"<w:p><w:fldSimple w:instr='DATE'"));
    }
}
