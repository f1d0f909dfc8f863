//! Replicas take over the segments that workers build, in the place of what they have read themselves.

use std::collections::HashSet;
use std::sync::Arc;
use std::time::Duration;

use scene_index::{Segment, SegmentDigest, SegmentOrigin};
use sqlx::PgPool;

use super::super::manifest;
use super::super::replica::{OF_THE_KEEPER, Replica, prefetched};
use crate::StorageError;
use crate::db::feed::SnapshotFeed;
use crate::db::handles;
use crate::segment_shelf::SegmentShelf;

/// How often a newer manifest is looked for. Searches do not wait for it: what is in it is in the delta already.
const LOOK_EVERY: Duration = Duration::from_secs(2);
/// After an error.
const TRY_AGAIN_AFTER: Duration = Duration::from_secs(30);

/// For ever. Without a shelf nothing is shared.
pub(super) async fn adopt(pool: &PgPool, feed: &Arc<SnapshotFeed<Replica>>) {
    let Some(shelf) = feed.source().shelf.clone() else {
        return;
    };
    let mut sharing = Sharing {
        pool,
        feed,
        shelf,
        checked: HashSet::new(),
    };
    loop {
        tokio::time::sleep(LOOK_EVERY).await;
        if let Err(error) = sharing.once().await {
            tracing::warn!(%error, "segments that workers have built are not taken over");
            tokio::time::sleep(TRY_AGAIN_AFTER).await;
        }
    }
}

struct Sharing<'a> {
    pool: &'a PgPool,
    feed: &'a Arc<SnapshotFeed<Replica>>,
    shelf: SegmentShelf,
    /// Segments of which this process has read every byte.
    checked: HashSet<SegmentDigest>,
}

impl Sharing<'_> {
    async fn once(&mut self) -> Result<(), StorageError> {
        let Some(replica) = self.feed.current() else {
            return Ok(());
        };
        let newest = {
            let mut db = handles::connection(self.pool).await?;
            manifest::number(&mut db).await?
        };
        if newest.is_some() && newest != replica.manifest {
            self.renew().await?;
        }
        self.check().await
    }

    async fn renew(&self) -> Result<(), StorageError> {
        let mut db = handles::connection(self.pool).await?;
        // What is long is done before others have to wait for their turn.
        let Some(fetched) = prefetched(&mut db, &self.shelf).await? else {
            return Ok(());
        };
        self.feed.renew(&mut db, OF_THE_KEEPER).await?;
        let segments = fetched.segments().iter();
        let needed = segments.map(|part| *part.segment().digest()).collect();
        self.shelf.sweep(needed).await
    }

    /// Segments that lay in the folder were checked when they came; a disk may have changed them since.
    async fn check(&mut self) -> Result<(), StorageError> {
        let Some(replica) = self.feed.current() else {
            return Ok(());
        };
        let shared = replica.scenes.segments().iter();
        let shared = shared.filter(|part| part.origin() == SegmentOrigin::Shared);
        let segments: Vec<Arc<Segment>> = shared.map(|part| Arc::clone(part.segment())).collect();
        let digests: HashSet<SegmentDigest> = segments.iter().map(|it| *it.digest()).collect();
        self.checked.retain(|digest| digests.contains(digest));
        let mut is_whole = true;
        for segment in segments {
            let digest = *segment.digest();
            if self.checked.contains(&digest) {
                continue;
            }
            if self.shelf.holds(segment).await? {
                self.checked.insert(digest);
            } else {
                let digest = hex::encode(digest);
                tracing::error!(digest, folder = %self.shelf.folder().display(), "a segment of scenes has changed on the disk; it is fetched again");
                is_whole = false;
            }
        }
        if is_whole { Ok(()) } else { self.renew().await }
    }
}
