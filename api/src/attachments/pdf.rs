//! Whether a PDF does more than show pages.

use lopdf::{Dictionary, Document, LoadOptions, Object, ObjectStream, Stream};

/// Most bytes that one of its streams may unpack to while it is looked at.
const LARGEST_UNPACKED: usize = 64 << 20;

/// Names (ISO 32000-2) of what runs, starts, sends or carries files: actions (12.6.4), embedded files (7.11.4), rich media
/// (13.7) and XFA forms (12.7.8).
const ACTIVE: [&[u8]; 11] = [
    b"JavaScript",
    b"JS",
    b"Launch",
    b"SubmitForm",
    b"ImportData",
    b"GoToE",
    b"EmbeddedFile",
    b"EmbeddedFiles",
    b"EF",
    b"RichMedia",
    b"XFA",
];
/// In bytes that are not parsed only longer names are looked for: chance writes the shorter ones into compressed data.
const SHORTEST_IN_RAW: usize = 6;

/// What is wrong with a PDF.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum PdfFault {
    /// It holds scripts, actions or files.
    Active,
    /// It cannot be looked into: encrypted with a password, or broken.
    Unreadable,
}

/// Looks at every object, those in object streams included: as the file's directory names them, and as a reader finds them
/// that repairs the directory, which may be others.
pub(super) fn check(bytes: &[u8]) -> Result<(), PdfFault> {
    if has_active_name(bytes) {
        return Err(PdfFault::Active);
    }
    check_as(bytes, false)?;
    check_as(bytes, true)
}

fn check_as(bytes: &[u8], force_reconstruct: bool) -> Result<(), PdfFault> {
    let options = LoadOptions {
        max_decompressed_size: Some(LARGEST_UNPACKED),
        force_reconstruct,
        ..LoadOptions::default()
    };
    match Document::load_mem_with_options(bytes, options) {
        // Still encrypted: the empty password does not open it.
        Ok(document) if document.is_encrypted() && document.encryption_state.is_none() => {
            Err(PdfFault::Unreadable)
        }
        Ok(document) => {
            let is_active =
                is_active_dictionary(&document.trailer) || document.objects.values().any(is_active);
            if is_active {
                Err(PdfFault::Active)
            } else {
                Ok(())
            }
        }
        // Nothing is hidden in a file without object streams: its names stand in the bytes that were looked through.
        Err(_) if !contains(bytes, b"ObjStm") && !contains(bytes, b"/Encrypt") => Ok(()),
        Err(_) => Err(PdfFault::Unreadable),
    }
}

/// As deep as the parser goes, which ends at 100 levels.
fn is_active(object: &Object) -> bool {
    match object {
        Object::Name(name) => is_active_name(name),
        Object::Array(list) => list.iter().any(is_active),
        Object::Dictionary(dictionary) => is_active_dictionary(dictionary),
        Object::Stream(stream) => is_active_dictionary(&stream.dict) || hides_active(stream),
        _ => false,
    }
}

/// Whether it is an object stream (7.5.7) with such an object, named by the file's directory or not. One that cannot be
/// unpacked is not trusted.
fn hides_active(stream: &Stream) -> bool {
    if !stream.dict.has_type(b"ObjStm") {
        return false;
    }
    let unpacked = ObjectStream::new_with_limit(stream, Some(LARGEST_UNPACKED));
    unpacked.map_or(true, |unpacked| unpacked.objects.values().any(is_active))
}

fn is_active_dictionary(dictionary: &Dictionary) -> bool {
    dictionary
        .iter()
        .any(|(key, value)| is_active_name(key) || is_active(value))
}

fn is_active_name(name: &[u8]) -> bool {
    ACTIVE.contains(&name)
}

/// Whether such a name stands anywhere, however it is written: `#4A` is `J` (7.3.5).
fn has_active_name(bytes: &[u8]) -> bool {
    bytes
        .iter()
        .enumerate()
        .filter(|(_, byte)| **byte == b'/')
        .any(|(at, _)| {
            let name = name(&bytes[at + 1..]);
            name.len() >= SHORTEST_IN_RAW && is_active_name(&name)
        })
}

fn name(mut bytes: &[u8]) -> Vec<u8> {
    let longest = ACTIVE
        .iter()
        .map(|name| name.len())
        .max()
        .unwrap_or_default();
    let mut name = Vec::new();
    // One more than the longest, so that a longer name is another one.
    while name.len() <= longest {
        match bytes {
            [b'#', high, low, rest @ ..] if high.is_ascii_hexdigit() && low.is_ascii_hexdigit() => {
                name.push(hex(*high) << 4 | hex(*low));
                bytes = rest;
            }
            [byte, rest @ ..] if byte.is_ascii_graphic() && !b"()<>[]{}/%".contains(byte) => {
                name.push(*byte);
                bytes = rest;
            }
            _ => break,
        }
    }
    name
}

fn hex(digit: u8) -> u8 {
    char::from(digit)
        .to_digit(16)
        .and_then(|value| u8::try_from(value).ok())
        .unwrap_or_default()
}

fn contains(bytes: &[u8], part: &[u8]) -> bool {
    bytes.windows(part.len()).any(|window| window == part)
}

#[cfg(test)]
mod tests {
    use lopdf::{SaveOptions, dictionary};
    use proptest::prelude::*;

    use super::*;

