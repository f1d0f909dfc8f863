//! Rows that are refused: for people to read, mend and import.

use std::fs::{File, OpenOptions};
use std::io::{BufWriter, Write as _};
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::Path;

use anyhow::Context as _;
use domain::old_portal::OldRowFault;
use serde::Serialize;
use serde_json::Value;
use texts::Locale;

use super::lines::SourceLine;

/// Refused rows that are printed where no file takes them.
const PRINTED: u64 = 20;

/// File for refused rows, or standard error.
pub struct Refusals {
    file: Option<BufWriter<File>>,
    count: u64,
}

/// A refused row, as the file has it.
#[derive(Serialize)]
struct RefusedRow<'a> {
    line: u64,
    field: &'a str,
    code: &'a str,
    #[serde(rename = "zh-CN")]
    chinese: String,
    en: String,
    row: Value,
}

impl Refusals {
    /// Into this file, which only its owner reads: rows tell of people.
    pub fn open(path: Option<&Path>) -> anyhow::Result<Self> {
        let open = |path: &Path| {
            let mut options = OpenOptions::new();
            let options = options.write(true).create(true).truncate(true).mode(0o600);
            let file = options.open(path);
            file.with_context(|| path.display().to_string())
        };
        Ok(Self {
            file: path.map(open).transpose()?.map(BufWriter::new),
            count: 0,
        })
    }

    /// Number of refused rows.
    pub const fn count(&self) -> u64 {
        self.count
    }

    /// Writes those of a batch; without a file the first are printed, their rows apart.
    pub fn write(
        &mut self,
        lines: &[SourceLine],
        refused: &[(u64, OldRowFault)],
        print: impl Fn(String),
    ) -> anyhow::Result<()> {
        for (number, fault) in refused {
            self.count += 1;
            let en = fault.text.render(Locale::En);
            let Some(file) = &mut self.file else {
                if self.count <= PRINTED {
                    let (field, code) = (fault.field, &fault.text.code);
                    print(format!("line {number}\t{field}\t{code}\t{en}"));
                }
                continue;
            };
            let source = lines.iter().find(|line| line.number == *number);
            let bytes = source.map_or(&[][..], |line| &line.bytes);
            let row = RefusedRow {
                line: *number,
                field: fault.field,
                code: &fault.text.code,
                chinese: fault.text.chinese(),
                en,
                row: serde_json::from_slice(bytes)
                    .unwrap_or_else(|_| Value::String(String::from_utf8_lossy(bytes).into())),
            };
            serde_json::to_writer(&mut *file, &row)?;
            file.write_all(b"\n")?;
        }
        if let Some(file) = &mut self.file {
            file.flush()?;
        }
        Ok(())
    }
}
