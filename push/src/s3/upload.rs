//! An object being written: in one go where it is small, else in parts that stay in the bucket when whoever sends them dies, so that
//! the next one goes on behind them.

use std::collections::BTreeMap;
use std::sync::Arc;

use bytes::Bytes;
use object_store::aws::AmazonS3;
use object_store::multipart::{MultipartStore as _, PartId};
use object_store::path::Path;
use object_store::{ObjectStoreExt as _, PutPayloadMut};
use tokio::task::JoinSet;

use super::S3Target;
use super::answer::{explain, part_tag, quoted, upload_id};
use super::limits::{AT_ONCE, PART};
use crate::error::PushError;

/// S3 takes so many parts of an object: of files larger than 156 GiB parts are larger.
const MAX_PARTS: u64 = 10_000;
/// Sizes of parts are multiples of this.
const STEP: u64 = 1 << 20;
/// What a bucket says of an upload that can never be completed.
const HOPELESS: [&str; 3] = ["InvalidPart", "EntityTooSmall", "NoSuchUpload"];

/// An upload into a bucket that has begun: what somebody has to know to go on with it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BegunUpload {
    /// By which the bucket knows it.
    pub id: String,
    /// Bytes of each part but the last.
    pub part_size: u64,
    /// What the bucket answered to the first parts, without a gap.
    pub parts: Vec<String>,
}

impl BegunUpload {
    /// Bytes of the parts.
    const fn bytes(&self) -> u64 {
        (self.parts.len() as u64).saturating_mul(self.part_size)
    }

    /// Whether a file of so many bytes can be gone on with.
    const fn suits(&self, size: u64) -> bool {
        self.part_size > 0 && self.bytes() <= size && size.div_ceil(self.part_size) <= MAX_PARTS
    }
}

/// Bytes of each part of a file but the last.
fn part_size(size: u64) -> u64 {
    size.div_ceil(MAX_PARTS).next_multiple_of(STEP).max(PART)
}

/// An object being written.
pub struct S3Upload {
    object: Object,
    sending: Sending,
}

/// Where it is written to.
struct Object {
    store: Arc<AmazonS3>,
    path: Path,
    address: String,
}

enum Sending {
    /// The whole object is there.
    Done,
    /// In one go, at the end.
    Whole(PutPayloadMut),
    Parts(Box<Parts>),
}

/// A file that is sent in parts.
struct Parts {
    begun: BegunUpload,
    /// Bytes of the file.
    size: u64,
    /// What has not been sent: less than a part.
    collected: PutPayloadMut,
    /// Parts that are over or on their way.
    sent: usize,
    /// Of those that are over, the ones behind a gap.
    ahead: BTreeMap<usize, String>,
    /// Dropped with the upload: whoever is stopped sends nothing more.
    sending: JoinSet<object_store::Result<(usize, String)>>,
}

impl S3Target {
    /// Begins a small object, which is sent when it ends.
    pub(crate) fn upload(&self, path: &str) -> Result<S3Upload, PushError> {
        self.begin(path, Sending::Whole(PutPayloadMut::new()))
    }

    fn begin(&self, path: &str, sending: Sending) -> Result<S3Upload, PushError> {
        let object = Object {
            store: Arc::clone(&self.store),
            path: self.path(path)?,
            address: self.address.clone(),
        };
        Ok(S3Upload { object, sending })
    }

