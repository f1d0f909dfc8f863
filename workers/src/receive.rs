//! Sources that scenes are received from: folders, STAC APIs, buckets and FTP servers, read piece by piece, without queue or database.

mod fetch;
mod folder;
mod pages;
mod peer;
mod verify;

use domain::receive::{ItemReason, SourceKind};
use storage::db::receive_files::ItemReport;
use texts::Detail;

use crate::stac::CatalogueItem;

pub use fetch::{
    FetchError, FetchedFile, FileRead, FileSource, adopt, digits, discard, fetch, local_path,
    open_place, sum_of,
};
pub use folder::{FolderFile, FolderWalk, read_items_of, watched_folder};
pub use pages::{Page, PageItem, PageRequest, PeerFile, StacApi};
pub use peer::{Peer, PeerRead, PeerState, PreparedFile, PreparedFiles, WithdrawnPage};
pub use verify::{check_places, verify};

/// Why an item is not taken.
pub type Refusal = (ItemReason, Detail);

/// An item of a source: a scene to be written, or why there is none.
#[derive(Debug)]
pub struct ReceivedItem {
    /// A path below the folder, or what an API calls it.
    pub name: String,
    /// The item, or why it is not taken.
    pub item: Result<CatalogueItem, Refusal>,
}

/// The report of an item that is not taken.
#[must_use]
pub fn refusal_report(
    name: String,
    item: Option<&CatalogueItem>,
    refusal: Refusal,
    kind: SourceKind,
) -> ItemReport {
    ItemReport {
        name,
        dataid: item.map(|item| item.dataid.clone()),
        size: item.map_or(0, declared_size),
        outcome: refusal.0.outcome(kind),
        reason: Some(refusal),
    }
}

/// Bytes of an item's file, as it declares them.
#[must_use]
pub fn declared_size(item: &CatalogueItem) -> i64 {
    item.size
        .and_then(|size| i64::try_from(size).ok())
        .unwrap_or(0)
}
