//! The list of scenes that somebody asked for, as a file.

use std::collections::HashMap;
use std::fs::File;
use std::sync::Arc;

use domain::catalogue::instruments::InstrumentNames;
use domain::export::{ExportContent, ExportKind};
use domain::order::scene_state::SceneState;
use futures::StreamExt as _;
use storage::StorageError;
use storage::db::catalogue::{self, Node, instruments};
use storage::db::exports::{self, ExportFile, ExportRow, Plan};
use storage::db::tasks::ExportTask;
use storage::lifecycle;
use storage::objects::ObjectKey;
use texts::{FailureText, Message};
use tokio::sync::mpsc;

use super::lease::Lease;
use super::outcome::{published, storage_fault};
use crate::crew::Crew;
use crate::export::{FurtherValue, Layout, OrderFacts, SceneRow, Title, Writer};
use crate::fault::Fault;
use crate::stream::{ObjectSink, Sha256Stage, file_blocks};

mod metadata;

use metadata::FurtherColumns;

/// Scenes asked for at once.
const PAGE: usize = 500;
/// Pages read ahead of the writer.
const AHEAD: usize = 1;
/// Pages after which it is noted how far the export is: often enough to watch it, and forty times at most.
const NOTED_AFTER: usize = 10;

pub(super) async fn run(crew: &Crew, task: ExportTask, lease: &Lease) -> Result<(), Fault> {
    tokio::select! {
        biased;
        () = lease.lost() => Err(Fault::Cancelled),
        done = make(crew, task) => done,
    }
}

async fn make(crew: &Crew, task: ExportTask) -> Result<(), Fault> {
    let (plan, names, further) = load(crew, task).await?;
    if plan.dids.is_empty() {
        return Err(Fault::SourceMissing(FailureText::ExportEmpty.into()));
    }
    let title = title(&plan, further.headings());
    let name = format!("{}.{}", title.stem, plan.kind.extension());
    let source = RowSource {
        crew,
        task,
        plan,
        further,
    };
    let (file, size) = write(source, names, title).await?;
    let key = ObjectKey::Export {
        export: task.export,
        claim: task.claim,
    };
    let sha256 = store(crew, &key, file, size).await?;
    let file = ExportFile {
        object_key: key.path().to_string(),
        name,
        size: i64::try_from(size).unwrap_or(i64::MAX),
        sha256: sha256.to_vec(),
    };
    lifecycle::exports::publish(&crew.pool, task, &file, crew.clock.now())
        .await
        .map_err(|error| storage_fault(&error))
        .and_then(published)
}

async fn load(crew: &Crew, task: ExportTask) -> Result<(Plan, SceneNames, FurtherColumns), Fault> {
    let loaded = async {
        let plan = lifecycle::exports::plan(&crew.pool, task, crew.clock.now()).await?;
        let mut db = crew.pool.acquire().await?;
        let nodes = catalogue::nodes(&mut db).await?;
        let Some(plan) = plan else {
            return Ok(None);
        };
        // Programs read the other kinds: they get the codes.
        let instruments = if plan.kind == ExportKind::Xlsx {
            instruments::names(&mut db).await?
        } else {
            InstrumentNames::default()
        };
        let further = FurtherColumns::load(&mut db, &plan).await?;
        let nodes = paths(&nodes);
        Ok(Some((plan, SceneNames { nodes, instruments }, further)))
    };
    loaded
        .await
        .map_err(|error| storage_fault(&error))?
        .ok_or(Fault::Cancelled)
}

/// Of an order after its number, which alone names the order's package.
fn title(plan: &Plan, further: &[String]) -> Title {
    let number = plan.order.as_ref().map(|(_, number)| number.as_str());
    let list = plan.content.title();
    Title {
        stem: number.map_or_else(|| list.to_owned(), |number| format!("{number}_{list}")),
        layout: match (plan.content, number) {
            (ExportContent::Outlines, _) => Layout::Outlines,
            (_, None) => Layout::Scenes,
            (_, Some(_)) => Layout::OfOrder,
        },
        further: further.to_vec(),
    }
}

/// What people call what scenes name.
struct SceneNames {
    /// Labels of each node, from the top.
    nodes: HashMap<i64, String>,
    instruments: InstrumentNames,
}

/// Each node's labels from the top.
fn paths(nodes: &[Node]) -> HashMap<i64, String> {
    let by_id: HashMap<i64, &Node> = nodes.iter().map(|node| (node.id, node)).collect();
    let path = |node: &Node| {
        let mut labels = vec![node.label.as_str()];
        let mut above = node.parent_id;
        // As many steps as there are nodes: a circle in the catalogue must not hold the worker.
        for _ in 0..nodes.len() {
            let Some(next) = above.and_then(|id| by_id.get(&id)) else {
                break;
            };
            labels.push(&next.label);
            above = next.parent_id;
        }
        labels.reverse();
        labels.join("/")
    };
    nodes.iter().map(|node| (node.id, path(node))).collect()
}

/// Values of a scene that the export writes.
struct ReadScene {
    row: ExportRow,
    further: Vec<FurtherValue>,
}

/// Reads the rows of an export page after page.
struct RowSource<'a> {
    crew: &'a Crew,
    task: ExportTask,
    plan: Plan,
    further: FurtherColumns,
}

/// Reads page by page while a thread of its own writes: the memory used is a page or two, however many rows there are.
async fn write(
    source: RowSource<'_>,
    names: SceneNames,
    title: Title,
) -> Result<(File, u64), Fault> {
    let (send, receive) = mpsc::channel(AHEAD);
    let kind = source.plan.kind;
    let writing = tokio::task::spawn_blocking(move || write_all(kind, &title, &names, receive));
    let read = source.read_all(&send).await;
    // Whoever is dropped in the middle (a lost claim) leaves the thread without an end of its pages: it finishes a file
    // that nobody looks at, and that is gone with it.
    drop(send);
    let wrote = writing
        .await
        .map_err(|error| Fault::Bug(error.to_string().into()))?;
    read?;
    wrote
}

