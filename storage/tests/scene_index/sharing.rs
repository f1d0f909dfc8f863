//! Segments that workers build and other processes map: whoever begins with them finds what a look at every row finds,
//! whatever was written, lost or damaged meanwhile.

use std::fs;
use std::path::Path;
use std::sync::Arc;

use domain::emergency::Room;
use domain::segments::BuildPolicy;
use object_store::memory::InMemory;
use object_store::{ObjectStore, ObjectStoreExt as _};
use rand::seq::IndexedRandom as _;
use storage::StorageError;
use storage::db::handles::connection;
use storage::db::scenes::{self, Manifest, SceneIndex};
use storage::db::tasks::{self, Claimed};
use storage::lifecycle::segments;
use storage::segment_shelf::SegmentShelf;
use tempfile::TempDir;

use super::world::{SORTS, World, everything, plainly, searched};

const POLICY: BuildPolicy = BuildPolicy {
    least_scenes: 10,
    changes: 10,
};

/// A store, and folders of machines that are each used by one process.
struct Site {
    store: Arc<dyn ObjectStore>,
    worker: (TempDir, SegmentShelf),
}

impl Site {
    fn new() -> Self {
        let store: Arc<dyn ObjectStore> = Arc::new(InMemory::new());
        let worker = machine(&store);
        Self { store, worker }
    }

    /// What a worker does with its task; `None`: there is nothing to build.
    async fn build(&self, world: &World) -> Result<Option<Manifest>, StorageError> {
        segments::expect(&world.pool, POLICY).await?;
        let Some(task) = claimed(world).await else {
            return Ok(None);
        };
        let claim = task.claim();
        let manifest = scenes::build_manifest(&world.pool, &self.worker.1, claim).await?;
        let Claimed::Build(task) = task else {
            panic!("{task:?} builds nothing");
        };
        assert!(segments::publish(&world.pool, task, &manifest).await?);
        Ok(Some(manifest))
    }

    /// A process on a machine of its own.
    fn process(&self, world: &World) -> (TempDir, SceneIndex) {
        let (folder, mapped) = machine(&self.store);
        (
            folder,
            SceneIndex::sharing(world.pool.clone(), Some(mapped)),
        )
    }

    async fn damage(&self, manifest: &Manifest, damage: impl Fn(&mut Vec<u8>)) {
        let path = manifest.segments[0].key.as_str().into();
        let object = self.store.get(&path).await.unwrap();
        let mut bytes = object.bytes().await.unwrap().to_vec();
        damage(&mut bytes);
        self.store.put(&path, bytes.into()).await.unwrap();
    }
}

fn machine(store: &Arc<dyn ObjectStore>) -> (TempDir, SegmentShelf) {
    let folder = tempfile::tempdir().unwrap();
    let shelf = SegmentShelf::open(folder.path().join("segments"), Arc::clone(store));
    (folder, shelf.unwrap())
}

async fn claimed(world: &World) -> Option<Claimed> {
    let mut db = connection(&world.pool).await.unwrap();
    let mut tx = sqlx::Connection::begin(&mut *db).await.unwrap();
    let released = tasks::release(&mut tx, Room::ordinary(10)).await.unwrap();
    tx.commit().await.unwrap();
    let id = *released.ordinary.first()?;
    let lease = std::time::Duration::from_mins(1);
    tasks::claim(&mut db, id, "worker", lease).await.unwrap()
}

/// Random searches of a process, each compared with a look at every row.
async fn agrees(world: &mut World, index: &SceneIndex) {
    let mut db = connection(&world.pool).await.unwrap();
    everything(index, &mut db).await;
    for _ in 0..12 {
        let (filter, page) = (world.filter(), world.page());
        let sort = *SORTS.choose(&mut world.random).unwrap();
        assert_eq!(
            searched(index, &mut db, &filter, sort, page).await,
            plainly(&mut db, &filter, sort, page).await,
            "{filter:?} {sort:?} {page:?}"
        );
    }
}

