//! Demo orders in every state, made the way people make them.

use std::path::Path;
use std::time::Duration;

use anyhow::Context;
use chrono::{DateTime, TimeDelta, Utc};
use domain::attachment::{AttachmentKind, PaperFormat};
use domain::ids::{AttachmentId, OrderId, SignInEpoch, UserId};
use domain::order::application::{ApplicationForm, CatalogueOnly, Intent};
use domain::order::data_kind::DataKind::{self, Archive, Product};
use domain::order::feedback::{Feedback, Rating};
use domain::order::get_method::GetMethod;
use domain::order::kind::OrderKind;
use domain::order::state::OrderState;
use domain::role::Role;
use domain::system::SysKey;
use sha2::{Digest, Sha256};
use storage::clock;
use storage::db::attachments::{self, Attachment};
use storage::db::orders::{self as rows, OrderList};
use storage::db::{Page, behaviour_figures, handles, scenes, system, tasks, users};
use storage::lifecycle::application::{self, Application};
use storage::lifecycle::{By, audit, completion, feedback};
use storage::objects::ObjectKey;
use storage::paper_bytes::SealedUpload;
use tokio_util::sync::CancellationToken;

use crate::parts::ProcessParts;

/// How often a preparation is looked at.
const LOOK: Duration = Duration::from_millis(20);
/// Looks after which an extraction is not waited for any longer: releases must not stay paused.
const MAX_LOOKS: u32 = 500;
/// What the demo promises: some of its orders are later.
const PROMISED_HOURS: &str = "72";
/// How long the order that shows packaging is held there.
const HELD: TimeDelta = TimeDelta::days(3650);

/// How far a demo order is taken.
#[derive(Clone, Copy, PartialEq, Eq)]
enum DemoStage {
    Draft,
    Pending,
    Rejected,
    PartlyFailed,
    Packaging,
    Prepared,
    /// Prepared, to be fetched on a disk.
    PickUp,
    Overdue,
    Completed,
    FeedbackGiven,
}

/// Scenes of a kind that the orders take theirs from.
const ONLINE: i64 = 40;

/// Project, fate, which scenes (kind, first, count).
const PLAN: [(&str, DemoStage, DataKind, usize, usize); 11] = [
    ("黄河流域地形底图", DemoStage::Draft, Product, 0, 3),
    ("华北平原沉降监测", DemoStage::Pending, Product, 1, 4),
    ("西南山区滑坡调查", DemoStage::Pending, Archive, 0, 7),
    ("海岸带变迁研究", DemoStage::Rejected, Product, 7, 3),
    ("青藏高原冻土制图", DemoStage::PartlyFailed, Product, 10, 3),
    ("地热资源调查", DemoStage::Packaging, Product, 27, 1),
    ("深部找矿遥感解译", DemoStage::PickUp, Product, 30, 2),
    ("矿山环境恢复评价", DemoStage::Prepared, Product, 13, 5),
    ("地下水资源评价", DemoStage::Overdue, Product, 18, 2),
    ("城市地质调查", DemoStage::Completed, Product, 20, 3),
    ("地质灾害应急测绘", DemoStage::FeedbackGiven, Product, 23, 4),
];

/// Makes the demo orders, unless there are orders already. Those that need workers are followed until
/// they are prepared.
pub async fn orders(parts: ProcessParts, stop: CancellationToken) {
    tokio::select! {
        () = stop.cancelled() => {}
        made = make_all(&parts) => if let Err(error) = made {
            tracing::error!(error = format!("{error:#}"), "the demo orders could not all be made");
        }
    }
}

struct DemoPeople {
    applicant: (UserId, SignInEpoch),
    admin: (UserId, SignInEpoch),
}

impl DemoPeople {
    fn applicant(&self) -> By<'static> {
        person(self.applicant, Role::Applicant)
    }

    fn admin(&self) -> By<'static> {
        person(self.admin, Role::Admin)
    }
}

fn person((user, epoch): (UserId, SignInEpoch), role: Role) -> By<'static> {
    By::Person {
        user,
        permissions: role.permissions(),
        epoch,
        client_ip: "127.0.0.1",
        agent: "demo",
    }
}

