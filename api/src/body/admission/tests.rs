//! Requests whose callers lose their admission between the first byte of a body and its last.

use std::time::Duration;

use axum::body::Body;
use axum::http::{Method, Request, StatusCode, header};
use domain::ids::UserId;
use domain::permission::Permission;
use futures::channel::oneshot;
use futures::stream;
use serde_json::json;
use testkit::builders::person;

use crate::body::BodyLimits;
use crate::context::Settings;
use crate::testing::{Answer, TestApi};

/// A multipart form without parts, and a document without fields: each in two pieces.
const FORM: (&str, &str, &str) = ("multipart/form-data; boundary=b", "--b", "--\r\n");
const DOCUMENT: (&str, &str, &str) = ("application/json", "{", "}");

struct Office {
    api: TestApi,
    user: UserId,
}

impl Office {
    /// Somebody who may do everything, where every piece of a body has its sender looked at.
    async fn new() -> Self {
        let bodies = BodyLimits {
            look_again: Duration::ZERO,
            ..BodyLimits::default()
        };
        let api = TestApi::with(Settings {
            captcha: false,
            bodies,
            ..Settings::default()
        })
        .await;
        let role = api.role("everything", &Permission::ALL).await;
        let person = person("everyone").roles(vec![role]);
        let user = person.create(&api.context.pool, api.context.now()).await;
        Self { api, user }
    }

    async fn run(&self, statement: &'static str) {
        sqlx::query(statement)
            .execute(&self.api.context.pool)
            .await
            .unwrap();
    }

