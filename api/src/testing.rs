//! The whole application over a database of the test's own, called without a network.

use std::sync::{Arc, Mutex};

use axum::Router;
use axum::body::Body;
use axum::extract::ConnectInfo;
use axum::http::{Method, Request, header};
use axum::response::Response;
use chrono::{DateTime, TimeDelta, Utc};
use domain::ids::{ExportId, SignInEpoch, UserId};
use domain::permission::{Permission, PermissionSet};
use domain::role::{Role, RoleId};
use object_store::memory::InMemory;
use object_store::{ObjectStore, ObjectStoreExt as _};
use serde_json::{Value, json};
use storage::db::catalogue::NewNode;
use storage::db::exports::{self, ExportFile};
use storage::db::scenes::{self, NewScene};
use storage::db::sessions;
use storage::db::users::{self, Profile};
use storage::lifecycle::By;
use storage::lifecycle::roles::{self, RoleDraft};
use testkit::builders::{self, person};
use testkit::postgres::TestDatabase;
use tower::ServiceExt as _;

use crate::context::{Context, Settings};

pub mod callers;

pub use testkit::answer::Answer;
pub use testkit::builders::square;

/// A fixed moment, so that answers are the same every time.
pub const BEGINNING: &str = "2026-03-01T08:00:00Z";

/// The application, its database and its clock.
pub struct TestApi {
    pub context: Context,
    pub router: Router,
    now: Arc<Mutex<DateTime<Utc>>>,
}

impl TestApi {
    /// Without captcha.
    pub async fn new() -> Self {
        Self::with(Settings {
            captcha: false,
            ..Settings::default()
        })
        .await
    }

    pub async fn with(settings: Settings) -> Self {
        let database = TestDatabase::new().await;
        let now: Arc<Mutex<DateTime<Utc>>> = Arc::new(Mutex::new(BEGINNING.parse().unwrap()));
        let clock = {
            let now = Arc::clone(&now);
            Arc::new(move || *now.lock().unwrap())
        };
        let objects = Arc::new(InMemory::new());
        let key = builders::server_key();
        let context = Context::with_clock(database.pool, objects, key, settings, clock).unwrap();
        Self {
            router: crate::app(context.clone()),
            context,
            now,
        }
    }

    /// The application in another process: on the same database, under the same clock, with a memory of its own.
    pub fn beside(&self) -> Self {
        self.beside_over(Arc::clone(&self.context.objects))
    }

    /// The same over another object store.
    pub fn beside_over(&self, objects: Arc<dyn ObjectStore>) -> Self {
        let now = Arc::clone(&self.now);
        let clock = Arc::new(move || *now.lock().unwrap());
        let context = Context::with_clock(
            self.context.pool.clone(),
            objects,
            self.context.server_key.clone(),
            self.context.settings.clone(),
            clock,
        )
        .unwrap();
        Self {
            router: crate::app(context.clone()),
            context,
            now: Arc::clone(&self.now),
        }
    }

    /// Saves entries of the system configuration, as an administrator does.
    pub async fn configure(&self, admin: &str, entries: &[(&str, &str)]) {
        let items: Vec<Value> = entries
            .iter()
            .map(|(key, value)| json!({"sysKey": key, "sysValue": value}))
            .collect();
        let body = json!({"items": items});
        let saved = self
            .call(Method::PUT, "/api/system", admin, Some(body))
            .await;
        assert!(saved.status.is_success(), "{}", saved.json());
    }

    /// Without captcha; `mail`: whether the installation sends mails.
    pub async fn sending_mails(mail: bool) -> Self {
        Self::with(Settings {
            captcha: false,
            mail,
            ..Settings::default()
        })
        .await
    }

    /// Lets time pass.
    pub fn pass(&self, time: TimeDelta) {
        *self.now.lock().unwrap() += time;
    }

    /// An account that signs in with `Scenedock1`.
    pub async fn account(&self, login_name: &str, role: Role) -> UserId {
        let person = person(login_name).role(role).name("李四");
        let person = person.password("Scenedock1");
        let id = person.create(&self.context.pool, self.context.now()).await;
        let profile = Profile {
            user_name: "李四".into(),
            unit: builders::UNIT.into(),
            phone: "13812345678".into(),
            ..Profile::default()
        };
        let mut db = self.context.connection().await.unwrap();
        let written = users::set_profile(&mut db, &self.context.server_key, id, &profile).await;
        written.unwrap();
        id
    }

    /// An account with a session; answers its token.
    pub async fn signed_in(&self, login_name: &str, role: Role) -> String {
        let user = self.account(login_name, role).await;
        self.token_of(user).await
    }

    /// A role of this name that allows these, and what they imply.
    pub async fn role(&self, name: &str, permissions: &[Permission]) -> RoleId {
        let draft = RoleDraft {
            name,
            note: "",
            permissions: PermissionSet::from_permissions(permissions),
            permissions_before: None,
            second_factor: false,
        };
        let now = self.context.now();
        roles::create(&self.context.pool, draft, By::System, now)
            .await
            .unwrap()
    }