    /// Begins an object of so many bytes, or goes on with an upload that has begun. Answers how many bytes are there already. Where
    /// an object of this size lies there, the upload is over or of no use: it is not gone on with, and is for its keeper to take back.
    pub(crate) async fn resume(
        &self,
        path: &str,
        size: u64,
        begun: Option<BegunUpload>,
    ) -> Result<(S3Upload, u64), PushError> {
        let Some(mut begun) = begun else {
            if size <= PART {
                return Ok((self.upload(path)?, 0));
            }
            let id = self.store.create_multipart(&self.path(path)?).await;
            let id = id.and_then(|id| upload_id(id).map_err(Into::into));
            let begun = BegunUpload {
                id: id.map_err(|error| explain(&self.address, &error))?,
                part_size: part_size(size),
                parts: Vec::new(),
            };
            let sending = Sending::Parts(Box::new(Parts::new(begun, size)));
            return Ok((self.begin(path, sending)?, 0));
        };
        if self.size(path).await? == Some(size) {
            // Whoever completed it died before that was noted.
            return Ok((self.begin(path, Sending::Done)?, size));
        }
        if !begun.suits(size) {
            let found = format!("{} × {} > {size}", begun.parts.len(), begun.part_size);
            return Err(PushError::Lost(quoted(&self.address, found)));
        }
        if begun.bytes() == size {
            // Ceph tells by a part, and not by the completion, that it does not know the upload any more.
            begun.parts.pop();
        }
        let behind = begun.bytes();
        let sending = Sending::Parts(Box::new(Parts::new(begun, size)));
        Ok((self.begin(path, sending)?, behind))
    }

    /// Takes an unfinished upload back.
    pub(crate) async fn take_back(&self, path: &str, id: &str) -> Result<(), PushError> {
        abort(&self.store, (&self.path(path)?, id), &self.address).await
    }
}

impl S3Upload {
    /// What the next attempt has to know to go on with it; `None`: it is sent in one go.
    pub(crate) fn begun(&self) -> Option<&BegunUpload> {
        match &self.sending {
            Sending::Parts(parts) => Some(&parts.begun),
            Sending::Done | Sending::Whole(_) => None,
        }
    }

    pub(crate) async fn write(&mut self, bytes: Bytes) -> Result<(), PushError> {
        match &mut self.sending {
            Sending::Done => Ok(()),
            Sending::Whole(collected) => {
                collected.push(bytes);
                Ok(())
            }
            Sending::Parts(parts) => {
                let written = parts.write(&self.object, bytes).await;
                written.map_err(|error| self.object.explain_part(&error))
            }
        }
    }

    pub(crate) async fn finish(self) -> Result<(), PushError> {
        let object = self.object;
        match self.sending {
            Sending::Done => Ok(()),
            Sending::Whole(collected) => {
                let done = object.store.put(&object.path, collected.freeze()).await;
                done.map(|_| ())
                    .map_err(|error| explain(&object.address, &error))
            }
            Sending::Parts(parts) => parts.complete(&object).await,
        }
    }
}

impl Object {
    /// A bucket that does not know the upload has taken it back, or has completed it.
    fn explain_part(&self, error: &object_store::Error) -> PushError {
        let words = error.to_string();
        let is_lost = matches!(error, object_store::Error::NotFound { .. });
        if is_lost || HOPELESS.iter().any(|word| words.contains(word)) {
            return PushError::Lost(quoted(&self.address, words));
        }
        explain(&self.address, error)
    }
}

impl Parts {
    fn new(begun: BegunUpload, size: u64) -> Self {
        Self {
            size,
            sent: begun.parts.len(),
            begun,
            collected: PutPayloadMut::new(),
            ahead: BTreeMap::new(),
            sending: JoinSet::new(),
        }
    }

    /// Parts that may be on their way while the next one is collected. They lie in memory: of large ones, none.
    const fn most_beside(&self) -> u64 {
        (AT_ONCE * PART / self.begun.part_size).saturating_sub(1)
    }

    async fn write(&mut self, object: &Object, mut bytes: Bytes) -> object_store::Result<()> {
        let size = usize::try_from(self.begun.part_size).unwrap_or(usize::MAX);
        while !bytes.is_empty() {
            self.wait(self.most_beside()).await?;
            let room = size.saturating_sub(self.collected.content_length());
            self.collected.push(bytes.split_to(bytes.len().min(room)));
            if self.collected.content_length() >= size {
                self.send(object);
            }
        }
        Ok(())
    }