    /// What is answered where `lapse` happens when the rest of the body is waited for; `None`: nothing waited for it.
    async fn answer(
        &self,
        (method, path): (Method, &str),
        (kind, first, second): (&'static str, &'static str, &'static str),
        lapse: impl AsyncFnOnce(),
    ) -> Option<Answer> {
        let token = self.api.token_of(self.user).await;
        let (waits, waited) = oneshot::channel();
        let (goes_on, going) = oneshot::channel::<()>();
        let pieces = stream::unfold(
            (0, Some((waits, going))),
            move |(at, mut held)| async move {
                match at {
                    0 => Some((Ok::<_, std::io::Error>(first), (1, held))),
                    1 => {
                        let (waits, going) = held.take()?;
                        waits.send(()).ok()?;
                        going.await.ok()?;
                        Some((Ok(second), (2, None)))
                    }
                    _ => None,
                }
            },
        );
        let request = Request::builder()
            .method(method)
            .uri(path)
            .header(header::CONTENT_TYPE, kind)
            .header(header::AUTHORIZATION, format!("Bearer {token}"))
            .body(Body::from_stream(pieces))
            .unwrap();
        let mut answering = Box::pin(self.api.send(request));
        tokio::select! {
            biased;
            _ = &mut answering => return None,
            waits = waited => waits.ok()?,
        }
        lapse().await;
        goes_on.send(()).ok()?;
        Some(answering.await)
    }
}

/// The path with something in place of each parameter.
fn called(path: &str, value: &str) -> String {
    let parts = path
        .split('/')
        .map(|part| if part.starts_with('{') { value } else { part });
    parts.collect::<Vec<_>>().join("/")
}

#[tokio::test]
async fn nothing_is_done_for_whoever_was_signed_out_while_a_body_came_in() {
    let office = Office::new().await;
    let mut held = 0;
    for route in crate::routes(&office.api.context) {
        if route.method == Method::GET || !route.is_guarded() {
            continue;
        }
        for (value, body) in [
            ("01890a5d-ac96-774b-bcce-b302099a8057", DOCUMENT),
            ("01890a5d-ac96-774b-bcce-b302099a8057", FORM),
            ("1", DOCUMENT),
        ] {
            let request = (route.method.clone(), called(&route.path, value));
            let lapse = async || office.run("DELETE FROM session").await;
            let answer = office.answer((request.0, &request.1), body, lapse).await;
            if let Some(answer) = answer {
                held += 1;
                let found = (answer.status, answer.code());
                let refused = (StatusCode::UNAUTHORIZED, "not_signed_in".to_owned());
                assert_eq!(found, refused, "{} {}", route.method, request.1);
                break;
            }
        }
    }
    assert!(held > 60, "only {held} routes waited for a body");
}

const MAKE: (Method, &str) = (Method::POST, "/api/roles");
const ROLE: (&str, &str, &str) = (
    "application/json",
    "{\"name\": \"late\", \"note\": \"\", ",
    "\"permissions\": [], \"secondFactor\": false}",
);
const LATE: &str = "SELECT count(*) FROM role WHERE name = 'late'";

#[tokio::test]
async fn an_account_that_was_changed_meanwhile_is_told_so_and_one_that_was_not_goes_on() {
    let office = Office::new().await;
    let lowered = "UPDATE app_user SET sign_in_epoch = sign_in_epoch + 1";
    let lapse = async || office.run(lowered).await;
    let refused = office.answer(MAKE, ROLE, lapse).await.unwrap();
    assert_eq!(
        (refused.status, refused.code()),
        (StatusCode::CONFLICT, "changed_meanwhile".to_owned())
    );
    assert_eq!(refused.headers[header::CONNECTION], "close");
    let roles = || sqlx::query_scalar::<_, i64>(LATE).fetch_one(&office.api.context.pool);
    assert_eq!(roles().await.unwrap(), 0);
    office.run("UPDATE app_user SET sign_in_epoch = 0").await;
    let made = office.answer(MAKE, ROLE, async || ()).await.unwrap();
    assert_eq!(made.status, StatusCode::CREATED, "{}", made.json());
    assert_eq!(roles().await.unwrap(), 1);
}

#[tokio::test]
async fn old_addresses_ask_again_as_well() {
    let office = Office::new().await;
    for (path, body) in [
        ("/systemAA/role/saveRole", ROLE),
        // Files are passed on while they arrive.
        ("/mj/agrsQueryModuleSpatial/agrsShp", FORM),
        ("/mj/agrsOrderAttachement/uploadForJC", FORM),
        ("/mj/agrsNodeFiled/importExcel", FORM),
    ] {
        let lapse = async || office.run("DELETE FROM session").await;
        let answer = office.answer((Method::POST, path), body, lapse).await;
        let answer = answer.expect(path).json();
        assert_eq!(answer["status"], json!(401), "{path}: {answer}");
    }
}

#[tokio::test]
async fn a_client_systems_token_that_was_ended_does_nothing_either() {
    let office = Office::new().await;
    let (api, user) = (&office.api, office.user);
    let admin = api.token_of(user).await;
    let made = json!({"loginName": "everyone"});
    let made = api.post("/api/client-systems", &admin, made).await;
    assert!(made.status.is_success(), "{}", made.json());
    let issued = json!({"name": "reads", "validDays": 30});
    let path = format!("/api/client-systems/{user}/tokens");
    let issued = api.post(&path, &admin, issued).await.json();
    let token = issued["token"].as_str().expect("a token").to_owned();
    let (waits, waited) = oneshot::channel();
    let (goes_on, going) = oneshot::channel::<()>();
    let rest = stream::once(async move {
        waits.send(()).ok();
        going.await.ok();
        Ok::<_, std::io::Error>("{}")
    });
    let request = Request::builder()
        .method(Method::POST)
        .uri("/api/scenes/search")
        .header(header::CONTENT_TYPE, "application/json")
        .header(header::AUTHORIZATION, format!("Bearer {token}"))
        .body(Body::from_stream(rest))
        .unwrap();
    let mut answering = Box::pin(api.send(request));
    tokio::select! {
        biased;
        early = &mut answering => panic!("{}", early.json()),
        waits = waited => waits.unwrap(),
    }
    office.run("DELETE FROM access_token").await;
    goes_on.send(()).unwrap();
    assert_eq!(answering.await.status, StatusCode::UNAUTHORIZED);
}
