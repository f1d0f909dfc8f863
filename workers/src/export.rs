//! Lists of scenes as files: bytes in, bytes out, without queue or database.
//!
//! A [`Writer`] takes one row after another and holds none of them: what is written goes into temporary files that have
//! no name, so that nothing is left of them however the process ends.

use std::fs::File;
use std::io::{Seek, SeekFrom};

use domain::export::ExportKind;

use crate::fault::Fault;

mod csv;
mod footprint;
mod geojson;
mod output;
mod row;
mod shapefile;
mod xlsx;

pub use output::Title;
use output::written;
pub use row::{FurtherValue, Layout, OrderFacts, SceneRow};

/// A list that is being written.
pub enum Writer {
    /// Zip of a shapefile.
    Shapefile(Box<shapefile::Shapefile>),
    /// Feature collection.
    Geojson(geojson::Geojson),
    /// Comma-separated values.
    Csv(Box<csv::Csv>),
    /// Workbook.
    Xlsx(Box<xlsx::Xlsx>),
}

impl Writer {
    /// Begins a list.
    pub fn begin(kind: ExportKind, title: &Title) -> Result<Self, Fault> {
        Ok(match kind {
            ExportKind::Shapefile => Self::Shapefile(Box::new(shapefile::Shapefile::begin(title)?)),
            ExportKind::Geojson => Self::Geojson(geojson::Geojson::begin(title)?),
            ExportKind::Csv => Self::Csv(Box::new(csv::Csv::begin(title)?)),
            ExportKind::Xlsx => Self::Xlsx(Box::new(xlsx::Xlsx::begin(title)?)),
        })
    }

    /// The next row.
    pub fn add(&mut self, row: &SceneRow) -> Result<(), Fault> {
        match self {
            Self::Shapefile(writer) => writer.add(row),
            Self::Geojson(writer) => writer.add(row),
            Self::Csv(writer) => writer.add(row),
            Self::Xlsx(writer) => writer.add(row),
        }
    }

    /// The whole file, rewound, and its length.
    ///
    /// # Errors
    /// [`Fault::SourceMissing`] for a map on which there would be nothing.
    pub fn finish(self) -> Result<(File, u64), Fault> {
        let mut file = match self {
            Self::Shapefile(writer) => writer.finish()?,
            Self::Geojson(writer) => writer.finish()?,
            Self::Csv(writer) => writer.finish()?,
            Self::Xlsx(writer) => writer.finish()?,
        };
        let size = file.seek(SeekFrom::End(0)).map_err(|e| written(&e))?;
        file.rewind().map_err(|e| written(&e))?;
        Ok((file, size))
    }
}

impl std::fmt::Debug for Writer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Shapefile(_) => "Writer::Shapefile",
            Self::Geojson(_) => "Writer::Geojson",
            Self::Csv(_) => "Writer::Csv",
            Self::Xlsx(_) => "Writer::Xlsx",
        })
    }
}
