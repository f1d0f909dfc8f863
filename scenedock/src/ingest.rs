//! `scenedock ingest`: STAC Items and folders of GeoTIFFs into the catalogue.

use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::{Context, ensure};
use clap::Args;
use domain::catalogue::NodeKind;
use domain::catalogue::scene_type::SceneType;
use indicatif::{ProgressBar, ProgressStyle};
use storage::PgPool;
use storage::db::catalogue::{self, NewNode};
use storage::db::field_lists::{self, Assigned};
use storage::db::handles;
use storage::db::scenes::Upserted;
use workers::ingest::{UNSORTED, ingest};

mod bar_progress;
mod dry_run;

pub use bar_progress::BarProgress;

/// What `scenedock ingest` takes.
#[derive(Args)]
pub struct Ingest {
    /// Files with STAC Items (one, NDJSON, ItemCollection) or GeoTIFFs, and folders of them
    #[arg(required = true)]
    paths: Vec<PathBuf>,
    /// Collection of GeoTIFFs, whose files name none
    #[arg(long, default_value = UNSORTED)]
    collection: String,
    /// Say where the scenes would go, and write nothing
    #[arg(long)]
    dry_run: bool,
}

/// Runs the command and prints what came of it.
pub async fn run(pool: &PgPool, arguments: Ingest) -> anyhow::Result<()> {
    let style =
        ProgressStyle::with_template("{spinner} {human_pos} items  {per_sec}  {elapsed}  {msg}")?;
    let bar = ProgressBar::new_spinner().with_style(style);
    let progress = BarProgress(bar);
    if arguments.dry_run {
        return dry_run::run(pool, arguments.paths, arguments.collection, &progress).await;
    }
    let begun = Instant::now();
    let report = ingest(pool, arguments.paths, arguments.collection, &progress).await?;
    progress.0.finish_and_clear();
    let Upserted {
        inserted,
        updated,
        unchanged,
    } = report.written;
    let seconds = begun.elapsed().as_secs_f64();
    println!(
        "{inserted} new, {updated} changed, {unchanged} as before, {} bad; {seconds:.1} s",
        report.bad
    );
    ensure!(
        report.bad == 0,
        "{} items could not be taken, see above",
        report.bad
    );
    Ok(())
}

/// Makes the nodes of a tree file: `[{id, label, objType, dataType, collection, fieldList, children}]`. The list of fields
/// is given to nodes that are new; afterwards it is the administrators'. A data type (0 original image, 1 archive, 2 aerial
/// image, 3 standard product, 4 J-satellite product) follows from the object type where the file names none.
pub async fn nodes(pool: &PgPool, file: &Path) -> anyhow::Result<()> {
    let text = tokio::fs::read_to_string(file).await?;
    let tree: Vec<TreeNode> =
        serde_json::from_str(&text).with_context(|| file.display().to_string())?;
    let mut db = handles::connection(pool).await?;
    let known = catalogue::nodes(&mut db).await?;
    let known: HashSet<i64> = known.into_iter().map(|node| node.id).collect();
    drop(db);
    let mut left: Vec<(Option<i64>, i32, TreeNode)> = numbered(None, tree);
    while let Some((parent_id, position, node)) = left.pop() {
        let new = NewNode {
            id: Some(node.id),
            parent_id,
            label: &node.label,
            kind: node.obj_type,
            collection: node.collection.as_deref(),
            position,
        };
        // With its list or not at all: afterwards the node is not new.
        let mut tx = handles::begin(pool).await?;
        let id = catalogue::ensure(&mut tx, &new).await?;
        if let Some(scene_type) = node.data_type {
            catalogue::set_scene_type(&mut tx, id, scene_type).await?;
        }
        if let Some(list) = node.field_list.filter(|_| !known.contains(&id)) {
            let given = field_lists::assign(&mut tx, id, Some(&list)).await?;
            ensure!(given == Assigned::Done, "there is no field list {list}");
        }
        handles::commit(tx).await?;
        left.extend(numbered(Some(id), node.children));
    }
    Ok(())
}

#[derive(serde::Deserialize)]
#[serde(rename_all = "camelCase")]
struct TreeNode {
    id: i64,
    label: String,
    obj_type: NodeKind,
    data_type: Option<SceneType>,
    collection: Option<String>,
    field_list: Option<String>,
    #[serde(default)]
    children: Vec<TreeNode>,
}

fn numbered(parent: Option<i64>, nodes: Vec<TreeNode>) -> Vec<(Option<i64>, i32, TreeNode)> {
    nodes
        .into_iter()
        .zip(0..)
        .map(|(node, position)| (parent, position, node))
        .collect()
}

