//! An order's scenes into zips, or into a folder for a disk, and the delivery that hands them out.

use std::sync::Arc;

use chrono::{DateTime, Utc};
use domain::delivery::{PACKAGE_FOLDER, SCENE_FOLDER, SUMS};
use domain::order::get_method::GetMethod;
use domain::order::number::OrderNumber;
use object_store::path::Path;
use object_store::{ObjectStoreExt, PutPayload};
use sha2::{Digest, Sha256};
use storage::db::deliveries::{DeliveryFile, HandOver};
use storage::db::order_scenes::{self, ReadyScene};
use storage::db::orders::{self, Order};
use storage::db::tasks::Task;
use storage::objects::{ObjectKey, PackagePart as Part};

use super::account::new_account;
use super::lease::Lease;
use super::outcome::storage_fault;
use crate::crew::Crew;
use crate::fault::Fault;
use crate::package::{Limits, PackageOrder, PackagePart, PackageScene, plan, write_package};
use crate::stream::open_own_object;

mod publication;
mod staged;

use publication::hand_over;

pub(super) async fn run(crew: &Crew, task: Task, lease: &Lease) -> Result<(), Fault> {
    let now = crew.clock.now();
    let (order, scenes) = load(crew, task).await?;
    if scenes.is_empty() {
        return Err(Fault::Bug("the order has no extracted scene".into()));
    }
    let named = PackageOrder {
        ordername: order.number.as_str().to_owned(),
        unit: order.form.rest().unit.clone(),
        project: order.form.rest().project.clone(),
        created: now,
    };
    let scenes = scenes
        .into_iter()
        .map(package_scene)
        .collect::<Result<_, _>>()?;
    if order.form.rest().get_method == Some(GetMethod::OfflineCopy) {
        return staged::run(crew, task, lease, (&order.number, &named), scenes).await;
    }
    let limits = Limits::bytes(crew.settings.package_max_bytes);
    let parts = plan(&named, scenes, limits)?;
    let mut files = write_parts(crew, task, lease, &named, &parts).await?;
    files.push(write_sums(crew, task, (PACKAGE_FOLDER, Part::Sums), &files, now).await?);
    let mut single: Vec<_> = parts
        .iter()
        .flat_map(|part| scene_files(part, now))
        .collect();
    single.push(write_sums(crew, task, (SCENE_FOLDER, Part::SceneSums), &single, now).await?);
    files.extend(single);
    publish(crew, task, &order.number, &files, now).await
}

async fn load(crew: &Crew, task: Task) -> Result<(Order, Vec<ReadyScene>), Fault> {
    let loaded = async {
        let mut db = crew.pool.acquire().await?;
        let order = orders::find(&mut db, task.order).await?;
        let scenes = order_scenes::ready(&mut db, task.order).await?;
        Ok(order.map(|order| (order, scenes)))
    };
    loaded
        .await
        .map_err(|error| storage_fault(&error))?
        .ok_or(Fault::Cancelled)
}

fn package_scene(ready: ReadyScene) -> Result<PackageScene, Fault> {
    let scene = ready.scene;
    let object = Path::parse(&ready.extracted.object_key)
        .map_err(|error| Fault::Bug(error.to_string().into()))?;
    Ok(PackageScene {
        file_name: scene.file_name.unwrap_or_else(|| scene.dataname.clone()),
        dataid: scene.dataid,
        size: ready.extracted.size.0,
        sha256: ready.extracted.sha256,
        crc32: ready.extracted.crc32,
        footprint: scene.footprint,
        satellite: scene.satellite,
        sensor: scene.sensor,
        acquired: scene.acquired,
        properties: scene.properties.to_string(),
        object,
    })
}

async fn write_parts(
    crew: &Crew,
    task: Task,
    lease: &Lease,
    order: &PackageOrder,
    parts: &[PackagePart],
) -> Result<Vec<DeliveryFile>, Fault> {
    let store = &crew.objects.store;
    let open = |scene: &PackageScene| {
        let (store, path) = (Arc::clone(store), scene.object.clone());
        async move { open_own_object(&*store, (&Path::from(ObjectKey::ORDERS_PREFIX), &path)).await }
    };
    let mut files = Vec::with_capacity(parts.len());
    let mut before = 0;
    for part in parts {
        let path = ObjectKey::Package {
            order: task.order,
            claim: task.claim,
            part: Part::Zip(part.number),
        }
        .path();
        let watch = lease.watch(before);
        let written =
            write_package(order, part, open, Arc::clone(store), path.clone(), &watch).await?;
        before += written.size;
        files.push(DeliveryFile {
            path: format!("{PACKAGE_FOLDER}{}", part.file_name),
            object_key: Some(path.to_string()),
            size: i64::try_from(written.size).unwrap_or(i64::MAX),
            sha256: written.sha256.to_vec(),
            modified: order.created,
        });
    }
    Ok(files)
}

fn scene_files(part: &PackagePart, now: DateTime<Utc>) -> impl Iterator<Item = DeliveryFile> {
    part.scenes.iter().map(move |(name, scene)| DeliveryFile {
        path: format!("{SCENE_FOLDER}{name}"),
        object_key: Some(scene.object.to_string()),
        size: i64::try_from(scene.size).unwrap_or(i64::MAX),
        sha256: scene.sha256.to_vec(),
        modified: now,
    })
}

/// Writes the list of checksums over the files of one folder, in the format of `sha256sum -c`.
async fn write_sums(
    crew: &Crew,
    task: Task,
    (folder, part): (&str, Part),
    files: &[DeliveryFile],
    now: DateTime<Utc>,
) -> Result<DeliveryFile, Fault> {
    let lines: Vec<_> = files
        .iter()
        .map(|file| {
            let name = file.path.strip_prefix(folder).unwrap_or(&file.path);
            format!("{}  {name}\n", hex::encode(&file.sha256))
        })
        .collect();
    let text = lines.concat();
    let path = ObjectKey::Package {
        order: task.order,
        claim: task.claim,
        part,
    }
    .path();
    let sum = DeliveryFile {
        path: format!("{folder}{SUMS}"),
        object_key: Some(path.to_string()),
        size: i64::try_from(text.len()).unwrap_or(i64::MAX),
        sha256: Sha256::digest(&text).to_vec(),
        modified: now,
    };
    crew.objects
        .store
        .put(&path, PutPayload::from(text))
        .await
        .map_err(|error| Fault::from_sink(&error))?;
    Ok(sum)
}

async fn publish(
    crew: &Crew,
    task: Task,
    number: &OrderNumber,
    files: &[DeliveryFile],
    now: DateTime<Utc>,
) -> Result<(), Fault> {
    let account = new_account(&number.as_str().to_lowercase(), &crew.key)?;
    let hand_out = HandOver::Ftp(account);
    hand_over(crew, task, &hand_out, files, now).await
}