    /// A page, and what `add` puts into the catalogue.
    fn document(add: impl FnOnce(&mut Document, &mut Dictionary)) -> Document {
        let mut document = Document::with_version("1.5");
        let pages = document.new_object_id();
        let content = document.add_object(Stream::new(
            dictionary! {},
            b"BT (JavaScript EF JS) Tj ET".to_vec(),
        ));
        let page = document
            .add_object(dictionary! { "Type" => "Page", "Parent" => pages, "Contents" => content });
        let kids = dictionary! { "Type" => "Pages", "Kids" => vec![page.into()], "Count" => 1 };
        document.objects.insert(pages, Object::Dictionary(kids));
        let mut catalogue = dictionary! { "Type" => "Catalog", "Pages" => pages };
        add(&mut document, &mut catalogue);
        let catalogue = document.add_object(catalogue);
        document.trailer.set("Root", catalogue);
        document
    }

    fn plain(document: &mut Document) -> Vec<u8> {
        let mut bytes = Vec::new();
        document.save_to(&mut bytes).unwrap();
        bytes
    }

    /// With its objects packed into object streams.
    fn packed(document: &mut Document) -> Vec<u8> {
        let mut bytes = Vec::new();
        let options = SaveOptions::builder()
            .use_object_streams(true)
            .use_xref_streams(true)
            .build();
        document.save_with_options(&mut bytes, options).unwrap();
        bytes
    }

    fn script(document: &mut Document, catalogue: &mut Dictionary) {
        let action = document.add_object(
            dictionary! { "S" => "JavaScript", "JS" => Object::string_literal("app.alert(1)") },
        );
        catalogue.set("OpenAction", action);
    }

    fn launch(document: &mut Document, catalogue: &mut Dictionary) {
        let action = document
            .add_object(dictionary! { "S" => "Launch", "F" => Object::string_literal("calc.exe") });
        catalogue.set("OpenAction", action);
    }

    fn file(document: &mut Document, catalogue: &mut Dictionary) {
        let file = Stream::new(dictionary! { "Type" => "EmbeddedFile" }, b"MZ".to_vec());
        let file = document.add_object(file);
        let named = document
            .add_object(dictionary! { "Type" => "Filespec", "EF" => dictionary! { "F" => file } });
        catalogue.set("AF", vec![named.into()]);
    }

    #[test]
    fn pages_pass_and_what_acts_does_not() {
        assert_eq!(check(&plain(&mut document(|_, _| {}))), Ok(()));
        assert_eq!(check(&packed(&mut document(|_, _| {}))), Ok(()));
        for (name, add) in [
            ("script", script as fn(&mut _, &mut _)),
            ("launch", launch),
            ("file", file),
        ] {
            assert_eq!(
                check(&plain(&mut document(add))),
                Err(PdfFault::Active),
                "{name}"
            );
            assert_eq!(
                check(&packed(&mut document(add))),
                Err(PdfFault::Active),
                "{name}, packed"
            );
        }
        // Short names are looked for in objects only.
        let short = |document: &mut Document, catalogue: &mut Dictionary| {
            let action = document.add_object(dictionary! { "JS" => 1 });
            catalogue.set("OpenAction", action);
        };
        assert_eq!(check(&plain(&mut document(short))), Err(PdfFault::Active));
        assert_eq!(check(&packed(&mut document(short))), Err(PdfFault::Active));
    }

    #[test]
    fn a_compressed_object_stream_hides_nothing() {
        let action = format!("90 0 <</S/JavaScript/JS(x)>>{}", " ".repeat(2000));
        let dictionary = dictionary! { "Type" => "ObjXtm", "N" => 1, "First" => 5 };
        let mut stream = Stream::new(dictionary, action.into_bytes());
        stream.compress().unwrap();
        let mut bytes = plain(&mut document(|document, catalogue| {
            document.max_id = 100;
            document.add_object(stream);
            catalogue.set("OpenAction", Object::Reference((90, 0)));
        }));
        // The library would write none of that type.
        let at = bytes.windows(6).position(|word| word == b"ObjXtm").unwrap();
        bytes[at..at + 6].copy_from_slice(b"ObjStm");
        assert!(
            !contains(&bytes, b"JavaScript/JS"),
            "it can be read in the bytes"
        );
        assert_eq!(check(&bytes), Err(PdfFault::Active));
    }

    #[test]
    fn a_name_is_known_however_it_is_written() {
        let bytes = plain(&mut document(launch));
        let text = String::from_utf8_lossy(&bytes).into_owned();
        for written in ["/#4caunch", "/L#61unch", "/#4C#61#75#6E#63#68"] {
            assert_eq!(
                check(text.replace("/Launch", written).as_bytes()),
                Err(PdfFault::Active),
                "{written}"
            );
        }
        assert_eq!(
            check(text.replace("/Launch", "/Launcher").as_bytes()),
            Ok(())
        );
    }

    #[test]
    fn what_cannot_be_looked_into_is_refused() {
        let bytes = packed(&mut document(script));
        let broken = String::from_utf8_lossy(&bytes[..bytes.len() / 2]).into_owned();
        assert!(check(broken.as_bytes()).is_err());
    }

    proptest! {
        #[test]
        fn no_bytes_make_it_fall_over(at in 0..10_000_usize, byte: u8, cut in 0..10_000_usize) {
            let mut bytes = packed(&mut document(script));
            let length = bytes.len();
            bytes[at % length] = byte;
            bytes.truncate(cut % length + 1);
            let _ = check(&bytes);
            let _ = check(&[b"%PDF-1.7\n1 0 obj".as_slice(), &b"[".repeat(at), &b"<<".repeat(cut)].concat());
        }
    }
}
