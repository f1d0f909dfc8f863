//! Packages written into a store and unpacked again.

use std::collections::HashMap;
use std::fs::File;
use std::io::Read;
use std::path::Path as FilePath;
use std::sync::Arc;

use chrono::DateTime;
use object_store::local::LocalFileSystem;
use object_store::path::Path;
use object_store::{ObjectStore, ObjectStoreExt};
use sha2::{Digest, Sha256};
use tokio_util::sync::CancellationToken;
use workers::fault::Fault;
use workers::package::{Limits, PackageOrder, PackagePart, PackageScene, plan, write_package};
use workers::stream::{ProgressWatch, open_object};
use zip::ZipArchive;

fn order() -> PackageOrder {
    PackageOrder {
        ordername: "20260711WP102030456".to_owned(),
        unit: "某地质调查院".to_owned(),
        project: "矿产调查".to_owned(),
        created: DateTime::from_timestamp(1_800_000_000, 0).unwrap(),
    }
}

fn scene(number: usize, bytes: &[u8]) -> PackageScene {
    let x = number % 50;
    PackageScene {
        dataid: format!("scene-{number}"),
        file_name: format!("影像 {number}.tif"),
        size: bytes.len() as u64,
        sha256: Sha256::digest(bytes).into(),
        crc32: crc32fast::hash(bytes),
        footprint: format!("POLYGON(({x} 30,{} 30,{} 31,{x} 30))", x + 1, x + 1)
            .parse()
            .unwrap(),
        satellite: "高分一号".to_owned(),
        sensor: "PMS1, PMS2".to_owned(),
        acquired: DateTime::from_timestamp(1_700_000_000, 0).unwrap(),
        properties: r#"{"eo:cloud_cover":12.5,"platform":"old"}"#.to_owned(),
        object: Path::parse(format!("scenes/{number}")).unwrap(),
    }
}

struct Bench {
    folder: tempfile::TempDir,
    store: Arc<dyn ObjectStore>,
}

impl Bench {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let store = LocalFileSystem::new_with_prefix(folder.path()).unwrap();
        Self {
            folder,
            store: Arc::new(store),
        }
    }

    async fn scenes(&self, sizes: &[usize]) -> Vec<PackageScene> {
        let mut scenes = Vec::new();
        for (number, size) in sizes.iter().enumerate() {
            let bytes: Vec<u8> = (0..=250).cycle().skip(number).take(*size).collect();
            let scene = scene(number, &bytes);
            self.store.put(&scene.object, bytes.into()).await.unwrap();
            scenes.push(scene);
        }
        scenes
    }

    async fn write(&self, part: &PackagePart, watch: &ProgressWatch) -> Result<[u8; 32], Fault> {
        let open = |scene: &PackageScene| {
            let (store, path) = (self.store.clone(), scene.object.clone());
            async move { Ok(open_object(store.as_ref(), &path).await?.1) }
        };
        let path = Path::parse(&part.file_name).unwrap();
        let store = self.store.clone();
        let written = write_package(&order(), part, open, store, path, watch).await?;
        assert_eq!(written.size, part.zip_size);
        Ok(written.sha256)
    }

    fn zip(&self, part: &PackagePart) -> std::path::PathBuf {
        self.folder.path().join(&part.file_name)
    }

    /// Names of what lies in the store outside `scenes/`.
    fn published(&self) -> Vec<String> {
        let entries = std::fs::read_dir(self.folder.path()).unwrap();
        let names = entries.map(|e| e.unwrap().file_name().into_string().unwrap());
        names.filter(|name| name != "scenes").collect()
    }
}

fn unpack(zip: &FilePath) -> HashMap<String, Vec<u8>> {
    let mut zip = ZipArchive::new(File::open(zip).unwrap()).unwrap();
    let mut files = HashMap::new();
    for index in 0..zip.len() {
        let mut file = zip.by_index(index).unwrap();
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).unwrap();
        files.insert(file.name().unwrap().into_owned(), bytes);
    }
    files
}

