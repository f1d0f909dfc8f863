//! People, units, scenes, forms and orders as tests need them, made through the doors that the product itself uses.
//!
//! They stand here, above `storage`: the tests of `storage`, `api`, `workers` and `ftp` all make theirs with them. What
//! a test says nothing about is ordinary; what it is about it sets.

#![expect(
    clippy::missing_panics_doc,
    clippy::unwrap_used,
    reason = "a test that cannot be set up says so by panicking"
)]

use std::collections::BTreeMap;
use std::sync::Mutex;

use chrono::{DateTime, Utc};
use domain::attachment::{AttachmentKind, PaperFormat};
use domain::catalogue::NodeKind;
use domain::catalogue::scene_type::SceneType;
use domain::ids::{AttachmentId, SignInEpoch, UserId};
use domain::order::application::ApplicationForm;
use domain::order::get_method::GetMethod;
use domain::role::{Role, RoleId};
use serde_json::json;
use sqlx::PgPool;
use storage::db::attachments::{self, Attachment};
use storage::db::catalogue::{self, NewNode};
use storage::db::handles::connection;
use storage::db::scenes::{self, NewScene};
use storage::db::units;
use storage::db::users::{self, NewUser};
use storage::lifecycle::By;
use storage::objects::ObjectKey;
use storage::sealed::ServerKey;

pub mod account_mail;
pub mod changes;
pub mod order;
pub mod subscription;
pub mod worker;

pub use changes::Changes;
pub use order::{OrderBuilder, order};

/// The unit of everybody whose unit does not matter.
pub const UNIT: &str = "中国地质调查局";

/// When tests happen whose clock stands still: a morning in Beijing.
#[must_use]
pub fn morning() -> DateTime<Utc> {
    "2026-11-21T02:00:00Z".parse().unwrap()
}

/// The key of a test's server.
#[must_use]
pub fn server_key() -> ServerKey {
    ServerKey::parse("0123456789abcdeffedcba9876543210").unwrap()
}

/// An account that is being made.
#[derive(Clone)]
#[must_use]
pub struct PersonBuilder(NewUser);

/// An applicant with this login name, without a password.
pub fn person(login_name: &str) -> PersonBuilder {
    PersonBuilder(NewUser {
        login_name: login_name.to_owned(),
        password_hash: String::new(),
        roles: vec![Role::Applicant.into()],
        user_name: login_name.to_owned(),
        unit: UNIT.to_owned(),
        email: String::new(),
    })
}

impl PersonBuilder {
    /// Gives the person this role alone.
    pub fn role(mut self, role: Role) -> Self {
        self.0.roles = vec![role.into()];
        self
    }

    /// Gives the person these roles.
    pub fn roles(mut self, roles: Vec<RoleId>) -> Self {
        self.0.roles = roles;
        self
    }

    /// With a name of their own.
    pub fn name(mut self, name: &str) -> Self {
        name.clone_into(&mut self.0.user_name);
        self
    }

    /// With an address for mail.
    pub fn email(mut self, email: &str) -> Self {
        email.clone_into(&mut self.0.email);
        self
    }

    /// Who signs in with this password. It is hashed once in a process: that takes as long as all the rest of an account.
    pub fn password(mut self, password: &str) -> Self {
        static HASHES: Mutex<BTreeMap<String, String>> = Mutex::new(BTreeMap::new());
        let mut hashes = HASHES.lock().unwrap();
        self.0.password_hash = hashes
            .entry(password.to_owned())
            .or_insert_with(|| storage::password::hash_blocking(password).unwrap())
            .clone();
        self
    }

    /// Makes the account.
    pub async fn create(self, pool: &PgPool, now: DateTime<Utc>) -> UserId {
        let mut db = connection(pool).await.unwrap();
        users::insert(&mut db, &self.0, now).await.unwrap()
    }
}

/// The person at work, from an address and with a browser.
#[must_use]
pub fn acting(user: UserId, role: Role) -> By<'static> {
    By::Person {
        user,
        permissions: role.permissions(),
        epoch: SignInEpoch::default(),
        client_ip: "192.0.2.1",
        agent: "test",
    }
}

