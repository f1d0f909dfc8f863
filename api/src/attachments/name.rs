//! Names of papers: cleaned when stored, safe when handed out.

use chrono::{DateTime, Utc};
use domain::attachment::{PaperFormat, STORED_PREFIX_CHARS};
use domain::order::number::OrderNumber;
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};

/// Longest kept name without its ending, in characters.
const LONGEST_STEM: usize = 100;
/// What RFC 5987 lets stand beside letters and digits.
const ATTR_CHAR: &AsciiSet = &NON_ALPHANUMERIC
    .remove(b'-')
    .remove(b'.')
    .remove(b'_')
    .remove(b'~');

/// The stored name: the time of the upload as an order number is written, then the cleaned name, which ends as
/// its content demands.
pub(super) fn stored(uploaded: &str, format: PaperFormat, now: DateTime<Utc>) -> String {
    let (stem, ending) = split(uploaded, format);
    format!("{}{stem}.{ending}", OrderNumber::at(now))
}

/// The name to show.
pub(crate) fn display_name(stored: &str) -> String {
    stored.chars().skip(STORED_PREFIX_CHARS).collect()
}

fn split(uploaded: &str, format: PaperFormat) -> (String, String) {
    let last = uploaded.rsplit(['/', '\\']).next().unwrap_or_default();
    let clean: String = last.chars().filter(|c| is_harmless(*c)).collect();
    let clean = clean.trim_matches(|c: char| c.is_whitespace() || c == '.');
    let allowed: &[&str] = match format {
        PaperFormat::Jpeg => &["jpg", "jpeg"],
        PaperFormat::Png => &["png"],
        PaperFormat::Pdf => &["pdf"],
        PaperFormat::Docx => &["docx"],
    };
    let (stem, ending) = match clean.rsplit_once('.') {
        Some((stem, ending)) if allowed.contains(&ending.to_ascii_lowercase().as_str()) => {
            (stem, ending)
        }
        _ => (clean, allowed[0]),
    };
    let stem: String = stem.trim_end().chars().take(LONGEST_STEM).collect();
    let stem = if stem.is_empty() {
        "附件".to_owned()
    } else {
        stem
    };
    (stem, ending.to_owned())
}

/// Neither control characters, nor what file systems forbid, nor marks that turn the direction of writing.
fn is_harmless(c: char) -> bool {
    !c.is_control()
        && !matches!(c, '<' | '>' | ':' | '"' | '|' | '?' | '*')
        && !matches!(c, '\u{200B}'..='\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2060}'..='\u{2069}' | '\u{FEFF}')
}

/// The last part of an uploaded file's name, cleaned and of bounded length; it may be empty.
pub(crate) fn harmless_name(uploaded: &str) -> String {
    let last = uploaded.rsplit(['/', '\\']).next().unwrap_or_default();
    let clean: String = last.chars().filter(|c| is_harmless(*c)).collect();
    clean.trim().chars().take(LONGEST_STEM).collect()
}

/// A `Content-Disposition` with the whole name (RFC 5987) and an ASCII stand-in for old clients.
pub(crate) fn disposition(kind: &str, name: &str) -> String {
    let plain: String = name
        .chars()
        .map(|c| match c {
            ' '..='~' if !matches!(c, '"' | '\\' | '%') => c,
            _ => '_',
        })
        .collect();
    let whole = utf8_percent_encode(name, ATTR_CHAR);
    format!("{kind}; filename=\"{plain}\"; filename*=UTF-8''{whole}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn names_lose_what_could_do_harm_and_end_as_their_content_says() {
        let at = DateTime::from_timestamp_millis(1_795_219_200_123).unwrap();
        let table = [
            ("介绍信.pdf", "介绍信.pdf"),
            ("..\\..\\etc/passwd", "passwd.pdf"),
            ("C:\\Users\\王\\scan.PDF", "scan.PDF"),
            ("invoice\u{202E}fdp.exe", "invoicefdp.exe.pdf"),
            ("a\r\nSet-Cookie: x=1.pdf", "aSet-Cookie x=1.pdf"),
            ("photo.png", "photo.png.pdf"),
            ("", "附件.pdf"),
            ("....", "附件.pdf"),
            (".pdf", "pdf.pdf"),
        ];
        for (uploaded, want) in table {
            let name = stored(uploaded, PaperFormat::Pdf, at);
            assert_eq!(display_name(&name), want, "{uploaded:?}");
            assert_eq!(&name[8..10], "WP");
        }
    }

    #[test]
    fn a_disposition_carries_the_name_twice() {
        assert_eq!(
            disposition("inline", "介绍信 \"1\".pdf"),
            "inline; filename=\"___ _1_.pdf\"; \
             filename*=UTF-8''%E4%BB%8B%E7%BB%8D%E4%BF%A1%20%221%22.pdf"
        );
    }

    proptest! {
        #[test]
        fn any_name_makes_one_header_line_and_one_path_segment(uploaded in "\\PC{0,300}|.{0,40}") {
            let at = DateTime::from_timestamp_millis(1_795_219_200_123).unwrap();
            let name = stored(&uploaded, PaperFormat::Png, at);
            prop_assert!(!name.contains(['/', '\\', '\0', '\r', '\n']));
            prop_assert!(name.chars().count() <= STORED_PREFIX_CHARS + LONGEST_STEM + 5);
            let line = disposition("attachment", &uploaded);
            prop_assert!(line.bytes().all(|byte| (0x20..0x7F).contains(&byte)));
            prop_assert_eq!(line.matches('"').count(), 2);
        }
    }
}
