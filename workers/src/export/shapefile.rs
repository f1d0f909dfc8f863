//! A shapefile of the scenes that have an area, as a zip of its five files ("ESRI Shapefile Technical Description",
//! 1998; the `.cpg` beside it names the table's encoding).

use std::fs::File;
use std::io::{self, BufReader, BufWriter, Seek, SeekFrom, Write};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use shapefile::ShapeWriter;
use shapefile::dbase::encoding::Unicode;
use shapefile::dbase::{FieldName, FieldValue, Record, TableWriter, TableWriterBuilder};
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

use super::footprint::polygons;
use super::output::{Title, nothing_to_show, temporary, written};
use super::row::{Column, Layout, SceneRow, Value, columns, rfc3339, values};
use crate::fault::Fault;
use crate::package::{PRJ, cut, shape};

/// Digits behind the point of the cloud cover.
const CLOUD_DIGITS: u8 = 2;

/// A temporary file that a writer of the crate owns, and that is read when the writer has ended: some do not flush,
/// and all keep the errors of their end for themselves.
#[derive(Clone)]
struct Part(Arc<Mutex<BufWriter<File>>>);

impl Part {
    fn new() -> Result<Self, Fault> {
        let file = BufWriter::new(temporary()?);
        Ok(Self(Arc::new(Mutex::new(file))))
    }

    fn file(&self) -> MutexGuard<'_, BufWriter<File>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Write for Part {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file().flush()
    }
}

impl Seek for Part {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        self.file().seek(to)
    }
}

/// A shapefile that is being written: each of the three files into a temporary one, because a zip holds one file after
/// the other.
pub struct Shapefile {
    stem: String,
    shapes: ShapeWriter<Part>,
    table: TableWriter<Part>,
    parts: [(&'static str, Part); 3],
    rows: u64,
    layout: Layout,
}

impl Shapefile {
    pub(super) fn begin(title: &Title) -> Result<Self, Fault> {
        let [shp, shx, dbf] = [Part::new()?, Part::new()?, Part::new()?];
        Ok(Self {
            stem: title.stem.clone(),
            shapes: ShapeWriter::with_shx(shp.clone(), shx.clone()),
            table: table(title)?.build_with_dest(dbf.clone()),
            parts: [("shp", shp), ("shx", shx), ("dbf", dbf)],
            rows: 0,
            layout: title.layout,
        })
    }

    /// Rows without an area are left out: a layer of areas cannot show them.
    pub(super) fn add(&mut self, row: &SceneRow) -> Result<(), Fault> {
        let Some(area) = polygons(&row.footprint) else {
            return Ok(());
        };
        self.rows += 1;
        self.shapes.write_shape(&shape(&area)).map_err(fault)?;
        self.table
            .write_record(&record(row, self.layout))
            .map_err(|error| table_fault(&error))
    }

    pub(super) fn finish(mut self) -> Result<File, Fault> {
        if self.rows == 0 {
            return Err(nothing_to_show());
        }
        // Dropping would do the same, and keep a full disk for itself.
        self.shapes.finalize().map_err(fault)?;
        self.table.finalize().map_err(|error| table_fault(&error))?;
        let mut zip = ZipWriter::new(BufWriter::new(temporary()?));
        for (ending, part) in &self.parts {
            add_file(&mut zip, &format!("{}.{ending}", self.stem), part)?;
        }
        for (ending, text) in [("prj", PRJ), ("cpg", "UTF-8")] {
            zip.start_file(format!("{}.{ending}", self.stem), options())
                .map_err(zip_fault)?;
            zip.write_all(text.as_bytes()).map_err(|e| written(&e))?;
        }
        let out = zip.finish().map_err(zip_fault)?;
        out.into_inner().map_err(|error| written(error.error()))
    }
}

fn add_file(zip: &mut ZipWriter<BufWriter<File>>, name: &str, part: &Part) -> Result<(), Fault> {
    zip.start_file(name, options()).map_err(zip_fault)?;
    let mut file = part.file();
    // Flushes too.
    file.rewind()
        .and_then(|()| io::copy(&mut BufReader::new(file.get_ref()), zip))
        .map_err(|error| written(&error))?;
    Ok(())
}

fn options() -> SimpleFileOptions {
    SimpleFileOptions::default()
        .compression_method(CompressionMethod::Deflated)
        .large_file(true)
}

fn table(title: &Title) -> Result<TableWriterBuilder, Fault> {
    columns(title.layout).try_fold(
        TableWriterBuilder::with_encoding(Unicode),
        |table, column| {
            let name = FieldName::try_from(column.short)
                .map_err(|error| Fault::Bug(format!("{}: {error}", column.short).into()))?;
            Ok(match column.heading {
                "序号" | "数据大小" => table.add_numeric_field(name, column.bytes, 0),
                "云量" => table.add_numeric_field(name, column.bytes, CLOUD_DIGITS),
                _ => table.add_character_field(name, column.bytes),
            })
        },
    )
}

fn record(row: &SceneRow, layout: Layout) -> Record {
    let mut record = Record::default();
    for (column, value) in columns(layout).zip(values(row, layout)) {
        record.insert(column.short.to_owned(), stored(column, value));
    }
    record
}

fn stored(column: Column, value: Value<'_>) -> FieldValue {
    // The writer itself would cut in the middle of a character.
    let text = |text: &str| FieldValue::Character(Some(cut(text, column.bytes.into()).to_owned()));
    match value {
        Value::Text(value) => text(value),
        Value::Time(None) => FieldValue::Character(None),
        Value::Time(Some(time)) => text(&rfc3339(time)),
        Value::Real(number) => FieldValue::Numeric(number.map(f64::from)),
        Value::Number(number) => FieldValue::Numeric(number),
        // dBase numbers are text made from a double: exact to 2^53 bytes, nine petabytes.
        #[expect(clippy::cast_precision_loss)]
        Value::Whole(number) => FieldValue::Numeric(number.map(|number| number as f64)),
    }
}

fn fault(error: shapefile::Error) -> Fault {
    match error {
        shapefile::Error::IoError(error) => written(&error),
        other => Fault::Bug(format!("shapefile: {other}").into()),
    }
}

fn table_fault(error: &shapefile::dbase::Error) -> Fault {
    match error.kind() {
        shapefile::dbase::ErrorKind::IoError(error) => written(error),
        _ => Fault::Bug(format!("dbf: {error}").into()),
    }
}

fn zip_fault(error: zip::result::ZipError) -> Fault {
    match error {
        zip::result::ZipError::Io(error) => written(&error),
        other => Fault::Bug(format!("zip: {other}").into()),
    }
}