#[tokio::test(flavor = "multi_thread")]
async fn a_package_holds_the_scenes_and_says_so() {
    let bench = Bench::new();
    // One larger than a part of an upload, one empty, one small.
    let scenes = bench.scenes(&[20 << 20, 0, 777]).await;
    let parts = plan(&order(), scenes.clone(), Limits::bytes(1 << 40)).unwrap();
    assert_eq!(parts.len(), 1);
    let sum = bench
        .write(&parts[0], &ProgressWatch::nobody())
        .await
        .unwrap();
    let zip = bench.zip(&parts[0]);
    assert_eq!(
        sum.as_slice(),
        Sha256::digest(std::fs::read(&zip).unwrap()).as_slice()
    );

    let files = unpack(&zip);
    for scene in &scenes {
        let bytes = &files[&format!("scenes/{}", scene.file_name)];
        assert_eq!(Sha256::digest(bytes).as_slice(), scene.sha256);
    }
    let sums = String::from_utf8(files["SHA256SUMS"].clone()).unwrap();
    assert_eq!(sums.lines().count(), files.len() - 1);
    for line in sums.lines() {
        let (sum, name) = line.split_once("  ").unwrap();
        assert_eq!(sum, hex::encode(Sha256::digest(&files[name])), "{name}");
    }
    check_manifest(&files["manifest.json"], &scenes);
    let readme = String::from_utf8(files["README.txt"].clone()).unwrap();
    for word in [
        "20260711WP102030456",
        "某地质调查院",
        "矿产调查",
        "sha256sum -c",
    ] {
        assert!(readme.contains(word), "{word}");
    }
    assert!(!readme.contains('{'));
}

