//! Whether a PDF does more than show pages.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use lopdf::xref::XrefEntry;
use lopdf::{
    Dictionary, Document, EncryptionState, LoadOptions, Object, ObjectId, ObjectStream, Stream,
};

#[cfg(test)]
mod hidden_tests;
mod names;

use names::is_active_name;

/// Most bytes that one of its streams may unpack to while it is looked at.
const LARGEST_UNPACKED: usize = 64 << 20;

/// Longest head of an object that is looked at, bytes: millions of entries may name the same millions of blanks.
const LONGEST_HEAD: usize = 1024;

/// What is wrong with a PDF.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum PdfFault {
    /// It holds scripts, actions or files.
    Active,
    /// It cannot be looked into: encrypted with a password, or broken.
    Unreadable,
}

/// Looks at every object, those in object streams included: as the file's directory names them, and as a reader finds them
/// that repairs the directory, which may be others. Other readers take more files than the library does: what it leaves out is
/// trusted only where the bytes themselves say all.
pub(super) fn check(bytes: &[u8]) -> Result<(), PdfFault> {
    let payloads = names::payloads(bytes);
    if names::has_active(bytes, &payloads) {
        return Err(PdfFault::Active);
    }
    check_as(bytes, &payloads, false)?;
    check_as(bytes, &payloads, true)
}

fn check_as(
    bytes: &[u8],
    payloads: &[Range<usize>],
    force_reconstruct: bool,
) -> Result<(), PdfFault> {
    let options = LoadOptions {
        max_decompressed_size: Some(LARGEST_UNPACKED),
        force_reconstruct,
        ..LoadOptions::default()
    };
    let is_whole = match Document::load_mem_with_options(bytes, options) {
        // Still encrypted: the empty password does not open it.
        Ok(document) if document.is_encrypted() && document.encryption_state.is_none() => {
            return Err(PdfFault::Unreadable);
        }
        Ok(document) if acts(&document) => return Err(PdfFault::Active),
        Ok(document) => is_whole(&document, bytes, payloads),
        Err(_) => false,
    };
    if is_whole || names::hide_nothing(bytes) {
        Ok(())
    } else {
        Err(PdfFault::Unreadable)
    }
}

fn acts(document: &Document) -> bool {
    is_active_dictionary(&document.trailer)
        || document.objects.values().any(is_active)
        || containers(document).any(|id| match document.objects.get(&id) {
            // Others are unpacked among the objects.
            Some(Object::Stream(stream)) => !is_object_stream(stream) && unpacks_to_active(stream),
            _ => false,
        })
}

/// What the directory names as object streams, once each.
fn containers(document: &Document) -> impl Iterator<Item = ObjectId> {
    let entries = document.reference_table.entries.values();
    let named = entries.filter_map(|entry| match *entry {
        XrefEntry::Compressed { container, .. } => Some(container),
        _ => None,
    });
    let named: BTreeSet<u32> = named.collect();
    named.into_iter().map(|container| (container, 0))
}

/// Whether each object that the directory names, and that begins as one, was read. The library leaves out what it cannot read, and
/// keeps one of several that have the same number.
fn is_whole(document: &Document, bytes: &[u8], payloads: &[Range<usize>]) -> bool {
    let mut begun: BTreeMap<ObjectId, usize> = BTreeMap::new();
    let mut entries = document.reference_table.entries.values();
    let are_read = entries.all(|entry| {
        let XrefEntry::Normal { offset, .. } = *entry else {
            return true;
        };
        let Ok(offset) = usize::try_from(offset) else {
            return false;
        };
        let beginning = beginning(bytes, offset);
        if is_endless(beginning) {
            return false;
        }
        let Some((id, content)) = header(beginning) else {
            return true;
        };
        let is_alone = begun.insert(id, offset).is_none_or(|other| other == offset);
        let is_read = document.objects.contains_key(&id)
            || content.starts_with(b"endobj")
            || is_encryption(document, id);
        is_alone && is_read && !names::is_in(payloads, offset)
    });
    are_read && containers(document).all(|id| is_stream(document, id))
}

fn is_stream(document: &Document, id: ObjectId) -> bool {
    matches!(document.objects.get(&id), Some(Object::Stream(_)))
}

/// Whether it says how the document is encrypted, which the library takes away from what it has decrypted.
fn is_encryption(document: &Document, id: ObjectId) -> bool {
    let state = document.encryption_state.as_ref();
    state.and_then(EncryptionState::encrypt_object_id) == Some(id)
}

/// A head, and as much again of what follows it.
fn beginning(bytes: &[u8], offset: usize) -> &[u8] {
    let rest = bytes.get(offset..).unwrap_or_default();
    &rest[..rest.len().min(2 * LONGEST_HEAD)]
}

/// Whether the numbers of an object go on for longer than any do.
fn is_endless(beginning: &[u8]) -> bool {
    let head = beginning.get(..LONGEST_HEAD);
    head.is_some_and(|head| {
        head.iter()
            .all(|byte| names::is_white(*byte) || byte.is_ascii_digit())
    })
}

/// The head of an indirect object (7.3.10), `1 0 obj`, and what follows it.
fn header(bytes: &[u8]) -> Option<(ObjectId, &[u8])> {
    let (number, rest) = whole_number(bytes)?;
    let (generation, rest) = whole_number(rest)?;
    let rest = without_white(rest).strip_prefix(b"obj")?;
    Some(((number, generation), without_white(rest)))
}

fn whole_number<T: std::str::FromStr>(bytes: &[u8]) -> Option<(T, &[u8])> {
    let bytes = without_white(bytes);
    let end = bytes.iter().position(|byte| !byte.is_ascii_digit())?;
    let (digits, rest) = bytes.split_at(end);
    let number = std::str::from_utf8(digits).ok()?.parse().ok()?;
    Some((number, rest))
}

fn without_white(bytes: &[u8]) -> &[u8] {
    let end = bytes.iter().position(|byte| !names::is_white(*byte));
    &bytes[end.unwrap_or(bytes.len())..]
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

/// Whether it is an object stream with such an object, named by the file's directory or not.
fn hides_active(stream: &Stream) -> bool {
    is_object_stream(stream) && unpacks_to_active(stream)
}

/// By its type (7.5.7), or because it says where its first object begins: some readers ask for no type.
fn is_object_stream(stream: &Stream) -> bool {
    stream.dict.has_type(b"ObjStm") || stream.dict.has(b"First")
}

/// The names as they stand are looked at, too: of two values of a key the library keeps one. What cannot be unpacked, or holds fewer
/// objects than it says, is not trusted.
fn unpacks_to_active(stream: &Stream) -> bool {
    let Ok(content) = stream.get_plain_content_with_limit(LARGEST_UNPACKED) else {
        return true;
    };
    if names::has_active(&content, &[]) {
        return true;
    }
    let Ok(unpacked) = ObjectStream::new_with_limit(stream, Some(LARGEST_UNPACKED)) else {
        return true;
    };
    let promised = stream.dict.get(b"N").and_then(Object::as_i64);
    let is_short = promised.is_ok_and(|promised| {
        i64::try_from(unpacked.objects.len()).is_ok_and(|found| found < promised)
    });
    is_short || unpacked.objects.values().any(is_active)
}

fn is_active_dictionary(dictionary: &Dictionary) -> bool {
    dictionary
        .iter()
        .any(|(key, value)| is_active_name(key) || is_active(value))
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
            !bytes.windows(13).any(|part| part == b"JavaScript/JS"),
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