/// Makes a unit.
pub async fn unit(pool: &PgPool, name: &str) {
    let mut db = connection(pool).await.unwrap();
    units::ensure(&mut db, name).await.unwrap();
}

/// A node of satellites at the catalogue's root.
#[must_use]
pub const fn node(id: i64, label: &str) -> NewNode<'_> {
    NewNode {
        id: Some(id),
        parent_id: None,
        label,
        kind: NodeKind::Imagery,
        collection: None,
        position: 0,
    }
}

/// Puts nodes into the catalogue.
pub async fn add_nodes(pool: &PgPool, nodes: &[NewNode<'_>]) {
    let mut db = connection(pool).await.unwrap();
    for node in nodes {
        catalogue::ensure(&mut db, node).await.unwrap();
    }
}

/// A scene of 10 bytes in node 1, which covers the square degree at 0° N, 0° E.
#[must_use]
pub fn scene(dataid: &str) -> NewScene {
    NewScene {
        dataid: dataid.to_owned(),
        dataname: format!("GF1_{dataid}"),
        scene_type: SceneType::OriginalImage,
        nodeid: 1,
        satellite: "GF1".to_owned(),
        sensor: "PMS1".to_owned(),
        acquired: "2024-05-01T03:00:00Z".parse().unwrap(),
        received: None,
        cloud: None,
        gsd: None,
        archive_url: Some(format!("file:///archive/{dataid}.tif")),
        file_name: Some(format!("{dataid}.tif")),
        size: 10,
        sha256: None,
        footprint: square(0.0, 0.0).parse().unwrap(),
        properties: json!({}),
        image_url: None,
    }
}

/// A square degree with its south-western corner here, as WKT.
#[must_use]
pub fn square(west: f64, south: f64) -> String {
    let (east, north) = (west + 1.0, south + 1.0);
    format!("POLYGON(({west} {south},{east} {south},{east} {north},{west} {north},{west} {south}))")
}

/// Puts scenes into the catalogue, and node 1 for those that lie in it.
pub async fn add_scenes(pool: &PgPool, batch: &[NewScene]) {
    add_nodes(pool, &[node(1, "高分一号")]).await;
    let mut db = connection(pool).await.unwrap();
    scenes::upsert_batch(&mut db, batch).await.unwrap();
}

/// A whole form of an order that is downloaded.
#[must_use]
pub fn form() -> ApplicationForm {
    ApplicationForm {
        applyuser: "张三".to_owned(),
        phone: "13812345678".to_owned(),
        unit: UNIT.to_owned(),
        project: "青藏高原矿产调查".to_owned(),
        usage: "科研".to_owned(),
        get_method: Some(GetMethod::OnlineDownload),
        ..ApplicationForm::default()
    }
}

/// A paper of 9 bytes as it comes from an upload, its bytes nowhere.
#[must_use]
pub fn paper(uploader: UserId, kind: AttachmentKind, now: DateTime<Utc>) -> Attachment {
    let id = AttachmentId::fresh();
    Attachment {
        id,
        uploader,
        order: None,
        subscription: None,
        kind,
        stored_name: format!("0123456789012345678扫描件{}.pdf", kind.code()),
        format: PaperFormat::Pdf,
        size: 9,
        sha256: vec![1; 32],
        object_key: ObjectKey::Attachment(id).path().to_string(),
        created: now,
        replaced: None,
        sealed_under: None,
    }
}

/// A paper in each of the slots that an order needs.
pub async fn papers(
    pool: &PgPool,
    uploader: UserId,
    now: DateTime<Utc>,
) -> Vec<(AttachmentKind, AttachmentId)> {
    let mut db = connection(pool).await.unwrap();
    let mut papers = Vec::new();
    for kind in AttachmentKind::FOR_COMPLETION {
        let paper = paper(uploader, kind, now);
        attachments::insert(&mut db, &paper).await.unwrap();
        papers.push((kind, paper.id));
    }
    papers
}
