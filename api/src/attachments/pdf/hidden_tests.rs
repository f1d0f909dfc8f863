//! What a file hides from the library that reads it, and other readers find.

use std::io::Write as _;

use flate2::Compression;
use flate2::write::ZlibEncoder;

use super::{PdfFault, check};

const CATALOGUE: &str = "<</Type/Catalog/Pages 2 0 R/OpenAction 4 0 R>>";
const SCRIPT: &str = r"<</S/JavaScript/JS(app.alert\(1\))>>";
const LINK: &str = "<</S/URI/URI(https://example.org/JS/EF?a=/XFA)>>";

/// A file with an object stream, as number 5, in which the catalogue, as number 1, and an action, as number 4, lie; and a directory
/// that is a stream.
struct Packed {
    catalogue: &'static str,
    action: &'static str,
    /// What the object stream says of itself first.
    head: String,
    /// Zeros behind the directory.
    zeros: usize,
}

impl Default for Packed {
    fn default() -> Self {
        Self {
            catalogue: CATALOGUE,
            action: SCRIPT,
            head: "/Type/ObjStm".to_owned(),
            zeros: 0,
        }
    }
}

impl Packed {
    fn bytes(&self) -> Vec<u8> {
        let action_at = self.catalogue.len() + 1;
        let index = format!("1 0 4 {action_at} ");
        // So that it is worth packing, and nothing of it can be read in the bytes.
        let blank = " ".repeat(2000);
        let objects = format!("{index}{} {}{blank}", self.catalogue, self.action);
        let first = index.len();
        let dictionary = format!("{}/N 2/First {first}", self.head);
        let mut file = File::default();
        file.add(2, b"<</Type/Pages/Kids[3 0 R]/Count 1>>");
        file.add(3, b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>");
        file.add(5, &stream(&dictionary, objects.as_bytes()));
        file.in_stream = vec![(1, 0), (4, 1)];
        file.finish(self.zeros)
    }
}

#[derive(Default)]
struct File {
    bytes: Vec<u8>,
    offsets: [Option<u32>; 7],
    /// Numbers of objects in stream 5, and their places in it.
    in_stream: Vec<(usize, u32)>,
}

impl File {
    fn add(&mut self, number: usize, content: &[u8]) {
        if self.bytes.is_empty() {
            self.bytes.extend(b"%PDF-1.5\n");
        }
        self.offsets[number] = u32::try_from(self.bytes.len()).ok();
        let head = format!("{number} 0 obj\n");
        self.bytes.extend(head.into_bytes());
        self.bytes.extend(content);
        self.bytes.extend(b"\nendobj\n");
    }