fn manifest_of(index: &SceneIndex) -> Option<i64> {
    index.facts().expect("it was searched").manifest
}

fn only_file(folder: &TempDir) -> std::path::PathBuf {
    let files = fs::read_dir(folder.path().join("segments")).unwrap();
    let files: Vec<_> = files.map(|file| file.unwrap().path()).collect();
    assert_eq!(files.len(), 1, "{files:?}");
    files[0].clone()
}

#[tokio::test]
async fn a_process_that_begins_with_them_says_what_every_row_says() {
    let mut world = World::new(31).await;
    let site = Site::new();
    let mut numbers = Vec::new();
    let mut kept: Vec<Manifest> = Vec::new();
    for round in 0..10 {
        world.ingest(if round == 4 { 900 } else { 60 }).await;
        let mut db = connection(&world.pool).await.unwrap();
        if round % 4 == 3 {
            let gone = "DELETE FROM scene WHERE did % 7 = 1";
            sqlx::query(gone).execute(&mut *db).await.unwrap();
        }
        kept.extend(site.build(&world).await.unwrap());
        // What was written since comes besides.
        world.ingest(5).await;
        let (_folder, index) = site.process(&world);
        agrees(&mut world, &index).await;
        numbers.extend(manifest_of(&index));
        assert_eq!(numbers.len(), round + 1, "it has read all scenes itself");
    }
    assert!(
        numbers.is_sorted_by(|one, other| one < other),
        "{numbers:?}"
    );
    // The large one of the middle stays as it is, and the small ones are built anew as one now and then.
    let last = kept.last().unwrap();
    assert!(last.segments.len() < 6, "{}", last.segments.len());
    let is_kept = |digest| kept[8].segments.iter().any(|it| it.digest == digest);
    assert!(last.segments.iter().any(|it| is_kept(it.digest)));
}

#[tokio::test]
async fn few_changes_are_worth_no_build_and_one_task_is_enough() {
    let mut world = World::new(32).await;
    let site = Site::new();
    assert!(site.build(&world).await.unwrap().is_none(), "no scenes");
    world.ingest(40).await;
    assert!(segments::expect(&world.pool, POLICY).await.unwrap());
    assert!(!segments::expect(&world.pool, POLICY).await.unwrap());
    assert!(site.build(&world).await.unwrap().is_some());
    assert!(site.build(&world).await.unwrap().is_none(), "no changes");
    let mut db = connection(&world.pool).await.unwrap();
    let one = "UPDATE scene SET size = size + 1 WHERE did = (SELECT max(did) FROM scene)";
    sqlx::query(one).execute(&mut *db).await.unwrap();
    assert!(site.build(&world).await.unwrap().is_none(), "one change");
    let lag = scenes::manifest_lag(&mut db, 10).await.unwrap();
    assert_eq!(lag.changes, Some(1));
    let (_folder, index) = site.process(&world);
    agrees(&mut world, &index).await;
    assert!(manifest_of(&index).is_some());
}

/// Its lease ran out, and another worker has the task by now.
#[tokio::test]
async fn a_worker_that_lost_its_claim_changes_nothing() {
    let mut world = World::new(33).await;
    let site = Site::new();
    world.ingest(30).await;
    segments::expect(&world.pool, POLICY).await.unwrap();
    let task = claimed(&world).await.unwrap();
    let claim = task.claim();
    let late = scenes::build_manifest(&world.pool, &site.worker.1, claim).await;
    let Claimed::Build(task) = task else {
        panic!("{task:?} builds nothing");
    };
    let mut db = connection(&world.pool).await.unwrap();
    tasks::hand_back(&mut db, claim).await.unwrap();
    let published = segments::publish(&world.pool, task, &late.unwrap()).await;
    assert!(!published.unwrap());
    let lag = scenes::manifest_lag(&mut db, 10).await.unwrap();
    assert_eq!(lag.changes, None, "nobody has published anything");
    // The next claim does it.
    assert!(site.build(&world).await.unwrap().is_some());
}

