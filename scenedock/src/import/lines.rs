//! The lines of a file, some at a time: a file is never in memory as a whole.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read as _};
use std::path::Path;
use std::thread;

use anyhow::Context as _;
use domain::old_portal::OldRowFault;
use serde::de::DeserializeOwned;
use serde_json::Value;
use texts::ImportText;
use tokio::sync::mpsc;

/// Lines that are written together.
const BATCH: usize = 1000;
/// Bytes of lines after which a batch ends, however few they are.
const BATCH_BYTES: usize = 8 << 20;
/// Longest line, in bytes: an order of some ten thousand scenes.
const LONGEST: usize = 4 << 20;
/// Batches that are read ahead.
const AHEAD: usize = 2;

/// A line that is not empty.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SourceLine {
    /// Number of the line, from 1.
    pub number: u64,
    /// The bytes without the line's end; of a line that is too long the first.
    pub bytes: Vec<u8>,
}

/// Lines that are written together.
pub type LineBatch = Vec<SourceLine>;

impl SourceLine {
    /// The row that it is.
    pub fn parse<T: DeserializeOwned>(&self) -> Result<T, OldRowFault> {
        if self.bytes.len() > LONGEST {
            let most = LONGEST as u64;
            return Err(OldRowFault::new("", ImportText::LineTooLong { most }));
        }
        let read = serde_json::from_slice(&self.bytes);
        // Only then are nulls looked for: they are rare, or everywhere.
        let read = read.or_else(|error| {
            let value: Value = serde_json::from_slice(&self.bytes).map_err(|_| error)?;
            serde_json::from_value(without_nulls(value))
        });
        read.map_err(|error| {
            let why = error.to_string();
            OldRowFault::new("", ImportText::LineUnreadable { why })
        })
    }
}

/// What is null counts as left out.
fn without_nulls(value: Value) -> Value {
    match value {
        Value::Object(fields) => {
            let fields = fields.into_iter().filter(|(_, value)| !value.is_null());
            let fields = fields.map(|(name, value)| (name, without_nulls(value)));
            Value::Object(fields.collect())
        }
        Value::Array(items) => Value::Array(items.into_iter().map(without_nulls).collect()),
        other => other,
    }
}

/// The lines of a file, read by a thread of their own.
pub struct FileLines {
    batches: mpsc::Receiver<io::Result<LineBatch>>,
}

impl FileLines {
    /// Begins to read; `-` is the standard input.
    pub fn open(path: &Path) -> anyhow::Result<Self> {
        let source: Box<dyn BufRead + Send> = if path == Path::new("-") {
            Box::new(BufReader::new(io::stdin()))
        } else {
            let file = File::open(path).with_context(|| path.display().to_string())?;
            Box::new(BufReader::new(file))
        };
        let (sender, batches) = mpsc::channel(AHEAD);
        let reader = thread::Builder::new().name("lines".into());
        reader.spawn(move || send_batches(source, &sender))?;
        Ok(Self { batches })
    }

    /// The next lines; `None`: there are no more.
    pub async fn next(&mut self) -> io::Result<Option<LineBatch>> {
        self.batches.recv().await.transpose()
    }
}

/// Until the end of the file, or until nobody wants more.
fn send_batches(mut source: Box<dyn BufRead + Send>, sender: &mpsc::Sender<io::Result<LineBatch>>) {
    let mut number = 0;
    loop {
        let batch = read_batch(&mut source, &mut number);
        let is_last = match &batch {
            Ok(lines) => lines.is_empty(),
            Err(_) => true,
        };
        let is_empty = matches!(&batch, Ok(lines) if lines.is_empty());
        if is_empty || sender.blocking_send(batch).is_err() || is_last {
            return;
        }
    }
}

/// Up to [`BATCH`] lines that are not empty; none: the file is at its end.
fn read_batch(source: &mut impl BufRead, number: &mut u64) -> io::Result<LineBatch> {
    let mut lines = Vec::with_capacity(BATCH);
    let mut size = 0;
    while lines.len() < BATCH && size < BATCH_BYTES {
        let Some(bytes) = read_line(source)? else {
            break;
        };
        *number += 1;
        let bytes = match bytes.strip_prefix(b"\xEF\xBB\xBF") {
            Some(rest) if *number == 1 => rest.to_vec(),
            _ => bytes,
        };
        if !bytes.trim_ascii().is_empty() {
            size += bytes.len();
            lines.push(SourceLine {
                number: *number,
                bytes,
            });
        }
    }
    Ok(lines)
}

/// A line without its end; of one that is too long one byte more than may be. `None`: there is no more.
fn read_line(source: &mut impl BufRead) -> io::Result<Option<Vec<u8>>> {
    let mut line = Vec::new();
    let most = LONGEST as u64 + 1;
    if source.by_ref().take(most).read_until(b'\n', &mut line)? == 0 {
        return Ok(None);
    }
    if line.last() == Some(&b'\n') {
        line.pop();
    } else if line.len() > LONGEST {
        source.skip_until(b'\n')?;
    }
    Ok(Some(line))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_keep_their_numbers_whatever_stands_between_them() {
        let mut file = b"\xEF\xBB\xBF{\"a\":1}\n\n  \r\n{\"a\":2}\r\n".to_vec();
        file.extend(std::iter::repeat_n(b'x', LONGEST + 5));
        file.extend(b"\n{\"a\":3}");
        let mut number = 0;
        let lines = read_batch(&mut file.as_slice(), &mut number).unwrap();
        let numbers: Vec<_> = lines.iter().map(|line| line.number).collect();
        assert_eq!(numbers, [1, 4, 5, 6]);
        let code = |line: &SourceLine| match line.parse::<serde_json::Value>() {
            Ok(value) => value.to_string(),
            Err(fault) => fault.text.code.into_owned(),
        };
        let read: Vec<_> = lines.iter().map(code).collect();
        let expected = [
            "{\"a\":1}",
            "{\"a\":2}",
            "import.line_too_long",
            "{\"a\":3}",
        ];
        assert_eq!(read, expected);
    }

    #[test]
    fn what_is_null_counts_as_left_out() {
        use domain::old_portal::user::OldUser;
        let line = |text: &str| SourceLine {
            number: 1,
            bytes: text.as_bytes().to_vec(),
        };
        let user = line("{\"loginName\": \"wangwu\", \"email\": null, \"roles\": null}");
        assert_eq!(user.parse::<OldUser>().unwrap().login_name, "wangwu");
        for wrong in [
            "null",
            "{\"loginName\": null, \"fee\": 1}",
            "{\"email\": 1}",
        ] {
            let fault = line(wrong).parse::<OldUser>().unwrap_err();
            assert_eq!(fault.text.code, "import.line_unreadable", "{wrong}");
        }
    }

    #[tokio::test]
    async fn a_file_comes_in_batches_until_its_end() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("rows.ndjson");
        std::fs::write(&path, "{}\n".repeat(2 * BATCH + 1)).unwrap();
        let mut lines = FileLines::open(&path).unwrap();
        let mut sizes = Vec::new();
        while let Some(batch) = lines.next().await.unwrap() {
            sizes.push(batch.len());
        }
        assert_eq!(sizes, [BATCH, BATCH, 1]);
        assert!(FileLines::open(&folder.path().join("none")).is_err());
    }
}
