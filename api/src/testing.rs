//! The whole application over a database of the test's own, called without a network.

use std::sync::{Arc, Mutex};

use axum::Router;
use axum::body::Body;
use axum::extract::ConnectInfo;
use axum::http::{HeaderMap, Method, Request, StatusCode, header};
use axum::response::Response;
use chrono::{DateTime, TimeDelta, Utc};
use domain::ids::{SignInEpoch, UserId};
use domain::role::Role;
use object_store::memory::InMemory;
use serde_json::{Value, json};
use storage::db::catalogue::{self, NewNode};
use storage::db::scenes::{self, NewScene};
use storage::db::sessions;
use storage::db::users::{self, NewUser};
use storage::sealed::ServerKey;
use testkit::postgres::TestDatabase;
use tower::ServiceExt as _;

use crate::context::{Context, Settings};

/// A fixed moment, so that answers are the same every time.
pub const BEGINNING: &str = "2026-03-01T08:00:00Z";

/// The application, its database and its clock.
pub struct TestApi {
    pub context: Context,
    pub router: Router,
    now: Arc<Mutex<DateTime<Utc>>>,
}

/// An answer that was read whole.
pub struct Answer {
    pub status: StatusCode,
    pub headers: HeaderMap,
    pub bytes: Vec<u8>,
}

impl Answer {
    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.bytes).unwrap_or(Value::Null)
    }

    pub fn code(&self) -> String {
        self.json()["code"].as_str().unwrap_or_default().to_owned()
    }

    pub fn header(&self, name: &str) -> &str {
        self.headers
            .get(name)
            .map_or("", |value| value.to_str().unwrap())
    }
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
        let key = ServerKey::parse("000102030405060708090a0b0c0d0e0f").unwrap();
        let context = Context::with_clock(database.pool, objects, key, settings, clock).unwrap();
        Self {
            router: crate::app(context.clone()),
            context,
            now,
        }
    }

    /// Lets time pass.
    pub fn pass(&self, time: TimeDelta) {
        *self.now.lock().unwrap() += time;
    }

    /// An account that signs in with `Scenedock1`.
    pub async fn account(&self, login_name: &str, role: Role) -> UserId {
        let new = NewUser {
            login_name: login_name.into(),
            password_hash: storage::password::hash_blocking("Scenedock1").unwrap(),
            role,
            user_name: "李四".into(),
            unit: "中国地质调查局".into(),
            phone: "13812345678".into(),
            email: String::new(),
        };
        let mut connection = self.context.connection().await.unwrap();
        users::insert(&mut connection, &new, self.context.now())
            .await
            .unwrap()
    }

    /// An account with a session; answers its token.
    pub async fn signed_in(&self, login_name: &str, role: Role) -> String {
        let user = self.account(login_name, role).await;
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
        let mut connection = self.context.connection().await.unwrap();
        let new = NewNode {
            id: Some(id),
            parent_id,
            label,
            obj_type: "WX",
            collection: None,
            position: 0,
        };
        catalogue::ensure(&mut connection, &new).await.unwrap();
    }

    pub async fn scenes(&self, batch: &[NewScene]) {
        let mut connection = self.context.connection().await.unwrap();
        scenes::upsert_batch(&mut connection, batch).await.unwrap();
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

    pub async fn send(&self, mut request: Request<Body>) -> Answer {
        if request
            .extensions()
            .get::<ConnectInfo<std::net::SocketAddr>>()
            .is_none()
        {
            let peer: std::net::SocketAddr = "192.0.2.1:4711".parse().unwrap();
            request.extensions_mut().insert(ConnectInfo(peer));
        }
        read(self.router.clone().oneshot(request).await.unwrap()).await
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
        dataid: dataid.into(),
        dataname: format!("GF1_{dataid}"),
        datatype: 0,
        nodeid: 1,
        satellite: "GF1".into(),
        sensor: "PMS1".into(),
        acquired: "2024-05-01T03:00:00Z".parse().unwrap(),
        received: None,
        cloud: Some(10.0),
        gsd: Some(2.0),
        archive_url: Some(format!("file:///archive/{dataid}.tif")),
        file_name: Some(format!("{dataid}.tif")),
        size: 1024,
        sha256: None,
        footprint: wkt.parse().unwrap(),
        properties: json!({"orbit": 7}),
        image_url: None,
    }
}

/// A square of one degree with its south-western corner here.
pub fn square(west: f64, south: f64) -> String {
    let (east, north) = (west + 1.0, south + 1.0);
    format!("POLYGON(({west} {south},{east} {south},{east} {north},{west} {north},{west} {south}))")
}
