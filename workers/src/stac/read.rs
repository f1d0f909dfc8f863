//! Files of items, read one item at a time.

use std::fmt::{self, Write as _};
use std::io::{self, BufRead, BufReader, Cursor, Read};
use std::ops::ControlFlow;
use std::path::Path;

use serde::de::{DeserializeSeed, Deserializer, MapAccess, SeqAccess, Visitor};
use serde_json::value::RawValue;
use storage::regular_file;
use texts::{Detail, ItemText};
use url::Url;

use super::{CatalogueItem, item};

/// Longest item. A scene with a thousand assets stays below a megabyte.
const LONGEST_ITEM: usize = 16 << 20;
const BOM: &[u8] = b"\xef\xbb\xbf";

/// Where in its file an item stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ItemPlace {
    /// Line of the file, from 1.
    Line(u64),
    /// Place in the list of features, from 0.
    Feature(u64),
}

impl fmt::Display for ItemPlace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Line(line) => write!(f, "第 {line} 行"),
            Self::Feature(index) => write!(f, "features[{index}]"),
        }
    }
}

/// An item that could not be taken.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{file} {position}：{}", Detail::from(.reason.clone()).chinese())]
pub struct ItemError {
    /// The file as it was named.
    pub file: String,
    /// Line or list index of the item.
    pub position: ItemPlace,
    /// Why, for the person who runs the ingest.
    pub reason: ItemText,
}

/// Reads the file at `path`; see [`read_items`].
///
/// # Errors
/// Only when the file cannot be read; bad items go to `each`.
pub fn read_file(
    path: &Path,
    each: impl FnMut(Result<CatalogueItem, ItemError>) -> ControlFlow<()>,
) -> io::Result<()> {
    let real = path.canonicalize()?;
    let base = Url::from_file_path(&real)
        .map_err(|()| io::Error::other(format!("{} is no absolute path", real.display())))?;
    let reader = BufReader::with_capacity(1 << 20, regular_file::open(&real)?.0);
    read_items(reader, &path.display().to_string(), &base, each)
}

/// Hands every item of `reader` to `each`, good or bad, until the end or until `each` breaks off. An Item, items line
/// by line (NDJSON) and an ItemCollection are told apart by the first line. `file` names the source in errors; relative
/// locations are taken against `base`. Memory: a few items.
///
/// # Errors
/// Only when reading fails; bad items go to `each`. A syntax error within an ItemCollection ends it, as nothing behind
/// it can be trusted.
pub fn read_items(
    mut reader: impl BufRead,
    file: &str,
    base: &Url,
    mut each: impl FnMut(Result<CatalogueItem, ItemError>) -> ControlFlow<()>,
) -> io::Result<()> {
    let (first, end) = first_line(&mut reader)?;
    if first.trim_ascii().is_empty() {
        return Ok(());
    }
    let by_line = end && is_whole_item(&first);
    let whole = Cursor::new(first).chain(reader);
    let items = ItemReader {
        file,
        base,
        each: &mut each,
        index: 0,
        stopped: false,
    };
    if by_line {
        items.lines(whole)
    } else {
        items.document(whole)
    }
}

/// The first line with something on it, without a byte order mark, and whether its end was reached.
fn first_line(reader: &mut impl BufRead) -> io::Result<(Vec<u8>, bool)> {
    let mut line = Vec::new();
    loop {
        let start = line.len();
        let limit = (LONGEST_ITEM - start) as u64;
        let read = reader.by_ref().take(limit).read_until(b'\n', &mut line)?;
        if start == 0 && line.starts_with(BOM) {
            line.drain(..BOM.len());
        }
        let blank = line[start.min(line.len())..].trim_ascii().is_empty();
        if read == 0 || !blank || line.len() >= LONGEST_ITEM {
            return Ok((line, read < LONGEST_ITEM));
        }
    }
}

/// A line that holds one complete object other than a collection. A document that is spread over lines opens with a
/// brace that the line does not close.
fn is_whole_item(line: &[u8]) -> bool {
    let line = line.trim_ascii();
    let complete = line.first() == Some(&b'{') && line.last() == Some(&b'}');
    let kind = || serde_json::from_slice::<Kind>(line);
    complete && !kind().is_ok_and(|kind| kind.kind == "FeatureCollection")
}

#[derive(serde::Deserialize)]
struct Kind {
    #[serde(default, rename = "type")]
    kind: String,
}

