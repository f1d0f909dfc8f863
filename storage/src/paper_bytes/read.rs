//! Papers on their way out of the store.

use std::io;
use std::ops::Range;

use bytes::{Bytes, BytesMut};
use domain::ids::{AttachmentId, OrderId};
use futures::{StreamExt as _, TryStreamExt as _};
use object_store::ObjectStore;

use super::PaperFault;
use super::format::{Header, PaperOpener, sealed_length, sealed_part};
use crate::StorageError;
use crate::db::attachments::Attachment;
use crate::objects::bytes::{ObjectBytes, open_as};
use crate::sealed::{KeyId, ServerKey};

/// What must be known of a paper to read it.
#[derive(Debug, Clone, Copy)]
pub struct PaperObject<'a> {
    /// Id of the paper.
    pub id: AttachmentId,
    /// Order that the paper belongs to, if any.
    pub order: Option<OrderId>,
    /// Path in the object store.
    pub object_key: &'a str,
    /// Bytes of the paper.
    pub size: u64,
    /// The key that it is sealed under; `None`: it may lie there as a version before this one stored it.
    pub sealed_under: Option<KeyId>,
}

impl<'a> From<&'a Attachment> for PaperObject<'a> {
    fn from(paper: &'a Attachment) -> Self {
        Self {
            id: paper.id,
            order: paper.order,
            object_key: &paper.object_key,
            size: paper.size.unsigned_abs(),
            sealed_under: paper.sealed_under,
        }
    }
}

impl PaperObject<'_> {
    fn log(&self, fault: PaperFault) {
        let order = self.order.map(|order| order.to_string());
        tracing::error!(%fault, paper = %self.id, order, object = self.object_key, "a paper cannot be read");
    }
}

/// Opens `range` of the paper. Nothing of it is given out that is not authentic; what is found to be wrong before the first
/// byte is an error here, later it breaks the stream off. Either is logged here, once.
pub async fn open(
    objects: &dyn ObjectStore,
    key: &ServerKey,
    paper: PaperObject<'_>,
    range: Range<u64>,
) -> Result<ObjectBytes, StorageError> {
    if range.is_empty() {
        return Ok(futures::stream::empty().boxed());
    }
    let mut opened = begin(objects, key, &paper, &range).await;
    if let Err(StorageError::Object(object_store::Error::Precondition { .. })) = opened {
        // It was sealed between the look at its header and this.
        opened = begin(objects, key, &paper, &range).await;
    }
    opened.inspect_err(|error| {
        if let StorageError::Paper(fault) = error {
            paper.log(*fault);
        }
    })
}

/// The whole paper at once, for what reads it in memory anyway.
pub async fn read(
    objects: &dyn ObjectStore,
    key: &ServerKey,
    paper: PaperObject<'_>,
) -> Result<Bytes, StorageError> {
    let pieces = open(objects, key, paper, 0..paper.size).await?;
    let whole = pieces
        .try_fold(BytesMut::new(), |mut whole, piece| {
            whole.extend_from_slice(&piece);
            std::future::ready(Ok(whole))
        })
        .await;
    whole.map(BytesMut::freeze).map_err(broken_off)
}

/// Whether this key opens all of these papers, as far as their rows know. For answers that cannot be taken back once they
/// have begun.
pub fn require_key(key: &ServerKey, papers: &[Attachment]) -> Result<(), StorageError> {
    let own = key.id();
    let foreign = papers
        .iter()
        .find(|paper| paper.sealed_under.is_some_and(|id| id != own));
    foreign.map_or(Ok(()), |paper| {
        PaperObject::from(paper).log(PaperFault::OtherKey);
        Err(PaperFault::OtherKey.into())
    })
}

/// What the store has under a path.
pub(super) struct StoredObject {
    /// Header of a sealed paper; `None`: the object is not sealed.
    pub(super) header: Option<Header>,
    /// Length of the object in bytes, header included.
    pub(super) length: u64,
    /// Entity tag: changes whenever the object is written anew.
    pub(super) tag: Option<String>,
}