/// Whatever was done to the object, nobody takes it for the segment; everything is read, and built anew.
#[tokio::test]
async fn a_damaged_object_is_refused_and_built_anew() {
    let mut world = World::new(34).await;
    let site = Site::new();
    world.ingest(50).await;
    let damages: [fn(&mut Vec<u8>); 4] = [
        |bytes| bytes.truncate(bytes.len() - 1),
        |bytes| bytes[700] ^= 1,
        |bytes| bytes[8] = 9,
        Vec::clear,
    ];
    for damage in damages {
        let manifest = site.build(&world).await.unwrap().unwrap();
        site.damage(&manifest, damage).await;
        let (folder, index) = site.process(&world);
        agrees(&mut world, &index).await;
        assert_eq!(manifest_of(&index), None);
        let left = fs::read_dir(folder.path().join("segments")).unwrap();
        assert_eq!(left.count(), 0, "nothing of it stays");
        // The worker's own file is whole; but the manifest was taken back, so it builds all anew.
    }
    let manifest = site.build(&world).await.unwrap().unwrap();
    let path = manifest.segments[0].key.as_str().into();
    site.store.delete(&path).await.unwrap();
    let (_folder, index) = site.process(&world);
    agrees(&mut world, &index).await;
    assert_eq!(manifest_of(&index), None, "the object is gone");
    assert!(site.build(&world).await.unwrap().is_some());
    let (_folder, index) = site.process(&world);
    agrees(&mut world, &index).await;
    assert!(manifest_of(&index).is_some());
}

#[tokio::test]
async fn a_damaged_file_is_fetched_again() {
    let mut world = World::new(35).await;
    let site = Site::new();
    world.ingest(50).await;
    site.build(&world).await.unwrap().unwrap();
    let (folder, index) = site.process(&world);
    agrees(&mut world, &index).await;
    drop(index);
    let file = only_file(&folder);
    let whole = fs::read(&file).unwrap();
    let again = |folder: &Path| {
        let shelf = SegmentShelf::open(folder.join("segments"), Arc::clone(&site.store));
        SceneIndex::sharing(world.pool.clone(), Some(shelf.unwrap()))
    };
    let begins: [&[u8]; 3] = [&whole[..whole.len() - 64], &whole[..90], &[]];
    let indexes: Vec<SceneIndex> = begins.iter().map(|_| again(folder.path())).collect();
    for (index, begin) in indexes.iter().zip(begins) {
        fs::remove_file(&file).unwrap();
        fs::write(&file, begin).unwrap();
        agrees(&mut world, index).await;
        assert!(manifest_of(index).is_some());
        assert_eq!(fs::read(&file).unwrap(), whole);
    }
}

/// A byte that changes on the disk while nobody looks: the columns are not read when a process starts, but soon after.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_byte_that_changed_in_the_folder_is_found() {
    let mut world = World::new(36).await;
    let site = Site::new();
    world.ingest(50).await;
    site.build(&world).await.unwrap().unwrap();
    let (folder, index) = site.process(&world);
    agrees(&mut world, &index).await;
    drop(index);
    let file = only_file(&folder);
    let whole = fs::read(&file).unwrap();
    let mut changed = whole.clone();
    let at = changed.len() - 100;
    changed[at] ^= 1;
    fs::remove_file(&file).unwrap();
    fs::write(&file, &changed).unwrap();
    let shelf = SegmentShelf::open(folder.path().join("segments"), Arc::clone(&site.store));
    let index = SceneIndex::sharing(world.pool.clone(), Some(shelf.unwrap()));
    let keeping = index.clone();
    let keeper = tokio::spawn(async move { keeping.keep().await });
    while fs::read(&file).is_ok_and(|bytes| bytes == changed) {
        tokio::task::yield_now().await;
    }
    while fs::read(&file).ok().as_ref() != Some(&whole) {
        tokio::task::yield_now().await;
    }
    keeper.abort();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_runs_already_takes_them_over() {
    let mut world = World::new(37).await;
    let site = Site::new();
    world.ingest(50).await;
    let (_folder, index) = site.process(&world);
    let keeping = index.clone();
    let keeper = tokio::spawn(async move { keeping.keep().await });
    agrees(&mut world, &index).await;
    assert_eq!(manifest_of(&index), None);
    for _ in 0..2 {
        let before = manifest_of(&index);
        site.build(&world).await.unwrap().unwrap();
        world.ingest(30).await;
        while manifest_of(&index) == before {
            tokio::task::yield_now().await;
        }
        agrees(&mut world, &index).await;
    }
    keeper.abort();
}