async fn make_all(parts: &ProcessParts) -> anyhow::Result<()> {
    let mut db = handles::connection(&parts.pool).await?;
    let filter = rows::Filter::default();
    if rows::list(
        &OrderList::default(),
        &mut db,
        &filter,
        Page::new(None, Some(1)),
    )
    .await?
    .total
        > 0
    {
        return Ok(());
    }
    let mut user = async |name: &str| {
        let found = users::with_password_hash(&mut db, name).await?;
        let (user, ..) = found.with_context(|| format!("no account {name}"))?;
        Ok::<_, anyhow::Error>((user.id, user.epoch))
    };
    let people = DemoPeople {
        applicant: user("applicant").await?,
        admin: user("admin").await?,
    };
    let products = scenes::online(&mut db, Product, ONLINE).await?;
    let archives = scenes::online(&mut db, Archive, ONLINE).await?;
    let offline = scenes::offline(&mut db, Product, 1).await?;
    let now = clock::now();
    let (promise, since) = (SysKey::PreparationPromise, now - TimeDelta::days(365));
    system::save(&mut db, promise, PROMISED_HOURS, people.admin.0, since).await?;
    drop(db);
    let folder = super::super::folder(&parts.settings)?.join("papers");
    let mut followed = Vec::new();
    for (at, (project, fate, kind, first, count)) in PLAN.into_iter().enumerate() {
        let online = match kind {
            Archive => &archives,
            Product => &products,
        };
        let mut chosen: Vec<String> = online
            .iter()
            .cycle()
            .skip(first)
            .take(count)
            .cloned()
            .collect();
        if fate == DemoStage::PartlyFailed {
            chosen.extend(offline.iter().cloned());
        }
        // Spread over the last days, so that lists and time lines look like life.
        let made = now - TimeDelta::hours(9 * i64::try_from(PLAN.len() - at)?);
        let papers = papers(parts, &folder, people.applicant.0, made).await?;
        let order = DemoOrder {
            project,
            fate,
            data: kind,
        };
        let id = make(parts, &people, order, &chosen, &papers, made).await?;
        if fate == DemoStage::Packaging {
            hold_packaging(parts, id).await?;
        }
        followed.push((id, fate));
    }
    // These orders were made days ago, and those days may have been counted before.
    let mut tx = handles::begin(&parts.pool).await?;
    behaviour_figures::start_over(&mut tx, now).await?;
    handles::commit(tx).await?;
    for (id, fate) in followed {
        follow(parts, &people, id, fate).await?;
    }
    Ok(())
}

/// Subject of a demo order.
struct DemoOrder {
    project: &'static str,
    fate: DemoStage,
    /// Satellite or product of the scenes.
    data: DataKind,
}

async fn make(
    parts: &ProcessParts,
    people: &DemoPeople,
    DemoOrder {
        project,
        fate,
        data,
    }: DemoOrder,
    scenes: &[String],
    papers: &[(AttachmentKind, AttachmentId)],
    made: DateTime<Utc>,
) -> anyhow::Result<OrderId> {
    let mut form = ApplicationForm {
        applyuser: "王一（演示）".to_owned(),
        phone: "13800000000".to_owned(),
        unit: "第一区域地质调查院（演示）".to_owned(),
        project: project.to_owned(),
        usage: "地质矿产调查评价".to_owned(),
        get_method: Some(GetMethod::OnlineDownload),
        description: "演示订单".to_owned(),
        ..ApplicationForm::default()
    };
    let kind = if fate == DemoStage::PickUp {
        "断裂、蚀变带".clone_into(&mut form.extracting_elements);
        "按1:5万比例尺解译".clone_into(&mut form.process_describe);
        "地质体解译".clone_into(&mut form.assignment);
        OrderKind::Reprocessing
    } else {
        OrderKind::ExistingProduct
    };
    let application = Application {
        kind,
        data_type: data.code(),
        form,
        scenes,
        papers,
        intent: if fate == DemoStage::Draft {
            Intent::Save
        } else {
            Intent::Submit
        },
        catalogue_only: Some(CatalogueOnly::Ask),
    };
    let (user, by) = (people.applicant.0, people.applicant());
    let order = application::create(
        (&parts.pool, &parts.key),
        application,
        user,
        by,
        &parts.settings.quotas(),
        None,
        made,
    )
    .await?;
    let audited = made + TimeDelta::hours(2);
    let (id, by) = (order.id, people.admin());
    match fate {
        DemoStage::Draft | DemoStage::Pending => {}
        DemoStage::Rejected => {
            let cause = "任务来源说明不清晰，请补充项目批复文件后重新提交。";
            audit::reject(&parts.pool, id, cause, by, audited).await?;
        }
        _ => drop(audit::approve(&parts.pool, id, by, audited).await?),
    }
    Ok(id)
}

