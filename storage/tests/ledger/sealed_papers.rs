//! Papers in the object store: sealed when they are stored, opened when they are read, and those of before sealed later.

use domain::attachment::AttachmentKind;
use domain::ids::AttachmentId;
use futures::TryStreamExt as _;
use object_store::path::Path;
use object_store::{ObjectStore, ObjectStoreExt as _, PutPayload};
use sha2::{Digest as _, Sha256};
use storage::StorageError;
use storage::db::attachments::{self, Attachment};
use storage::objects::Objects;
use storage::paper_bytes::{self, PaperFault, SealedRest, SealedUpload};
use storage::sealed::ServerKey;
use testkit::builders;

use super::world::World;

/// What every paper here says somewhere.
const MARKER: &[u8] = b"ID 110101199003074477";
const KIB: usize = 1024;

fn key() -> ServerKey {
    ServerKey::parse("0123456789abcdeffedcba9876543210").unwrap()
}

fn other_key() -> ServerKey {
    ServerKey::parse("ffffffffffffffffffffffffffffffff").unwrap()
}

/// A store in a folder, as most installations have it.
struct Store {
    objects: Objects,
    _folder: tempfile::TempDir,
}

impl Store {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let objects = Objects::folder(folder.path().join("objects")).unwrap();
        Self {
            objects,
            _folder: folder,
        }
    }

    fn store(&self) -> &dyn ObjectStore {
        &*self.objects.store
    }

    /// What lies in the store.
    async fn raw(&self, paper: &Attachment) -> Vec<u8> {
        let path = Path::from(paper.object_key.as_str());
        let found = self.store().get(&path).await.unwrap();
        found.bytes().await.unwrap().to_vec()
    }

    async fn put(&self, paper: &Attachment, bytes: Vec<u8>) {
        let path = Path::from(paper.object_key.as_str());
        let bytes = PutPayload::from(bytes);
        self.store().put(&path, bytes).await.unwrap();
    }

    async fn seal(&self, paper: &Attachment, key: &ServerKey, bytes: &[u8]) {
        let path = Path::from(paper.object_key.as_str());
        let mut upload = SealedUpload::begin(self.store(), key, &path).await.unwrap();
        for piece in bytes.chunks(30_011) {
            upload.put(piece).await.unwrap();
        }
        upload.finish().await.unwrap();
    }

    async fn read(&self, paper: &Attachment) -> Result<Vec<u8>, StorageError> {
        let read = paper_bytes::read(self.store(), &key(), paper.into()).await;
        read.map(|bytes| bytes.to_vec())
    }

    async fn rest(&self, world: &World, key: &ServerKey) -> SealedRest {
        paper_bytes::seal_rest(&world.pool, self.store(), key)
            .await
            .unwrap()
    }
}

fn content(size: usize) -> Vec<u8> {
    let mut bytes: Vec<u8> = (0..251).cycle().take(size).collect();
    if let Some(start) = bytes.get_mut(..MARKER.len()) {
        start.copy_from_slice(MARKER);
    }
    bytes
}

/// A paper of these bytes, with a row.
async fn paper(world: &World, bytes: &[u8], key: Option<&ServerKey>) -> Attachment {
    let paper = Attachment {
        size: i64::try_from(bytes.len()).unwrap(),
        sha256: Sha256::digest(bytes).to_vec(),
        sealed_under: key.map(ServerKey::id),
        ..builders::paper(world.owner, AttachmentKind::IdCard, world.now)
    };
    attachments::insert(&mut *world.db().await, &paper)
        .await
        .unwrap();
    paper
}

async fn again(world: &World, paper: &Attachment) -> Attachment {
    let found = attachments::find(&mut *world.db().await, paper.id).await;
    found.unwrap().unwrap()
}

fn holds_marker(bytes: &[u8]) -> bool {
    bytes.windows(MARKER.len()).any(|window| window == MARKER)
}

fn fault<T>(read: Result<T, StorageError>) -> Option<PaperFault> {
    match read.err() {
        Some(StorageError::Paper(fault)) => Some(fault),
        _ => None,
    }
}

