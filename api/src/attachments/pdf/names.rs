//! Names in the bytes of a PDF, however they are written and whether or not an object that can be read holds them.

use std::ops::Range;

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

/// Anywhere in the bytes only names this long are looked for: chance writes shorter ones into compressed data.
const SHORTEST_ANYWHERE: usize = 5;
/// Names of what keeps objects out of the bytes: object streams and their directories (7.5.7, 7.5.8), and encryption (7.6).
const HIDING: [&[u8]; 3] = [b"ObjStm", b"XRef", b"Encrypt"];

/// A name, where it begins, and what follows it.
struct Name<'a> {
    at: usize,
    text: Vec<u8>,
    rest: &'a [u8],
}

impl Name<'_> {
    /// Shorter ones are keys of what acts, and stand before a string, a list, a dictionary or a reference. In an address, such as
    /// `https://example.org/JS/`, they do not.
    fn is_active(&self) -> bool {
        is_active_name(&self.text) && (self.is_long() || self.has_value())
    }

    fn is_long(&self) -> bool {
        self.text.len() >= SHORTEST_ANYWHERE
    }

    fn has_value(&self) -> bool {
        let mut rest = self.rest.iter().copied();
        let first = rest.find(|byte| !is_white(*byte));
        first.is_some_and(|first| first.is_ascii_digit() || b"(<[%".contains(&first))
    }
}

/// Whether a name of what acts stands anywhere, however it is written: `#4A` is `J` (7.3.5). Short ones are looked for outside of
/// `payloads` only.
pub(super) fn has_active(bytes: &[u8], payloads: &[Range<usize>]) -> bool {
    names(bytes)
        .filter(Name::is_active)
        .any(|name| name.is_long() || !is_in(payloads, name.at))
}

/// Whether bytes that cannot be read as objects say in plain sight all that they hold, and nothing of it acts.
pub(super) fn hide_nothing(bytes: &[u8]) -> bool {
    !names(bytes).any(|name| HIDING.contains(&&*name.text) || name.is_active())
}

/// What lies between the words that begin and end the content of a stream (7.3.8). Readers take blanks between the first word and
/// the end of its line.
pub(super) fn payloads(bytes: &[u8]) -> Vec<Range<usize>> {
    let (begin, end) = (b"stream".as_slice(), b"endstream".as_slice());
    let mut payloads = Vec::new();
    let mut from = 0;
    while let Some(at) = find(bytes, from, begin) {
        let start = at + begin.len();
        from = start;
        let mut behind = bytes[start..].iter();
        let behind = behind.find(|byte| !matches!(byte, b' ' | b'\t'));
        if !matches!(behind, Some(b'\r' | b'\n')) || bytes[..at].ends_with(b"end") {
            continue;
        }
        let Some(stop) = find(bytes, start, end) else {
            break;
        };
        payloads.push(start..stop);
        from = stop + end.len();
    }
    payloads
}

/// Whether it lies in one of them. They are in order.
pub(super) fn is_in(payloads: &[Range<usize>], at: usize) -> bool {
    let before = payloads.partition_point(|payload| payload.start <= at);
    let last = payloads[..before].last();
    last.is_some_and(|payload| payload.contains(&at))
}

/// White space (7.2.3).
pub(super) const fn is_white(byte: u8) -> bool {
    matches!(byte, b'\0' | b'\t' | b'\n' | b'\x0C' | b'\r' | b' ')
}

fn find(bytes: &[u8], from: usize, word: &[u8]) -> Option<usize> {
    let rest = bytes.get(from..)?;
    let found = rest.windows(word.len()).position(|window| window == word);
    found.map(|at| from + at)
}

/// Whether a name is of what acts.
pub(super) fn is_active_name(name: &[u8]) -> bool {
    ACTIVE.contains(&name)
}

fn names(bytes: &[u8]) -> impl Iterator<Item = Name<'_>> {
    let slashes = bytes.iter().enumerate().filter(|(_, byte)| **byte == b'/');
    slashes.map(move |(at, _)| name(bytes, at))
}

fn name(bytes: &[u8], at: usize) -> Name<'_> {
    let longest = ACTIVE
        .iter()
        .map(|name| name.len())
        .max()
        .unwrap_or_default();
    let mut rest = &bytes[at + 1..];
    let mut text = Vec::new();
    // One more than the longest, so that a longer name is another one.
    while text.len() <= longest {
        match rest {
            [b'#', high, low, more @ ..] if high.is_ascii_hexdigit() && low.is_ascii_hexdigit() => {
                text.push(hex(*high) << 4 | hex(*low));
                rest = more;
            }
            [byte, more @ ..] if byte.is_ascii_graphic() && !b"()<>[]{}/%".contains(byte) => {
                text.push(*byte);
                rest = more;
            }
            _ => break,
        }
    }
    Name { at, text, rest }
}

fn hex(digit: u8) -> u8 {
    char::from(digit)
        .to_digit(16)
        .and_then(|value| u8::try_from(value).ok())
        .unwrap_or_default()
}