#[cfg(test)]
mod tests {
    use storage::PgConnection;
    use storage::db::scenes;
    use testkit::postgres::TestDatabase;

    use super::*;

    async fn list_of(db: &mut PgConnection, node: i64) -> (String, bool) {
        let found = field_lists::of_node(db, node).await.unwrap().unwrap();
        (found.0.name, found.1)
    }

    #[tokio::test]
    async fn new_nodes_have_the_lists_of_the_file() {
        let database = TestDatabase::new().await;
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("nodes.json");
        let tree = |list: &str| {
            format!(
                r#"[{{"id":1,"label":"a","objType":"WX","collection":null,"fieldList":"{list}","children":[
                    {{"id":2,"label":"b","objType":"WX","collection":"c"}}]}}]"#
            )
        };
        std::fs::write(&file, tree("sentinel")).unwrap();
        nodes(&database.pool, &file).await.unwrap();
        let mut db = handles::connection(&database.pool).await.unwrap();
        assert_eq!(list_of(&mut db, 1).await, ("sentinel".into(), false));
        assert_eq!(list_of(&mut db, 2).await, ("sentinel".into(), true));
        // What administrators changed stays, however often the file is read.
        field_lists::assign(&mut db, 1, None).await.unwrap();
        nodes(&database.pool, &file).await.unwrap();
        assert_eq!(list_of(&mut db, 1).await, ("default".into(), true));
        // A node comes with its list or not at all.
        std::fs::write(&file, tree("none").replace("\"id\":1", "\"id\":9")).unwrap();
        assert!(nodes(&database.pool, &file).await.is_err());
        assert!(field_lists::of_node(&mut db, 9).await.unwrap().is_none());
    }

    fn item(id: &str, href: &str) -> String {
        serde_json::json!({
            "type": "Feature", "stac_version": "1.1.0", "id": id, "links": [],
            "geometry": {"type": "Polygon", "coordinates": [[[100, 30], [101, 30], [101, 31], [100, 30]]]},
            "properties": {"datetime": "2024-07-01T10:00:00Z"},
            "assets": {"data": {"href": href}}
        })
        .to_string()
    }

    /// Scenes written, and bad ones.
    async fn ingested(pool: &PgPool, path: &Path) -> (u64, u64) {
        let bar = BarProgress::hidden();
        let work = ingest(pool, vec![path.to_owned()], "c".into(), &bar);
        let report = tokio::time::timeout(std::time::Duration::from_mins(1), work).await;
        let report = report.expect("the ingest hangs").unwrap();
        (report.written.inserted, report.bad)
    }

    #[tokio::test]
    async fn what_cannot_be_taken_is_reported_and_the_rest_goes_on() {
        use rustix::fs::{CWD, FileType, Mode};
        let database = TestDatabase::new().await;
        let folder = tempfile::tempdir().unwrap();
        // A name longer than an index of the database takes is found by halving.
        let endless: String = (0..4000_u32)
            .map(|n| char::from_u32(0x4E00 + n * 5).unwrap())
            .collect();
        let lines = [
            item("a", "a.tif"),
            item("b", "b%00.tif"),
            item("c\u{202E}", "c.tif"),
            item(&endless, "d.tif"),
            item("e", "e.tif"),
            item("f", "f.tif"),
        ];
        std::fs::write(folder.path().join("b.ndjson"), lines.join("\n")).unwrap();
        for pipe in ["a.tif", "a.json", "z.ndjson"] {
            let pipe = folder.path().join(pipe);
            rustix::fs::mknodat(CWD, pipe, FileType::Fifo, Mode::RUSR | Mode::WUSR, 0).unwrap();
        }
        assert_eq!(ingested(&database.pool, folder.path()).await, (3, 6));
        let named = folder.path().join("a.json");
        assert_eq!(ingested(&database.pool, &named).await, (0, 1));
    }

    #[tokio::test]
    async fn scenes_are_of_the_kind_of_their_node() {
        let database = TestDatabase::new().await;
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("nodes.json");
        let tree = r#"[{"id":1,"label":"图像","objType":"WX","collection":"wx"},
            {"id":2,"label":"档案","objType":"ZL","collection":"zl"},
            {"id":3,"label":"产品","objType":"BZCP","collection":"bzcp"},
            {"id":4,"label":"航空","objType":"WX","dataType":2,"collection":"aerial"}]"#;
        std::fs::write(&file, tree).unwrap();
        nodes(&database.pool, &file).await.unwrap();
        let item = |collection: &str| {
            serde_json::json!({"type":"Feature","stac_version":"1.0.0","id":collection,"collection":collection,
                "geometry":{"type":"Polygon","coordinates":[[[100,30],[101,30],[101,31],[100,31],[100,30]]]},
                "properties":{"datetime":"2024-05-01T00:00:00Z"},"links":[],"assets":{}})
        };
        let items = ["wx", "zl", "bzcp", "aerial", "new"].map(|name| item(name).to_string());
        let scenes_file = folder.path().join("items.ndjson");
        std::fs::write(&scenes_file, items.join("\n")).unwrap();
        let bar = BarProgress::hidden();
        let report = ingest(&database.pool, vec![scenes_file], UNSORTED.into(), &bar)
            .await
            .unwrap();
        assert_eq!((report.written.inserted, report.bad), (5, 0));
        let mut db = handles::connection(&database.pool).await.unwrap();
        let ids = ["wx", "zl", "bzcp", "aerial", "new"].map(str::to_owned);
        let mut kinds = Vec::new();
        for id in &ids {
            kinds.push(
                scenes::by_data_id(&mut db, id)
                    .await
                    .unwrap()
                    .unwrap()
                    .scene_type
                    .code(),
            );
        }
        assert_eq!(kinds, [0, 1, 3, 2, 0]);
    }

    #[tokio::test]
    async fn rules_decide_before_collections_and_a_dry_run_says_so() {
        use domain::catalogue::placement::{Pattern, PlacementRule, PlacementRules};
        let database = TestDatabase::new().await;
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("nodes.json");
        let tree = r#"[{"id":1,"label":"a","objType":"WX","collection":"known"},
            {"id":2,"label":"b","objType":"BZCP","collection":null},{"id":3,"label":"c","objType":"ZL","collection":null}]"#;
        std::fs::write(&file, tree).unwrap();
        nodes(&database.pool, &file).await.unwrap();
        let item = |id: &str, collection: &str, level: &str| {
            serde_json::json!({"type":"Feature","stac_version":"1.0.0","id":id,"collection":collection,
                "geometry":{"type":"Polygon","coordinates":[[[100,30],[101,30],[101,31],[100,31],[100,30]]]},
                "properties":{"datetime":"2024-05-01T00:00:00Z","processing:level":level},"links":[],"assets":{}})
            .to_string()
        };
        let items = [
            item("x", "known", "L1"),
            item("y", "known", "L2A"),
            item("z", "new", "L1"),
        ];
        let scenes_file = folder.path().join("items.ndjson");
        std::fs::write(&scenes_file, items.join("\n")).unwrap();
        let pattern = |text: &str| Pattern::parse(text).unwrap();
        let mut rules = PlacementRules {
            rules: vec![PlacementRule {
                collection: pattern("known"),
                satellite: pattern(""),
                sensor: pattern(""),
                level: pattern("L2*"),
                node: 2,
            }],
            fallback: None,
        };
        let mut db = handles::connection(&database.pool).await.unwrap();
        let bar = BarProgress::hidden();
        let path = vec![scenes_file];
        let mut said = async |rules: &PlacementRules| {
            catalogue::ingest_rules::replace(&mut db, rules)
                .await
                .unwrap();
            let found = dry_run::look(&database.pool, path.clone(), UNSORTED.into(), &bar).await;
            found.unwrap().words()
        };
        let words = said(&rules).await;
        assert_eq!(
            words,
            "would place 1 of 2 collections; 1 get nodes of their own; 0 items could not be read\n  \
             known: 1 scenes to node 2 by rule 1\n  known: 1 scenes to node 1 by its collection\n  \
             new: 1 scenes to a node of its own"
        );
        rules.fallback = Some(3);
        let words = said(&rules).await;
        assert!(
            words.starts_with("would place 1 of 2 collections; 1 go to the fallback; "),
            "{words}"
        );
        let report = ingest(&database.pool, path, UNSORTED.into(), &bar)
            .await
            .unwrap();
        assert_eq!((report.written.inserted, report.bad), (3, 0));
        for (id, expected) in [("x", (1, 0)), ("y", (2, 3)), ("z", (3, 1))] {
            let scene = scenes::by_data_id(&mut db, id).await.unwrap().unwrap();
            assert_eq!((scene.nodeid, scene.scene_type.code()), expected, "{id}");
        }
    }

    #[tokio::test]
    async fn the_tree_of_the_demo_is_whole() {
        let database = TestDatabase::new().await;
        let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../demo/nodes.json");
        nodes(&database.pool, &file).await.unwrap();
        let mut db = handles::connection(&database.pool).await.unwrap();
        assert_eq!(list_of(&mut db, 32).await, ("sentinel".into(), true));
        assert_eq!(list_of(&mut db, 51).await, ("general_map".into(), true));
        assert_eq!(list_of(&mut db, 11).await, ("default".into(), true));
    }
}
