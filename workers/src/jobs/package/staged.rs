//! An offline copy: plain files in the staging area.

use std::path::PathBuf;
use std::sync::Arc;

use domain::order::number::OrderNumber;
use object_store::path::Path;
use storage::db::deliveries::{DeliveryFile, HandOver};
use storage::db::tasks::Task;
use storage::objects::ObjectKey;

use super::publication::hand_over;
use crate::crew::Crew;
use crate::fault::Fault;
use crate::jobs::lease::Lease;
use crate::package::{Limits, PackageOrder, PackageScene, plan};
use crate::staging::{self, StagedFile, Staging};
use crate::stream::open_own_object;

/// Nothing is split: a disk holds it, or does not.
const WHOLE: Limits = Limits {
    max_bytes: u64::MAX,
    max_scenes: usize::MAX,
};

pub(super) async fn run(
    crew: &Crew,
    task: Task,
    lease: &Lease,
    (number, named): (&OrderNumber, &PackageOrder),
    scenes: Vec<PackageScene>,
) -> Result<(), Fault> {
    let mut parts = plan(named, scenes, WHOLE)?;
    let (Some(part), true) = (parts.pop(), parts.is_empty()) else {
        return Err(Fault::Bug("an offline copy in several parts".into()));
    };
    let store = &crew.objects.store;
    let open = |scene: &PackageScene| {
        let (store, path) = (Arc::clone(store), scene.object.clone());
        async move { open_own_object(&*store, (&Path::from(ObjectKey::ORDERS_PREFIX), &path)).await }
    };
    let to = Staging {
        area: &crew.settings.staging,
        number,
        claim: task.claim,
    };
    let staged = staging::stage(to, named, &part, open, &lease.watch(0)).await?;
    let files: Vec<_> = staged
        .into_iter()
        .map(|file| delivery_file(file, named))
        .collect();
    let hand_out = HandOver::Staged(text(staging::placed(to.area, number))?);
    hand_over(crew, task, &hand_out, &files, crew.clock.now()).await
}

fn delivery_file(file: StagedFile, named: &PackageOrder) -> DeliveryFile {
    DeliveryFile {
        path: file.path,
        object_key: None,
        size: i64::try_from(file.size).unwrap_or(i64::MAX),
        sha256: file.sha256.to_vec(),
        modified: named.created,
    }
}

fn text(path: PathBuf) -> Result<String, Fault> {
    path.into_os_string().into_string().map_err(|path| {
        Fault::Bug(format!("OFFLINE_STAGING is not UTF-8: {}", path.display()).into())
    })
}