    /// Changes the role at this address, which nobody else is changing.
    pub async fn change_role(&self, path: &str, token: &str, mut draft: Value) -> Answer {
        let id: RoleId = serde_json::from_value(json!(path.rsplit('/').next())).unwrap();
        let mut connection = self.context.connection().await.unwrap();
        let found = storage::db::roles::with_ids(&mut connection, &[id]).await;
        drop(connection);
        draft["permissionsBefore"] = json!(found.unwrap()[0].permissions.codes());
        self.call(Method::PUT, path, token, Some(draft)).await
    }

    /// An account that holds these permissions only, through a role of its own name, with a session; answers its token.
    pub async fn holding(&self, login_name: &str, permissions: &[Permission]) -> String {
        let role = self.role(login_name, permissions).await;
        let person = person(login_name).roles(vec![role]);
        let user = person.create(&self.context.pool, self.context.now()).await;
        self.token_of(user).await
    }

    /// A session of the account; answers its token.
    pub async fn token_of(&self, user: UserId) -> String {
        let mut connection = self.context.connection().await.unwrap();
        let now = self.context.now();
        sessions::start(
            &mut connection,
            (user, SignInEpoch::default()),
            "127.0.0.1",
            "test",
            now,
        )
        .await
        .unwrap()
        .unwrap()
        .expose()
        .to_owned()
    }

    pub async fn node(&self, id: i64, parent_id: Option<i64>, label: &str) {
        let node = NewNode {
            parent_id,
            ..builders::node(id, label)
        };
        builders::add_nodes(&self.context.pool, &[node]).await;
    }

    pub async fn scenes(&self, batch: &[NewScene]) {
        let mut connection = self.context.connection().await.unwrap();
        scenes::upsert_batch(&mut connection, batch).await.unwrap();
    }

    /// What the worker does when the file of an export is written; where the file stands in the store.
    pub async fn publish_export(&self, id: ExportId) -> String {
        let file = ExportFile {
            object_key: format!("exports/{}/1-1", id.0),
            name: "景数据.csv".into(),
            size: 3,
            sha256: vec![0; 32],
        };
        let path = file.object_key.as_str().into();
        self.context.objects.put(&path, "abc".into()).await.unwrap();
        let mut db = self.context.connection().await.unwrap();
        let now = self.context.now();
        let until = now + TimeDelta::hours(1);
        exports::publish(&mut db, id, &file, now, until)
            .await
            .unwrap();
        file.object_key
    }

    pub async fn get(&self, path: &str, token: &str) -> Answer {
        self.call(Method::GET, path, token, None).await
    }

    pub async fn post(&self, path: &str, token: &str, body: Value) -> Answer {
        self.call(Method::POST, path, token, Some(body)).await
    }

    pub async fn call(
        &self,
        method: Method,
        path: &str,
        token: &str,
        body: Option<Value>,
    ) -> Answer {
        let mut request = Request::builder().method(method).uri(path);
        if !token.is_empty() {
            request = request.header(header::AUTHORIZATION, format!("Bearer {token}"));
        }
        let body = match body {
            Some(json) => {
                request = request.header(header::CONTENT_TYPE, "application/json");
                Body::from(json.to_string())
            }
            None => Body::empty(),
        };
        self.send(request.body(body).unwrap()).await
    }

    pub async fn send(&self, request: Request<Body>) -> Answer {
        read(self.open(request).await).await
    }

    /// The answer with its body unread.
    pub async fn open(&self, mut request: Request<Body>) -> Response {
        if request
            .extensions()
            .get::<ConnectInfo<std::net::SocketAddr>>()
            .is_none()
        {
            let peer: std::net::SocketAddr = "192.0.2.1:4711".parse().unwrap();
            request.extensions_mut().insert(ConnectInfo(peer));
        }
        self.router.clone().oneshot(request).await.unwrap()
    }

    /// Signs in the way people do.
    pub async fn login(&self, login_name: &str, password: &str) -> Answer {
        let body = json!({"loginName": login_name, "password": password});
        self.post("/api/auth/login", "", body).await
    }
}

async fn read(response: Response) -> Answer {
    let (parts, body) = response.into_parts();
    Answer {
        status: parts.status,
        headers: parts.headers,
        bytes: axum::body::to_bytes(body, usize::MAX)
            .await
            .unwrap()
            .to_vec(),
    }
}

/// A scene in node 1 with the footprint given, its other fields made from its name.
pub fn scene(dataid: &str, wkt: &str) -> NewScene {
    NewScene {
        cloud: Some(10.0),
        gsd: Some(2.0),
        size: 1024,
        footprint: wkt.parse().unwrap(),
        properties: json!({"orbit": 7}),
        ..builders::scene(dataid)
    }
}
