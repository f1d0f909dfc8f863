//! Files and folders, read into items on a thread of its own.

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use texts::{Detail, ItemText};
use tokio::sync::mpsc::Sender;
use url::Url;

use super::progress::{IngestError, IngestProgress};
use crate::raster::{self, RasterFacts};
use crate::stac::{self, CatalogueItem};

/// Scenes written by one statement.
pub const BATCH: usize = 2000;
/// Batches parsed ahead of the database.
pub const AHEAD: usize = 2;

const RASTERS: [&str; 2] = ["tif", "tiff"];
const ITEMS: [&str; 4] = ["json", "geojson", "ndjson", "jsonl"];

/// Reads everything below `paths` and sends it in batches; how many items were bad. Ends early when
/// the receiver has gone.
pub fn read(
    paths: &[PathBuf],
    collection: &str,
    batch: usize,
    send: &Sender<Vec<CatalogueItem>>,
    progress: &dyn IngestProgress,
) -> Result<u64, IngestError> {
    let mut batches = Batches {
        items: Vec::with_capacity(batch),
        size: batch,
        send,
        progress,
        bad: 0,
    };
    let mut left: Vec<(PathBuf, bool)> = paths
        .iter()
        .rev()
        .map(|path| (path.clone(), true))
        .collect();
    while let Some((path, named)) = left.pop() {
        if path.is_dir() {
            match entries(&path) {
                Ok(inside) => left.extend(inside.into_iter().map(|entry| (entry, false))),
                Err(error) if named => return Err(IngestError::Folder { path, error }),
                Err(error) => {
                    let _ = batches.refuse(&format!("{}：{error}", path.display()));
                }
            }
            continue;
        }
        if read_one(&path, named, collection, &mut batches).is_break() {
            break;
        }
    }
    let _ = batches.flush();
    Ok(batches.bad)
}

/// What a folder holds, the last name first.
fn entries(folder: &Path) -> std::io::Result<Vec<PathBuf>> {
    let mut inside = std::fs::read_dir(folder)?
        .map(|entry| Ok(entry?.path()))
        .collect::<std::io::Result<Vec<_>>>()?;
    inside.sort_by(|a, b| b.cmp(a));
    Ok(inside)
}

fn read_one(
    path: &Path,
    named: bool,
    collection: &str,
    batches: &mut Batches<'_>,
) -> ControlFlow<()> {
    let kind = path
        .extension()
        .and_then(|kind| kind.to_str())
        .unwrap_or_default()
        .to_lowercase();
    if RASTERS.contains(&kind.as_str()) {
        return match read_raster(path, collection) {
            Ok(item) => batches.push(item),
            Err(reason) => {
                let reason = Detail::from(reason).chinese();
                batches.refuse(&format!("{}：{reason}", path.display()))
            }
        };
    }
    // A folder may hold anything; a file that was named must be one that can be read.
    if !named && !ITEMS.contains(&kind.as_str()) {
        return ControlFlow::Continue(());
    }
    let mut flow = ControlFlow::Continue(());
    let read = stac::read_file(path, |item| {
        flow = match item {
            Ok(item) => batches.push(item),
            Err(error) => batches.refuse(&error.to_string()),
        };
        flow
    });
    // One file that cannot be read does not keep the others out.
    match read {
        Ok(()) => flow,
        Err(error) => batches.refuse(&format!("{}：{error}", path.display())),
    }
}

/// The scene that a GeoTIFF is.
///
/// # Errors
/// Why it is none, for people.
pub fn read_raster(path: &Path, collection: &str) -> Result<CatalogueItem, ItemText> {
    let facts = raster::read_file(path).map_err(|error| error.text())?;
    raster_item(path, collection, &facts)
}

fn raster_item(
    path: &Path,
    collection: &str,
    facts: &RasterFacts,
) -> Result<CatalogueItem, ItemText> {
    let real = path.canonicalize();
    let real = real.map_err(|error| raster::RasterError::from(error).text())?;
    let url = Url::from_file_path(&real).map_err(|()| ItemText::PathNotAbsolute)?;
    let name = real
        .file_stem()
        .unwrap_or_default()
        .to_string_lossy()
        .into_owned();
    stac::check_name(ItemText::FileName, &name)?;
    stac::check_name("collection", collection)?;
    Ok(CatalogueItem {
        dataid: name.clone(),
        dataname: name,
        collection: Some(collection.to_owned()),
        satellite: None,
        sensor: None,
        acquired: facts.time,
        received: None,
        cloud: None,
        gsd: None,
        archive_url: Some(url.into()),
        file_name: real
            .file_name()
            .map(|name| name.to_string_lossy().into_owned()),
        size: Some(facts.size),
        sha256: None,
        footprint: facts.footprint.clone(),
        properties: properties(facts),
        image_url: None,
    })
}

/// What the file says of itself, as JSON; of one on an older datum also how far its footprint may be off.
fn properties(facts: &RasterFacts) -> String {
    let mut properties = serde_json::json!({
        "proj:shape": [facts.height, facts.width],
        "bands": facts.bands,
    });
    if let Some(metres) = facts.datum.accuracy_metres() {
        properties["footprint:datum"] = facts.datum.label().into();
        properties["footprint:accuracy"] = metres.into();
    }
    properties.to_string()
}

struct Batches<'a> {
    items: Vec<CatalogueItem>,
    size: usize,
    send: &'a Sender<Vec<CatalogueItem>>,
    progress: &'a dyn IngestProgress,
    bad: u64,
}

impl Batches<'_> {
    fn push(&mut self, item: CatalogueItem) -> ControlFlow<()> {
        self.items.push(item);
        if self.items.len() < self.size {
            return ControlFlow::Continue(());
        }
        self.flush()
    }

    fn flush(&mut self) -> ControlFlow<()> {
        let items = std::mem::replace(&mut self.items, Vec::with_capacity(self.size));
        if items.is_empty() || self.send.blocking_send(items).is_ok() {
            ControlFlow::Continue(())
        } else {
            ControlFlow::Break(())
        }
    }

    fn refuse(&mut self, reason: &str) -> ControlFlow<()> {
        self.bad += 1;
        self.progress.refused(reason);
        ControlFlow::Continue(())
    }
}
