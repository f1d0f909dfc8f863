//! The application with people and scenes.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use api::{Context, Settings};
use axum::Router;
use axum::body::Body;
use axum::extract::ConnectInfo;
use axum::http::{Method, Request, header};
use axum::response::Response;
use chrono::{DateTime, TimeDelta, Utc};
use domain::ids::UserId;
use domain::quota::Quotas;
use domain::role::Role;
use serde_json::{Value, json};
use storage::db::scenes::NewScene;
use storage::db::{sessions, users};
use storage::objects::Objects;
use tempfile::TempDir;
pub use testkit::answer::Answer;
use testkit::builders::{add_scenes, morning, person, scene, server_key, square};
use testkit::postgres::TestDatabase;
use tower::ServiceExt as _;

/// A signed-in person.
pub struct Person {
    pub id: UserId,
    pub token: String,
}

/// Everything that a test needs.
pub struct World {
    pub context: Context,
    pub router: Router,
    pub objects: Objects,
    /// 张三, who orders.
    pub owner: Person,
    /// Another applicant.
    pub stranger: Person,
    pub admin: Person,
    pub operator: Person,
    millis: Arc<AtomicI64>,
    _folder: TempDir,
}

impl World {
    pub async fn new() -> Self {
        Self::with_quotas(Quotas::default()).await
    }

    pub async fn with_quotas(quotas: Quotas) -> Self {
        Self::with(Settings {
            captcha: false,
            quotas,
            ..Settings::default()
        })
        .await
    }

    /// Where signing in takes a picture.
    pub async fn with_captcha() -> Self {
        Self::with(Settings::default()).await
    }

    /// Everything else as usual.
    pub async fn with(settings: Settings) -> Self {
        let database = TestDatabase::new().await;
        let folder = tempfile::tempdir().unwrap();
        let objects = Objects::folder(folder.path().join("objects")).unwrap();
        let millis = Arc::new(AtomicI64::new(morning().timestamp_millis()));
        let clock = {
            let millis = Arc::clone(&millis);
            Arc::new(move || {
                DateTime::from_timestamp_millis(millis.load(Ordering::SeqCst)).unwrap()
            })
        };
        let settings = Settings {
            ftp_public_host: "ftp.example.org".into(),
            ..settings
        };
        let store = Arc::clone(&objects.store);
        let context =
            Context::with_clock(database.pool, store, server_key(), settings, clock).unwrap();
        let mut people = Vec::new();
        for (login, name, role) in [
            ("zhangsan", "张三", Role::Applicant),
            ("wangwu", "王五", Role::Applicant),
            ("admin", "管理员", Role::Admin),
            ("operator", "运维", Role::Operator),
        ] {
            let person = person(login).name(name).role(role);
            let id = person.create(&context.pool, context.now()).await;
            people.push(session(&context, id).await);
        }
        let [owner, stranger, admin, operator] = people.try_into().ok().unwrap();
        let world = Self {
            router: api::app(context.clone()),
            context,
            objects,
            owner,
            stranger,
            admin,
            operator,
            millis,
            _folder: folder,
        };
        world.catalogue().await;
        world
    }

    /// Scenes `s1`, `s2`, `s3` of 10 bytes each, and `huge` of 6 GiB.
    async fn catalogue(&self) {
        let batch = [
            ("s1", 0.0, 10),
            ("s2", 0.5, 10),
            ("s3", 5.0, 10),
            ("huge", 8.0, 6 << 30),
        ];
        let batch = batch.map(|(dataid, west, size)| NewScene {
            cloud: Some(10.0),
            size,
            footprint: square(west, 0.0).parse().unwrap(),
            ..scene(dataid)
        });
        add_scenes(&self.context.pool, &batch).await;
    }

    pub fn now(&self) -> DateTime<Utc> {
        self.context.now()
    }

    /// Lets time pass, in which everybody stays signed in.
    pub async fn pass(&self, time: TimeDelta) {
        self.millis
            .fetch_add(time.num_milliseconds(), Ordering::SeqCst);
        sqlx::query("UPDATE session SET last_seen_at = $1, expires_at = $1 + interval '1 hour'")
            .bind(self.now())
            .execute(&self.context.pool)
            .await
            .unwrap();
    }

    /// The same person with a session of their own.
    pub async fn signs_in(&self, id: UserId) -> Person {
        session(&self.context, id).await
    }

    pub async fn get(&self, path: &str, who: &Person) -> Answer {
        self.call(Method::GET, path, who, None).await
    }

    pub async fn post(&self, path: &str, who: &Person, body: Value) -> Answer {
        self.call(Method::POST, path, who, Some(body)).await
    }

    /// `POST` without a body.
    pub async fn act(&self, order: &str, verb: &str, who: &Person) -> Answer {
        let path = format!("/api/orders/{order}/{verb}");
        self.call(Method::POST, &path, who, None).await
    }

    pub async fn call(
        &self,
        method: Method,
        path: &str,
        who: &Person,
        body: Option<Value>,
    ) -> Answer {
        let mut request = request(method, path, &who.token);
        let body = body.map_or_else(Body::empty, |json| {
            let kind = header::HeaderValue::from_static("application/json");
            request.headers_mut().insert(header::CONTENT_TYPE, kind);
            Body::from(json.to_string())
        });
        *request.body_mut() = body;
        self.send(request).await
    }