#[tokio::test]
async fn ranges_of_a_sealed_paper_are_slices_of_it() {
    let (world, store) = (World::new(1).await, Store::new());
    let clear = content(200 * KIB);
    let paper = paper(&world, &clear, Some(&key())).await;
    store.seal(&paper, &key(), &clear).await;
    assert!(!holds_marker(&store.raw(&paper).await));
    assert_eq!(store.read(&paper).await.unwrap(), clear);
    for (from, to) in [
        (0, 1),
        (0, 64 * KIB),
        (64 * KIB - 1, 64 * KIB + 1),
        (70_000, 180_000),
        (200 * KIB - 1, 200 * KIB),
        (128 * KIB, 192 * KIB),
        (5, 5),
    ] {
        let range = from as u64..to as u64;
        let part = paper_bytes::open(store.store(), &key(), (&paper).into(), range).await;
        let part: Vec<_> = part.unwrap().try_collect().await.unwrap();
        assert_eq!(part.concat(), clear[from..to], "{from}..{to}");
    }
}

#[tokio::test]
async fn papers_of_before_are_read_as_they_are_and_sealed_later() {
    let (world, store) = (World::new(1).await, Store::new());
    let clear = content(150 * KIB);
    let old = paper(&world, &clear, None).await;
    store.put(&old, clear.clone()).await;
    // Another order's row for the same object.
    let shared = Attachment {
        id: AttachmentId::fresh(),
        ..old.clone()
    };
    attachments::insert(&mut *world.db().await, &shared)
        .await
        .unwrap();
    assert_eq!(store.read(&old).await.unwrap(), clear);
    let part = paper_bytes::open(store.store(), &key(), (&old).into(), 10..20).await;
    let part: Vec<_> = part.unwrap().try_collect().await.unwrap();
    assert_eq!(part.concat(), clear[10..20]);

    let one = SealedRest {
        sealed: 1,
        ..SealedRest::default()
    };
    assert_eq!(store.rest(&world, &key()).await, one);
    assert!(!holds_marker(&store.raw(&old).await));
    for row in [&old, &shared] {
        let row = again(&world, row).await;
        assert_eq!(row.sealed_under, Some(key().id()));
        assert_eq!((row.size, &row.sha256), (old.size, &old.sha256));
        assert_eq!(store.read(&row).await.unwrap(), clear);
    }
    // Whoever read the row before still reads the paper.
    assert_eq!(store.read(&old).await.unwrap(), clear);
    assert_eq!(store.rest(&world, &key()).await, SealedRest::default());
}

/// A process that is killed leaves one of these: the old object, or the new one that no row knows of.
#[tokio::test]
async fn whoever_goes_on_after_a_kill_finds_each_paper_whole() {
    let (world, store) = (World::new(1).await, Store::new());
    let clear = content(70 * KIB);
    let [untouched, rewritten] = [
        paper(&world, &clear, None).await,
        paper(&world, &clear, None).await,
    ];
    store.put(&untouched, clear.clone()).await;
    store.seal(&rewritten, &key(), &clear).await;
    let before = store.raw(&rewritten).await;
    // Killed while it wrote: the upload was never finished.
    let path = Path::from(untouched.object_key.as_str());
    let mut dropped = SealedUpload::begin(store.store(), &key(), &path)
        .await
        .unwrap();
    dropped.put(&clear[..1000]).await.unwrap();
    drop(dropped);
    for paper in [&untouched, &rewritten] {
        assert_eq!(store.read(paper).await.unwrap(), clear);
    }
    assert_eq!(store.rest(&world, &key()).await.sealed, 2);
    assert_eq!(
        store.raw(&rewritten).await,
        before,
        "nothing is sealed twice"
    );
    for paper in [&untouched, &rewritten] {
        let paper = again(&world, paper).await;
        assert_eq!(paper.sealed_under, Some(key().id()));
        assert_eq!(store.read(&paper).await.unwrap(), clear);
    }
}