/// All scenes were removed at once since: what the manifest has is worth nothing, however often it is read.
#[tokio::test]
async fn a_manifest_from_before_a_reset_is_not_begun_with() {
    let mut world = World::new(38).await;
    let site = Site::new();
    world.ingest(30).await;
    site.build(&world).await.unwrap().unwrap();
    let mut db = connection(&world.pool).await.unwrap();
    let reset = "INSERT INTO scene_index_reset DEFAULT VALUES";
    sqlx::query(reset).execute(&mut *db).await.unwrap();
    let (_folder, index) = site.process(&world);
    agrees(&mut world, &index).await;
    assert_eq!(manifest_of(&index), None);
    let lag = scenes::manifest_lag(&mut db, 10).await.unwrap();
    assert_eq!(lag.changes, None);
    assert!(site.build(&world).await.unwrap().is_some());
    let (_folder, index) = site.process(&world);
    agrees(&mut world, &index).await;
    assert!(manifest_of(&index).is_some());
    sqlx::query("TRUNCATE scene CASCADE")
        .execute(&mut *db)
        .await
        .unwrap();
    let rows =
        "SELECT (SELECT count(*) FROM scene_manifest) + (SELECT count(*) FROM scene_segment)";
    let rows: i64 = sqlx::query_scalar(rows).fetch_one(&mut *db).await.unwrap();
    assert_eq!(rows, 0);
    world.ingest(5).await;
    agrees(&mut world, &index).await;
}

/// A dump brings rows along whose transaction numbers count elsewhere.
#[tokio::test]
async fn a_manifest_of_another_database_is_not_read() {
    let mut world = World::new(39).await;
    let site = Site::new();
    world.ingest(30).await;
    site.build(&world).await.unwrap().unwrap();
    let mut db = connection(&world.pool).await.unwrap();
    for elsewhere in [
        "UPDATE scene_manifest SET cluster = cluster + 1",
        "UPDATE scene_manifest SET cluster = cluster - 1, database = '7'",
    ] {
        sqlx::query(elsewhere).execute(&mut *db).await.unwrap();
        let (_folder, index) = site.process(&world);
        agrees(&mut world, &index).await;
        assert_eq!(manifest_of(&index), None);
        let lag = scenes::manifest_lag(&mut db, 10).await.unwrap();
        assert_eq!(lag.changes, None);
    }
    assert!(site.build(&world).await.unwrap().is_some());
}

/// The worker's disk takes nothing more.
#[tokio::test]
async fn a_folder_that_takes_nothing_leaves_the_old_ones_serving() {
    let mut world = World::new(40).await;
    let site = Site::new();
    world.ingest(30).await;
    let first = site.build(&world).await.unwrap().unwrap();
    world.ingest(30).await;
    let folder = site.worker.1.folder().to_owned();
    fs::remove_dir_all(&folder).unwrap();
    fs::write(&folder, "a file").unwrap();
    assert!(matches!(
        site.build(&world).await,
        Err(StorageError::Segment(_))
    ));
    let (_folder, index) = site.process(&world);
    agrees(&mut world, &index).await;
    assert!(manifest_of(&index).is_some());
    let object = first.segments[0].key.as_str().into();
    assert!(site.store.head(&object).await.is_ok());
}