    /// Waits until no more than so many parts are on their way.
    async fn wait(&mut self, most: u64) -> object_store::Result<()> {
        while let Some(over) = self.sending.try_join_next() {
            self.note(over??);
        }
        while self.sending.len() as u64 > most {
            if let Some(over) = self.sending.join_next().await {
                self.note(over??);
            }
        }
        Ok(())
    }

    fn note(&mut self, (number, answer): (usize, String)) {
        self.ahead.insert(number, answer);
        while let Some(next) = self.ahead.remove(&self.begun.parts.len()) {
            self.begun.parts.push(next);
        }
    }

    fn send(&mut self, object: &Object) {
        let payload = std::mem::take(&mut self.collected).freeze();
        let (store, path) = (Arc::clone(&object.store), object.path.clone());
        let (id, number) = (self.begun.id.clone(), self.sent);
        self.sent += 1;
        self.sending.spawn(async move {
            let part = store.put_part(&path, &id, number, payload).await?;
            Ok((number, part_tag(part.content_id)?))
        });
    }

    async fn complete(mut self: Box<Self>, object: &Object) -> Result<(), PushError> {
        if !self.collected.is_empty() {
            self.send(object);
        }
        let rest = self.wait(0).await;
        rest.map_err(|error| object.explain_part(&error))?;
        let answers = std::mem::take(&mut self.begun.parts).into_iter();
        let parts = answers.map(|content_id| PartId { content_id }).collect();
        let (path, id) = (&object.path, &self.begun.id);
        let Err(error) = object.store.complete_multipart(path, id, parts).await else {
            return Ok(());
        };
        let found = object.store.head(path).await;
        if found.is_ok_and(|found| found.size == self.size) {
            // It was completed, and the answer was lost on its way: then there is nothing to take back. Or this is an earlier file of
            // the same size, and nobody would know of the upload any more once that is read back.
            return abort(&object.store, (path, id), &object.address).await;
        }
        Err(object.explain_part(&error))
    }
}

/// Takes an upload back. One that the bucket does not know is over.
async fn abort(
    store: &AmazonS3,
    (path, id): (&Path, &str),
    address: &str,
) -> Result<(), PushError> {
    match store.abort_multipart(path, &id.to_owned()).await {
        Ok(()) | Err(object_store::Error::NotFound { .. }) => Ok(()),
        Err(error) => Err(explain(address, &error)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_grow_where_a_bucket_would_not_take_so_many() {
        assert_eq!(part_size(17 << 20), PART);
        assert_eq!(part_size(PART * MAX_PARTS), PART);
        for size in [PART * MAX_PARTS + 1, 1_000_000_000_000, 5 << 40] {
            let part = part_size(size);
            assert!(size.div_ceil(part) <= MAX_PARTS, "{size}");
            assert_eq!(part % STEP, 0);
            // What lies in memory of a file.
            let parts = Parts::new(begun(part, 0), size);
            assert!((parts.most_beside() + 1) * part <= part.max(AT_ONCE * PART));
        }
        assert_eq!(Parts::new(begun(PART, 0), PART * 3).most_beside(), 1);
    }

    #[test]
    fn another_file_than_the_one_that_was_begun_is_not_gone_on_with() {
        assert!(begun(PART, 2).suits(PART * 2));
        assert!(!begun(PART, 2).suits(PART * 2 - 1), "it shrank");
        assert!(!begun(PART, 2).suits(PART * MAX_PARTS + 1), "it grew");
        assert!(!begun(0, 0).suits(1));
    }

    #[test]
    fn parts_are_noted_without_a_gap() {
        let mut parts = Parts::new(begun(PART, 1), PART * 9);
        parts.note((2, "c".to_owned()));
        assert_eq!(parts.begun.parts.len(), 1);
        parts.note((1, "b".to_owned()));
        assert_eq!(parts.begun.parts, ["0", "b", "c"]);
    }

    fn begun(part_size: u64, parts: usize) -> BegunUpload {
        BegunUpload {
            id: "id".to_owned(),
            part_size,
            parts: (0..parts).map(|number| number.to_string()).collect(),
        }
    }
}