fn check_manifest(text: &[u8], scenes: &[PackageScene]) {
    let manifest: serde_json::Value = serde_json::from_slice(text).unwrap();
    assert_eq!(manifest["type"], "FeatureCollection");
    let items = manifest["features"].as_array().unwrap();
    assert_eq!(items.len(), scenes.len());
    for (item, scene) in items.iter().zip(scenes) {
        let asset = &item["assets"]["data"];
        assert_eq!(item["id"], scene.dataid.as_str());
        assert_eq!(asset["file:size"], scene.size);
        assert_eq!(
            asset["file:checksum"],
            format!("1220{}", hex::encode(scene.sha256))
        );
        assert!(
            asset["href"]
                .as_str()
                .unwrap()
                .starts_with("./scenes/%E5%BD%B1%E5%83%8F%20")
        );
        assert_eq!(item["properties"]["platform"], "高分一号");
        assert_eq!(item["properties"]["instruments"][1], "PMS2");
        assert_eq!(item["properties"]["eo:cloud_cover"], 12.5);
        assert_eq!(item["geometry"]["type"], "MultiPolygon");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_shapefile_keeps_chinese_words() {
    let bench = Bench::new();
    let mut scenes = bench.scenes(&[5, 6, 7]).await;
    scenes[1].footprint = geometry::Footprint::default();
    scenes[2].dataid = "很".repeat(100);
    let parts = plan(&order(), scenes, Limits::bytes(1 << 40)).unwrap();
    bench
        .write(&parts[0], &ProgressWatch::nobody())
        .await
        .unwrap();
    let files = unpack(&bench.zip(&parts[0]));
    assert_eq!(files["footprints/footprints.cpg"], b"UTF-8");
    let folder = tempfile::tempdir().unwrap();
    for (name, bytes) in &files {
        if let Some(name) = name.strip_prefix("footprints/") {
            std::fs::write(folder.path().join(name), bytes).unwrap();
        }
    }
    let shp = folder.path().join("footprints.shp");
    let mut reader = shapefile::Reader::from_path(shp).unwrap();
    let rows: Vec<_> = reader
        .iter_shapes_and_records_as::<shapefile::Polygon, shapefile::dbase::Record>()
        .map(|row| row.unwrap())
        .collect();
    assert_eq!(rows.len(), 2);
    assert_eq!(rows[0].0.rings()[0].len(), 4);
    let text = |row: usize, column: &str| rows[row].1.get(column).unwrap().to_string();
    assert!(text(0, "SATELLITE").contains("高分一号"));
    assert!(text(0, "FILENAME").contains("影像 0.tif"));
    assert!(text(1, "DATAID").contains(&"很".repeat(40)));
}

#[test]
fn a_plan_keeps_to_the_limit_and_knows_the_size() {
    let scenes: Vec<_> = (0..100).map(|n| scene(n, &vec![1; 10_000 + n])).collect();
    let limit = 200_000;
    let parts = plan(&order(), scenes, Limits::bytes(limit)).unwrap();
    assert!(parts.len() > 5 && parts.len() < 10, "{}", parts.len());
    let total: usize = parts.iter().map(|p| p.scenes.len()).sum();
    assert_eq!(total, 100);
    for part in &parts {
        assert!(part.zip_size <= limit, "{}", part.zip_size);
        assert_eq!(part.parts, parts.len());
    }
    assert_eq!(
        parts[0].file_name,
        format!("20260711WP102030456_1of{}.zip", parts.len())
    );
}

#[test]
fn a_scene_over_the_limit_has_a_package_of_its_own() {
    let scenes = vec![
        scene(0, b"small"),
        scene(1, &vec![1; 300_000]),
        scene(2, b"small"),
    ];
    let parts = plan(&order(), scenes, Limits::bytes(100_000)).unwrap();
    let counts: Vec<_> = parts.iter().map(|p| p.scenes.len()).collect();
    assert_eq!(counts, [1, 1, 1]);
}

#[test]
fn equal_names_are_told_apart_over_all_packages() {
    let mut scenes: Vec<_> = (0..20).map(|n| scene(n, &[1; 9_000])).collect();
    for scene in &mut scenes {
        scene.file_name = "../same.tif".to_owned();
    }
    let parts = plan(&order(), scenes, Limits::bytes(60_000)).unwrap();
    assert!(parts.len() > 1);
    let names: std::collections::HashSet<_> = parts
        .iter()
        .flat_map(|p| p.scenes.iter().map(|(name, _)| name.clone()))
        .collect();
    assert_eq!(names.len(), 20);
    assert!(names.contains("same.tif") && names.contains("same_20.tif"));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_scene_that_changed_since_extraction_spoils_the_package_not_the_store() {
    let bench = Bench::new();
    let scenes = bench.scenes(&[20 << 20, 1000, 10]).await;
    let parts = plan(&order(), scenes.clone(), Limits::bytes(1 << 40)).unwrap();
    for bytes in [vec![0; 1000], vec![0; 999], vec![0; 1001]] {
        bench
            .store
            .put(&scenes[1].object, bytes.into())
            .await
            .unwrap();
        let fault = bench
            .write(&parts[0], &ProgressWatch::nobody())
            .await
            .unwrap_err();
        assert_eq!(fault.class().as_str(), "source_corrupt");
        assert_eq!(bench.published(), Vec::<String>::new());
    }
    bench.store.delete(&scenes[1].object).await.unwrap();
    let fault = bench
        .write(&parts[0], &ProgressWatch::nobody())
        .await
        .unwrap_err();
    assert_eq!(fault.class().as_str(), "source_missing");
    assert_eq!(bench.published(), Vec::<String>::new());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_cancelled_package_leaves_nothing() {
    let bench = Bench::new();
    let scenes = bench.scenes(&[20 << 20, 20 << 20]).await;
    let parts = plan(&order(), scenes, Limits::bytes(1 << 40)).unwrap();
    let cancel = CancellationToken::new();
    let stop = cancel.clone();
    let watch = ProgressWatch::new(
        move |done| {
            if done > 12 << 20 {
                stop.cancel();
            }
        },
        cancel,
    );
    let fault = bench.write(&parts[0], &watch).await.unwrap_err();
    assert_eq!(fault, Fault::Cancelled);
    assert_eq!(bench.published(), Vec::<String>::new());
}