    fn finish(mut self, zeros: usize) -> Vec<u8> {
        let start = self.bytes.len();
        self.offsets[6] = u32::try_from(start).ok();
        let mut entries = Vec::new();
        for (number, offset) in self.offsets.iter().enumerate() {
            let packed = self.in_stream.iter().find(|(packed, _)| *packed == number);
            let (kind, value, index) = match (packed, offset) {
                (Some((_, index)), _) => (2_u8, 5, *index),
                (None, Some(offset)) => (1, *offset, 0),
                (None, None) => (0, 0, 0),
            };
            entries.push(kind);
            entries.extend(value.to_be_bytes());
            entries.extend(index.to_be_bytes());
        }
        entries.resize(entries.len() + zeros, 0);
        let directory = stream("/Type/XRef/Size 7/W[1 4 4]/Root 1 0 R", &entries);
        self.add(6, &directory);
        let end = format!("startxref\n{start}\n%%EOF\n");
        self.bytes.extend(end.into_bytes());
        self.bytes
    }
}

fn stream(dictionary: &str, content: &[u8]) -> Vec<u8> {
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(content).unwrap();
    let packed = encoder.finish().unwrap();
    let length = packed.len();
    let head = format!("<<{dictionary}/Filter/FlateDecode/Length {length}>>stream\n");
    [head.as_bytes(), &packed, b"\nendstream"].concat()
}

#[test]
fn what_lies_in_object_streams_is_found_however_they_are_written() {
    let harmless = Packed {
        action: LINK,
        ..Packed::default()
    };
    assert_eq!(check(&harmless.bytes()), Ok(()), "a link");
    for head in ["/Type/ObjStm", "/Type/Obj#53tm", "", "/Type/Notes"] {
        let packed = Packed {
            head: head.to_owned(),
            ..Packed::default()
        };
        assert_eq!(check(&packed.bytes()), Err(PdfFault::Active), "{head}");
    }
    // Which of two values a reader takes is up to the reader.
    let twice = Packed {
        catalogue: "<</Type/Catalog/Pages 2 0 R/AcroForm<</XFA 3 0 R>>/AcroForm null>>",
        action: LINK,
        ..Packed::default()
    };
    assert_eq!(check(&twice.bytes()), Err(PdfFault::Active), "twice");
}

#[test]
fn what_the_library_does_not_read_is_refused_where_it_could_hide_something() {
    // More than one stream may unpack to: other readers stop where the directory ends.
    for head in ["/Type/Obj#53tm", "/Type/Notes"] {
        let packed = Packed {
            head: head.to_owned(),
            zeros: 70_000_000,
            ..Packed::default()
        };
        assert_eq!(check(&packed.bytes()), Err(PdfFault::Unreadable), "{head}");
    }
    // Deeper than the library reads.
    let deep = format!("/A {}{}/Type/Obj#53tm", "[".repeat(300), "]".repeat(300));
    let packed = Packed {
        head: deep,
        ..Packed::default()
    };
    assert_eq!(check(&packed.bytes()), Err(PdfFault::Unreadable), "deep");
}

#[test]
fn short_names_are_found_in_files_that_the_library_does_not_read() {
    let pages = b"<</Type/Pages/Kids[]/Count 0>>";
    for (catalogue, expected) in [
        ("/AcroForm<</XFA 4 0 R>>", Err(PdfFault::Active)),
        ("/AcroForm<</#58FA[4 0 R]>>", Err(PdfFault::Active)),
        ("/A<</S/Rendition/OP 0/J#53 (x)>>", Err(PdfFault::Active)),
        ("/A<</S/GoToE/T<</R/C>>>>", Err(PdfFault::Active)),
        ("", Err(PdfFault::Unreadable)),
    ] {
        let mut file = File::default();
        let catalogue = format!("<</Type/Catalog/Pages 2 0 R{catalogue}>>");
        file.add(1, catalogue.as_bytes());
        file.add(2, pages);
        assert_eq!(check(&file.finish(70_000_000)), expected, "{catalogue}");
    }
}

#[test]
fn short_names_in_what_a_stream_holds_are_no_names() {
    for (after, expected) in [
        ("\n", Ok(())),
        ("\r\n", Ok(())),
        (" \r\n", Ok(())),
        ("\t \n", Ok(())),
        (" x\n", Err(PdfFault::Active)),
    ] {
        let mut file = File::default();
        file.add(1, b"<</Type/Catalog/Pages 2 0 R>>");
        file.add(2, b"<</Type/Pages/Kids[3 0 R]/Count 1>>");
        file.add(3, b"<</Type/Page/Parent 2 0 R/Contents 4 0 R>>");
        let content = format!("<</Length 6>>stream{after}/JS 1 \nendstream");
        file.add(4, content.as_bytes());
        assert_eq!(check(&file.finish(0)), expected, "{after:?}");
    }
}

#[test]
fn an_entry_that_names_a_long_blank_is_not_followed() {
    for (blanks, expected) in [(500, Ok(())), (2000, Err(PdfFault::Unreadable))] {
        let mut file = File::default();
        file.add(1, b"<</Type/Catalog/Pages 2 0 R>>");
        file.add(2, b"<</Type/Pages/Kids[3 0 R]/Count 1>>");
        file.add(3, b"<</Type/Page/Parent 2 0 R>>");
        file.offsets[4] = u32::try_from(file.bytes.len()).ok();
        file.bytes.extend(b" ".repeat(blanks));
        file.bytes.extend(b"%\n");
        assert_eq!(check(&file.finish(0)), expected, "{blanks}");
    }
}

#[test]
fn a_broken_file_that_hides_nothing_passes() {
    let broken = |content: &str| {
        let text = format!("%PDF-1.4\n1 0 obj{content}endobj\ntrailer<<>>\nstartxref\n9\n%%EOF\n");
        check(text.as_bytes())
    };
    for content in ["<<>>", "<</A(https://example.org/JS/app)>>", "<</EFG 1>>"] {
        assert_eq!(broken(content), Ok(()), "{content}");
    }
    for content in ["<</EF<<>>>>", "<</#45ncrypt 2 0 R>>", "<</Type/X#52ef>>"] {
        assert!(broken(content).is_err(), "{content}");
    }
}