    pub async fn send(&self, request: Request<Body>) -> Answer {
        let (parts, body) = self.open(request).await.into_parts();
        Answer {
            status: parts.status,
            headers: parts.headers,
            bytes: axum::body::to_bytes(body, usize::MAX)
                .await
                .unwrap()
                .to_vec(),
        }
    }

    /// The answer with its body unread.
    pub async fn open(&self, request: Request<Body>) -> Response {
        self.router.clone().oneshot(request).await.unwrap()
    }

    pub async fn upload(&self, who: &Person, kind: &str, name: &str, bytes: &[u8]) -> Answer {
        let parts = [("type", None, kind.as_bytes()), ("file", Some(name), bytes)];
        self.multipart(who, &parts).await
    }

    pub async fn multipart(&self, who: &Person, parts: &[(&str, Option<&str>, &[u8])]) -> Answer {
        let mut body = Vec::new();
        for (name, file, bytes) in parts {
            let file = file.map_or_else(String::new, |file| format!("; filename=\"{file}\""));
            body.extend_from_slice(
                format!("--edge\r\nContent-Disposition: form-data; name=\"{name}\"{file}\r\n\r\n")
                    .as_bytes(),
            );
            body.extend_from_slice(bytes);
            body.extend_from_slice(b"\r\n");
        }
        body.extend_from_slice(b"--edge--\r\n");
        let mut request = request(Method::POST, "/api/attachments", &who.token);
        let kind = header::HeaderValue::from_static("multipart/form-data; boundary=edge");
        request.headers_mut().insert(header::CONTENT_TYPE, kind);
        *request.body_mut() = Body::from(body);
        self.send(request).await
    }

    /// Uploads a paper for each of the slots and names them as an order does.
    pub async fn papers(&self, who: &Person, kinds: &[i16]) -> Value {
        let mut papers = Vec::new();
        for kind in kinds {
            let up = self
                .upload(who, &kind.to_string(), &format!("扫描件{kind}.pdf"), PDF)
                .await
                .ok();
            papers.push(json!({"type": kind, "attachmentId": up["attachmentId"]}));
        }
        Value::from(papers)
    }

    /// An application for `s1` and `s2`, online, with all four papers.
    pub async fn application(&self, action: &str) -> Value {
        json!({
            "type": 0, "dataType": "0", "form": form(), "dataIds": ["s1", "s2"],
            "attachments": self.papers(&self.owner, &[6, 7, 2, 1]).await, "action": action,
        })
    }

    /// An order that is handed in; its id.
    pub async fn submitted(&self) -> String {
        let application = self.application("submit").await;
        id(&self
            .post("/api/orders", &self.owner, application)
            .await
            .ok())
    }

    /// An order that is approved; its id.
    pub async fn approved(&self) -> String {
        let order = self.submitted().await;
        self.act(&order, "approve", &self.admin).await.ok();
        order
    }

    /// An order that is prepared; its id.
    pub async fn prepared(&self) -> String {
        let order = self.approved().await;
        self.prepare().await;
        order
    }

    /// An order that is completed; its id.
    pub async fn completed(&self) -> String {
        let order = self.prepared().await;
        self.act(&order, "complete", &self.admin).await.ok();
        order
    }
}

async fn session(context: &Context, id: UserId) -> Person {
    let mut db = context.connection().await.unwrap();
    let user = users::by_id(&mut db, id).await.unwrap().unwrap();
    let opener = (id, user.epoch);
    let token = sessions::start(&mut db, opener, "127.0.0.1", "test", context.now())
        .await
        .unwrap()
        .unwrap();
    Person {
        id,
        token: token.expose().to_owned(),
    }
}

/// A request with a token (unless empty) and nothing in it.
pub fn request(method: Method, path: &str, token: &str) -> Request<Body> {
    let peer: std::net::SocketAddr = "192.0.2.1:4711".parse().unwrap();
    let mut request = Request::builder().method(method).uri(path);
    if !token.is_empty() {
        request = request.header(header::AUTHORIZATION, format!("Bearer {token}"));
    }
    request
        .extension(ConnectInfo(peer))
        .body(Body::empty())
        .unwrap()
}

/// The id in an order's JSON.
#[track_caller]
pub fn id(order: &Value) -> String {
    order["id"].as_str().unwrap().to_owned()
}

/// A whole application form.
pub fn form() -> Value {
    json!({
        "applyuser": "张三", "applyUserPhone": "13812345678", "applyUserUnit": "中国地质调查局",
        "productName": "青藏高原矿产调查", "applyUserUsed": "测绘", "getMethod": 0, "description": "备注",
        "processDescribe": "", "extractingElements": "", "assignment": "",
    })
}

/// The smallest PDF that passes.
pub const PDF: &[u8] = b"%PDF-1.4\n1 0 obj<<>>endobj\ntrailer<<>>\nstartxref\n9\n%%EOF\n";