pub(super) async fn look(
    objects: &dyn ObjectStore,
    object_key: &str,
) -> Result<StoredObject, StorageError> {
    let (meta, mut bytes) = open_as(objects, object_key, 0..Header::LENGTH, None).await?;
    let mut head = Vec::with_capacity(Header::BYTES);
    while let Some(piece) = bytes.try_next().await.map_err(broken_off)? {
        head.extend_from_slice(&piece);
    }
    Ok(StoredObject {
        header: Header::parse(&head),
        length: meta.size,
        tag: meta.e_tag,
    })
}

async fn begin(
    objects: &dyn ObjectStore,
    key: &ServerKey,
    paper: &PaperObject<'_>,
    range: &Range<u64>,
) -> Result<ObjectBytes, StorageError> {
    let found = look(objects, paper.object_key).await?;
    let Some(header) = found.header else {
        // What was sealed once is never taken in clear: somebody put it there.
        if paper.sealed_under.is_some() {
            return Err(PaperFault::Damaged.into());
        }
        let (_, bytes) = open_as(objects, paper.object_key, range.clone(), found.tag).await?;
        return Ok(bytes);
    };
    let sealed = sealed_part(paper.size, range);
    let opener = PaperOpener::new(
        (key, &header),
        paper.object_key,
        paper.size,
        sealed.chunks.clone(),
    )?;
    if found.length != sealed_length(paper.size) {
        return Err(PaperFault::Damaged.into());
    }
    let (_, source) = open_as(objects, paper.object_key, sealed.bytes, found.tag).await?;
    let mut part = OpenedPart {
        source,
        opener,
        skip: sealed.skip,
        left: range.end - range.start,
    };
    let first = part.next().await?;
    Ok(part.stream(first, paper))
}

/// A part of a paper that is being read.
struct OpenedPart {
    source: ObjectBytes,
    opener: PaperOpener,
    /// Bytes still to come that are before the part.
    skip: u64,
    /// Bytes still to come of the part.
    left: u64,
}

impl OpenedPart {
    async fn next(&mut self) -> Result<Option<Bytes>, StorageError> {
        while self.left > 0 {
            let piece = self.source.try_next().await.map_err(broken_off)?;
            let piece = piece.ok_or(PaperFault::Damaged)?;
            let mut opened = Vec::new();
            self.opener.push(&piece, &mut opened)?;
            let requested = self.cut(opened.into());
            if !requested.is_empty() {
                return Ok(Some(requested));
            }
        }
        Ok(None)
    }

    /// Without what is before and behind the part.
    fn cut(&mut self, mut opened: Bytes) -> Bytes {
        let length = opened.len() as u64;
        let before = self.skip.min(length);
        let taken = self.left.min(length - before);
        self.skip -= before;
        self.left -= taken;
        // Both are at most the length.
        let [before, taken] = [before, taken].map(|bytes| usize::try_from(bytes).unwrap_or(0));
        opened.split_off(before).split_to(taken)
    }

    fn stream(self, first: Option<Bytes>, paper: &PaperObject<'_>) -> ObjectBytes {
        let (id, order, object_key) = (paper.id, paper.order, paper.object_key.to_owned());
        let (size, sealed_under) = (paper.size, paper.sealed_under);
        let rest = futures::stream::try_unfold(self, move |mut part| {
            let object_key = object_key.clone();
            async move {
                match part.next().await {
                    Ok(piece) => Ok(piece.map(|piece| (piece, part))),
                    Err(error) => {
                        if let StorageError::Paper(fault) = &error {
                            let paper = PaperObject {
                                id,
                                order,
                                object_key: &object_key,
                                size,
                                sealed_under,
                            };
                            paper.log(*fault);
                        }
                        Err(io::Error::other(error))
                    }
                }
            }
        });
        futures::stream::iter(first.map(Ok)).chain(rest).boxed()
    }
}

/// A stream of bytes that failed; it may have been broken off for what this module found.
pub(super) fn broken_off(error: io::Error) -> StorageError {
    match error.downcast::<StorageError>() {
        Ok(found) => found,
        Err(error) => StorageError::Object(object_store::Error::Generic {
            store: "object store",
            source: Box::new(error),
        }),
    }
}
