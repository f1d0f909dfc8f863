//! Rows of the database become segments.

use std::env::temp_dir;
use std::sync::Arc;

use geometry::Footprint;
use scene_index::{
    BuildError, ChangeError, SIZE_LIMIT, SceneRecord, Segment, SegmentBuilder, names,
};

use super::row::SceneRow;
use crate::StorageError;
use crate::segment_shelf::SegmentShelf;

/// Segments of fewer bytes stay in memory.
const SMALL: usize = 1 << 20;

/// Why the database's scenes cannot be held.
pub(super) fn refused(error: impl Into<ChangeError>) -> StorageError {
    match error.into() {
        ChangeError::Open(error) => error.into(),
        ChangeError::Build(error) => StorageError::Setting(error.to_string()),
    }
}

/// A builder that holds these rows.
pub(super) fn built(rows: Vec<SceneRow>) -> Result<SegmentBuilder, BuildError> {
    let mut builder = SegmentBuilder::new();
    for row in rows {
        put(row, &mut builder)?;
    }
    Ok(builder)
}

/// Gives a builder a row; where it knows as many sources as it can, nothing of it.
pub(super) fn put(row: SceneRow, builder: &mut SegmentBuilder) -> Result<(), BuildError> {
    let source = builder.source(&row.source)?;
    builder.add(SceneRecord {
        number: row.did.unsigned_abs(),
        source,
        time: Some(row.acquired),
        cloud: row.cloud,
        // What is longer than any disk is as long as what is hardly shorter.
        size: row.size.unsigned_abs().min(SIZE_LIMIT - 1),
        footprint: Footprint::try_from(row.outline).unwrap_or_default(),
        names: names::folded(&row.dataname, &row.dataid),
    })
}

/// Where segments are put that this process builds.
#[derive(Debug, Clone)]
pub(super) enum SegmentPlace {
    /// A file without a name in the folder for temporary files, gone with the process.
    Unnamed,
    /// A file that others of this machine map, too.
    Shelf(SegmentShelf),
}

/// A segment of what a builder holds. Without a name it is in memory where that takes nothing more.
pub(super) fn segment(
    builder: SegmentBuilder,
    target: &SegmentPlace,
) -> Result<Arc<Segment>, ChangeError> {
    let bytes = builder.build()?;
    if let SegmentPlace::Shelf(shelf) = target {
        return Ok(shelf.write(bytes.bytes())?);
    }
    if bytes.bytes().len() < SMALL {
        return Ok(Arc::new(Segment::just_built(bytes)?));
    }
    let segment = Segment::in_unnamed_file(&temp_dir(), &bytes).or_else(|error| {
        tracing::warn!(%error, "scenes cannot be kept in the folder for temporary files; they stay in memory");
        Segment::just_built(bytes)
    });
    Ok(Arc::new(segment?))
}