impl RowSource<'_> {
    async fn read_all(&self, send: &mpsc::Sender<Vec<ReadScene>>) -> Result<(), Fault> {
        for (number, dids) in (1..).zip(self.plan.dids.chunks(PAGE)) {
            let page = self.page(dids).await;
            let page = page.map_err(|error| storage_fault(&error))?;
            // Fails when the writer has: then it says why.
            if send.send(page).await.is_err() {
                break;
            }
            if number % NOTED_AFTER == 0 {
                let noted = self.note(number * PAGE).await;
                noted.map_err(|error| storage_fault(&error))?;
            }
        }
        Ok(())
    }

    async fn page(&self, dids: &[i64]) -> Result<Vec<ReadScene>, StorageError> {
        let order = self.plan.order.as_ref().map(|(id, _)| *id);
        let mut db = self.crew.pool.acquire().await?;
        let mut further = self.further.values(&mut db, dids).await?;
        let rows = exports::rows(&mut db, order, dids).await?.into_iter();
        let read = rows.map(|row| ReadScene {
            further: further.remove(&row.scene.did).unwrap_or_default(),
            row,
        });
        Ok(read.collect())
    }

    async fn note(&self, written: usize) -> Result<(), StorageError> {
        let mut db = self.crew.pool.acquire().await?;
        let written = i64::try_from(written).unwrap_or(i64::MAX);
        exports::note_written(&mut db, self.task.export, self.task.claim, written).await
    }
}

fn write_all(
    kind: ExportKind,
    title: &Title,
    names: &SceneNames,
    mut pages: mpsc::Receiver<Vec<ReadScene>>,
) -> Result<(File, u64), Fault> {
    let mut writer = Writer::begin(kind, title)?;
    let mut number = 0;
    while let Some(page) = pages.blocking_recv() {
        for row in page {
            number += 1;
            writer.add(&scene_row(row, number, names, title.layout))?;
        }
    }
    writer.finish()
}

fn scene_row(
    ReadScene { row, further }: ReadScene,
    number: u64,
    names: &SceneNames,
    layout: Layout,
) -> SceneRow {
    let scene = row.scene;
    let facts = || OrderFacts {
        state: row.state.map_or("", state_text).to_owned(),
        reason: row.flog.map(|why| why.chinese()).unwrap_or_default(),
    };
    let is_known = scene.online || scene.size != 0;
    SceneRow {
        number,
        order: (layout == Layout::OfOrder).then(facts),
        dataid: scene.dataid,
        dataname: scene.dataname,
        sensor: (names.instruments.sensor(&scene.satellite, &scene.sensor)).to_owned(),
        satellite: (names.instruments.satellite(&scene.satellite)).to_owned(),
        datatype: Message::from(scene.scene_type.name()).chinese(),
        acquired: scene.acquired,
        received: scene.received,
        cloud: scene.cloud,
        size: is_known.then(|| scene.size.unsigned_abs()),
        node: names.nodes.get(&scene.nodeid).cloned().unwrap_or_default(),
        footprint: scene.footprint,
        further,
    }
}

const fn state_text(state: SceneState) -> &'static str {
    match state {
        SceneState::Extracted => "已提取",
        SceneState::Extracting => "提取中",
        SceneState::Failed => "提取失败",
    }
}

/// Sends the file into the object store, and hashes it on the way.
async fn store(crew: &Crew, key: &ObjectKey, file: File, size: u64) -> Result<[u8; 32], Fault> {
    let mut sink = ObjectSink::new(Arc::clone(&crew.objects.store), key.path(), size);
    let mut hash = Sha256Stage::start();
    let mut blocks = file_blocks(file);
    while let Some(block) = blocks.next().await {
        let block = block?;
        hash.feed(block.clone()).await?;
        sink.write(block).await?;
    }
    let sha256 = hash.finish().await?;
    sink.finish().await?;
    Ok(sha256)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn node(id: i64, parent_id: Option<i64>, label: &str) -> Node {
        Node {
            id,
            parent_id,
            label: label.into(),
            label_en: String::new(),
            obj_type: "WX".into(),
            collection: None,
            position: 0,
            scene_type: domain::catalogue::scene_type::SceneType::OriginalImage,
            count: 0,
        }
    }

    #[test]
    fn a_list_is_named_apart_from_the_package_of_its_order() {
        let number = "20261122WP120000000";
        let mut plan = Plan {
            owner: domain::ids::UserId::fresh(),
            kind: ExportKind::Shapefile,
            content: ExportContent::List,
            order: Some((domain::ids::OrderId::fresh(), number.to_owned())),
            dids: Vec::new(),
        };
        assert_eq!(title(&plan, &[]).stem, "20261122WP120000000_景数据");
        plan.order = None;
        assert_eq!(title(&plan, &[]).stem, "景数据");
        plan.content = ExportContent::Metadata;
        assert_eq!(title(&plan, &[]).stem, "景元数据");
    }

    #[test]
    fn a_node_is_named_from_the_top() {
        let nodes = [
            node(1, None, "卫星"),
            node(2, Some(1), "高分"),
            node(3, Some(2), "GF1"),
            node(8, Some(9), "甲"),
            node(9, Some(8), "乙"),
        ];
        let paths = paths(&nodes);
        assert_eq!(paths[&1], "卫星");
        assert_eq!(paths[&3], "卫星/高分/GF1");
        assert!(paths[&8].ends_with('甲'), "a circle ends");
    }
}