#[tokio::test]
async fn two_processes_that_seal_at_once_do_each_other_no_harm() {
    let (world, store) = (World::new(1).await, Store::new());
    let clear = content(100 * KIB);
    let mut papers = Vec::new();
    for _ in 0..20 {
        let old = paper(&world, &clear, None).await;
        store.put(&old, clear.clone()).await;
        papers.push(old);
    }
    let (one, other) = (key(), key());
    let (one, other) = tokio::join!(store.rest(&world, &one), store.rest(&world, &other));
    assert_eq!((one.left, other.left), (0, 0));
    assert!(one.sealed + other.sealed >= 20);
    for paper in &papers {
        let paper = again(&world, paper).await;
        assert_eq!(paper.sealed_under, Some(key().id()));
        assert_eq!(store.read(&paper).await.unwrap(), clear);
    }
}

#[tokio::test]
async fn what_was_not_uploaded_so_is_never_sealed_as_if_it_were() {
    let (world, store) = (World::new(1).await, Store::new());
    let clear = content(1000);
    let [lost, spoiled, cut] = [
        paper(&world, &clear, None).await,
        paper(&world, &clear, None).await,
        paper(&world, &clear, None).await,
    ];
    let mut other = clear.clone();
    other[500] ^= 1;
    store.put(&spoiled, other.clone()).await;
    store.put(&cut, clear[..900].to_vec()).await;
    let none = SealedRest {
        left: 3,
        ..SealedRest::default()
    };
    assert_eq!(store.rest(&world, &key()).await, none);
    assert_eq!(store.raw(&spoiled).await, other);
    for paper in [&lost, &spoiled, &cut] {
        assert_eq!(again(&world, paper).await.sealed_under, None);
    }
}

#[tokio::test]
async fn a_key_that_is_not_in_use_seals_nothing() {
    let (world, store) = (World::new(1).await, Store::new());
    let clear = content(1000);
    let old = paper(&world, &clear, None).await;
    store.put(&old, clear.clone()).await;
    let new = paper(&world, &clear, Some(&key())).await;
    store.seal(&new, &key(), &clear).await;

    assert!(store.rest(&world, &other_key()).await.is_other_key);
    assert_eq!(store.raw(&old).await, clear);
    let foreign = attachments::under_other_keys(&mut *world.db().await, other_key().id()).await;
    assert_eq!(foreign.unwrap(), 1);
    let read = paper_bytes::read(store.store(), &other_key(), (&new).into()).await;
    assert_eq!(fault(read), Some(PaperFault::OtherKey));
    let all = paper_bytes::require_key(&other_key(), &[old.clone(), new.clone()]);
    assert_eq!(fault(all), Some(PaperFault::OtherKey));
    paper_bytes::require_key(&key(), &[old, new]).unwrap();
}

/// Who can write to the store and not to the database changes no paper unnoticed.
#[tokio::test]
async fn an_object_that_was_exchanged_is_noticed() {
    let (world, store) = (World::new(1).await, Store::new());
    let clear = content(130 * KIB);
    let [one, two] = [
        paper(&world, &clear, Some(&key())).await,
        paper(&world, &clear, Some(&key())).await,
    ];
    store.seal(&one, &key(), &clear).await;
    store.seal(&two, &key(), &clear).await;
    let whole = store.raw(&one).await;
    let mut flipped = whole.clone();
    let last = flipped.len() - 20;
    flipped[last] ^= 1;
    let exchanged = [
        ("another paper", store.raw(&two).await),
        ("cut off", whole[..whole.len() - 1].to_vec()),
        ("in clear", clear.clone()),
        ("a bit in the last chunk", flipped),
    ];
    for (what, bytes) in exchanged {
        store.put(&one, bytes).await;
        let read = store.read(&one).await;
        assert_eq!(fault(read), Some(PaperFault::Damaged), "{what}");
    }
    store.put(&one, whole).await;
    assert_eq!(store.read(&one).await.unwrap(), clear);
}