struct ItemReader<'a> {
    file: &'a str,
    base: &'a Url,
    each: &'a mut dyn FnMut(Result<CatalogueItem, ItemError>) -> ControlFlow<()>,
    index: u64,
    stopped: bool,
}

impl ItemReader<'_> {
    fn lines(mut self, mut reader: impl BufRead) -> io::Result<()> {
        let mut line = Vec::new();
        let mut number = 0;
        while !self.stopped {
            line.clear();
            let limit = LONGEST_ITEM as u64 + 1;
            if reader.by_ref().take(limit).read_until(b'\n', &mut line)? == 0 {
                return Ok(());
            }
            number += 1;
            if line.len() > LONGEST_ITEM && line.last() != Some(&b'\n') {
                self.refuse(ItemPlace::Line(number), ItemText::TooLong);
                skip_line(&mut reader)?;
                continue;
            }
            let text = line.trim_ascii();
            if !text.is_empty() {
                self.offer(text, ItemPlace::Line(number));
            }
        }
        Ok(())
    }

    fn document(mut self, reader: impl Read) -> io::Result<()> {
        let mut json = serde_json::Deserializer::from_reader(BufReader::new(reader));
        let result = Document(&mut self).deserialize(&mut json);
        match result {
            Ok(()) => Ok(()),
            Err(error) if error.is_io() => Err(error.into()),
            Err(_) if self.stopped => Ok(()),
            Err(error) => {
                let line = u64::try_from(error.line()).unwrap_or(u64::MAX);
                let why = error.to_string();
                self.refuse(ItemPlace::Line(line.max(1)), ItemText::NotJson { why });
                Ok(())
            }
        }
    }

    fn offer(&mut self, text: &[u8], position: ItemPlace) {
        match item::parse(text, self.base) {
            Ok(item) => self.emit(Ok(item)),
            Err(reason) => self.refuse(position, reason),
        }
    }

    fn refuse(&mut self, position: ItemPlace, reason: ItemText) {
        let file = self.file.to_owned();
        self.emit(Err(ItemError {
            file,
            position,
            reason,
        }));
    }

    fn emit(&mut self, item: Result<CatalogueItem, ItemError>) {
        self.stopped |= (self.each)(item).is_break();
    }
}

fn skip_line(reader: &mut impl BufRead) -> io::Result<()> {
    loop {
        let buffer = reader.fill_buf()?;
        let end = buffer.iter().position(|b| *b == b'\n');
        let (used, done) = end.map_or((buffer.len(), buffer.is_empty()), |at| (at + 1, true));
        reader.consume(used);
        if done {
            return Ok(());
        }
    }
}

/// A whole document: an ItemCollection, whose features are handed on as they are read, or a single Item, whose few
/// members are kept until it ends.
struct Document<'a, 'b>(&'a mut ItemReader<'b>);

impl<'de> DeserializeSeed<'de> for Document<'_, '_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_map(self)
    }
}

impl<'de> Visitor<'de> for Document<'_, '_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("a STAC Item or ItemCollection")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        let mut item = String::from("{");
        let mut collection = false;
        while let Some(key) = map.next_key::<String>()? {
            if key == "features" {
                collection = true;
                map.next_value_seed(Features(&mut *self.0))?;
                continue;
            }
            let value = map.next_value::<Box<RawValue>>()?;
            if item.len() + value.get().len() > LONGEST_ITEM {
                return Err(serde::de::Error::custom("the item is too long"));
            }
            let separator = if item.len() > 1 { "," } else { "" };
            let key = serde_json::Value::from(key);
            // Writing to a string cannot fail.
            let _ = write!(item, "{separator}{key}:{}", value.get());
        }
        item.push('}');
        if !collection {
            self.0.offer(item.as_bytes(), ItemPlace::Line(1));
        }
        Ok(())
    }
}

struct Features<'a, 'b>(&'a mut ItemReader<'b>);

impl<'de> DeserializeSeed<'de> for Features<'_, '_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_seq(self)
    }
}

impl<'de> Visitor<'de> for Features<'_, '_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("a list of items")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<(), A::Error> {
        let items = self.0;
        while let Some(feature) = list.next_element::<Box<RawValue>>()? {
            items.offer(feature.get().as_bytes(), ItemPlace::Feature(items.index));
            items.index += 1;
            if items.stopped {
                return Err(serde::de::Error::custom("no more wanted"));
            }
        }
        Ok(())
    }
}