/// Takes an order on once its data are prepared.
async fn follow(
    parts: &ProcessParts,
    people: &DemoPeople,
    id: OrderId,
    fate: DemoStage,
) -> anyhow::Result<()> {
    use DemoStage as S;
    if !matches!(fate, S::Overdue | S::Completed | S::FeedbackGiven) {
        return Ok(());
    }
    let mut ticks = tokio::time::interval(LOOK);
    loop {
        ticks.tick().await;
        let mut db = handles::connection(&parts.pool).await?;
        let order = rows::find(&mut db, id)
            .await?
            .context("a demo order is gone")?;
        if order.state == OrderState::Prepared {
            break;
        }
    }
    let (by, now) = (people.admin(), clock::now());
    match fate {
        S::Overdue => completion::mark_overdue(&parts.pool, id, by, now).await?,
        _ => completion::complete(&parts.pool, id, by, now).await?,
    };
    if fate == DemoStage::FeedbackGiven {
        let feedback = Feedback {
            overall: Rating::VerySatisfied,
            response_speed: Some(Rating::VerySatisfied),
            service_attitude: Some(Rating::Satisfied),
            content: "数据完整，下载很快。".to_owned(),
        };
        let by = people.applicant();
        feedback::give_feedback(&parts.pool, id, &feedback, None, by, clock::now()).await?;
    }
    Ok(())
}

/// Keeps an order where it passes through in a moment otherwise: extracted, waiting to be packaged.
async fn hold_packaging(parts: &ProcessParts, id: OrderId) -> anyhow::Result<()> {
    let mut ticks = tokio::time::interval(LOOK);
    let mut db = handles::connection(&parts.pool).await?;
    while tasks::waiting(&mut db, id).await? > 0 {
        ticks.tick().await;
    }
    let mut paused = handles::begin(&parts.pool).await?;
    tasks::pause_releases(&mut paused).await?;
    for _ in 0..MAX_LOOKS {
        ticks.tick().await;
        let order = rows::find(&mut db, id).await?;
        if order.is_none_or(|order| order.state != OrderState::Approved) {
            break;
        }
    }
    tasks::postpone(&mut paused, id, clock::now() + HELD).await?;
    handles::commit(paused).await?;
    Ok(())
}

/// Uploads the demo's papers, whose names begin with their slot.
async fn papers(
    parts: &ProcessParts,
    folder: &Path,
    user: UserId,
    now: DateTime<Utc>,
) -> anyhow::Result<Vec<(AttachmentKind, AttachmentId)>> {
    let mut uploaded = Vec::new();
    let mut entries = tokio::fs::read_dir(folder).await?;
    while let Some(entry) = entries.next_entry().await? {
        let name = entry.file_name().to_string_lossy().into_owned();
        let Some((slot, title)) = name.split_once('-') else {
            continue;
        };
        let kind = AttachmentKind::try_from(slot.parse::<i16>()?)?;
        let bytes = tokio::fs::read(entry.path()).await?;
        let id = AttachmentId::fresh();
        let path = ObjectKey::Attachment(id).path();
        let paper = Attachment {
            id,
            uploader: user,
            order: None,
            subscription: None,
            kind,
            stored_name: format!("{}{title}", domain::order::number::OrderNumber::at(now)),
            format: PaperFormat::sniff(&bytes).context("a demo paper of unknown format")?,
            size: i64::try_from(bytes.len())?,
            sha256: Sha256::digest(&bytes).to_vec(),
            object_key: path.to_string(),
            created: clock::now(),
            replaced: None,
            sealed_under: Some(parts.key.id()),
        };
        let mut upload = SealedUpload::begin(&*parts.objects.store, &parts.key, &path).await?;
        upload.put(&bytes).await?;
        upload.finish().await?;
        let mut db = handles::connection(&parts.pool).await?;
        attachments::insert(&mut db, &paper).await?;
        uploaded.push((kind, id));
    }
    Ok(uploaded)
}
