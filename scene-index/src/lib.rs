//! The scenes of a catalogue in files that are written once, sorted by place, and mapped: exact totals, pages, facets and
//! footprints without a database.
//!
//! A [`SegmentBuilder`] makes the bytes of a segment (see [`mod@format`]), [`publish`](mod@publish) writes them, and
//! [`Segment::open`] maps them where they arrive. A [`Snapshot`] is segments with what was written and removed since;
//! [`Snapshot::search`] answers a [`Query`], which is not made without a [`Scope`]. A [`geometry::SearchArea`] is prepared once
//! and asked often, and a [`Memo`] remembers what whole segments hold of the areas that are asked for again.
//!
//! Searches do not block and know no clock: one that may take long has a budget, and a thread of its own.

#![deny(unsafe_code)]

#[cfg(not(all(target_endian = "little", target_pointer_width = "64")))]
compile_error!("segments are mapped as they lie in the file: little-endian, with 64-bit offsets");

#[forbid(unsafe_code)]
mod builder;
#[forbid(unsafe_code)]
pub mod cloud;
#[forbid(unsafe_code)]
mod facets;
#[forbid(unsafe_code)]
pub mod format;
#[forbid(unsafe_code)]
mod hilbert;
mod map;
#[forbid(unsafe_code)]
mod memo;
#[forbid(unsafe_code)]
pub mod names;
#[forbid(unsafe_code)]
mod node;
#[forbid(unsafe_code)]
mod order;
#[forbid(unsafe_code)]
pub mod publish;
#[forbid(unsafe_code)]
mod query;
mod row_set;
#[forbid(unsafe_code)]
mod scene;
#[forbid(unsafe_code)]
mod scope;
#[forbid(unsafe_code)]
mod search;
#[forbid(unsafe_code)]
mod segment;
#[forbid(unsafe_code)]
mod snapshot;
#[forbid(unsafe_code)]
mod tombstones;

pub use builder::{BuildError, SegmentBuilder};
pub use cloud::{CloudLimit, UnknownCloud};
pub use facets::Facets;
pub use map::AlignedBytes;
pub use memo::Memo;
pub use order::Order;
pub use query::{PageWindow, Query};
pub use scene::{Month, SIZE_LIMIT, SceneFacts, SceneRecord, SceneSource, SourceId};
pub use scope::{Scope, ScopePart};
pub use search::{Answer, Hit};
pub use segment::{OpenError, Segment, SegmentDigest};
pub use snapshot::{ChangeError, LARGE_DELTA, LiveSegment, ScenePosition, SegmentOrigin, Snapshot};
pub use tombstones::Tombstones;
