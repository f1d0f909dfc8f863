//! Areas that cost much to compare, granted by who may grant and sees little: nobody waits for them under the lock on all
//! grants.

use std::time::Duration;

use axum::http::{Method, StatusCode};
use domain::ids::UserId;
use domain::permission::Permission as P;
use domain::role::Role;
use serde_json::{Value, json};
use tokio::io::AsyncWriteExt as _;
use tokio::net::{TcpListener, TcpStream};
use uuid::Uuid;

use super::whole;
use crate::context::Settings;
use crate::geometry::flood_tests::{coast, comb, wkt};
use crate::geometry::pool::{GeometryLimits, Requester};
use crate::server::{Server, ServerLimits};
use crate::testing::{Answer, TestApi};

const FIELD: &str = "POLYGON((99 29,106 29,106 36,99 36,99 29))";

/// Two slots, one for each person, and time enough for a build without optimisation.
fn limits(steps: u64) -> GeometryLimits {
    GeometryLimits {
        slots: 2,
        per_requester: 1,
        wait: Duration::from_mins(10),
        time: Duration::from_mins(10),
        steps,
        ..GeometryLimits::for_signed_in()
    }
}

/// Somebody who may grant what everybody sees: scenes of a few areas.
struct Keeper {
    api: TestApi,
    admin: String,
    token: String,
}

impl Keeper {
    async fn new(limits: GeometryLimits, areas: &[String]) -> Self {
        let api = TestApi::with(Settings {
            captcha: false,
            geometry_of_signed_in: limits,
            ..Settings::default()
        })
        .await;
        let admin = api.signed_in("admin_1", Role::Admin).await;
        let held = [P::ManageScopes, P::ManageUsers, P::ManageRoles];
        let token = api.holding("keeper_1", &held).await;
        let keeper = Self { api, admin, token };
        for id in keeper.ids().await {
            let path = format!("/api/scopes/{id}");
            let gone = keeper.api.call(Method::DELETE, &path, &keeper.admin, None);
            assert_eq!(gone.await.status, StatusCode::NO_CONTENT);
        }
        for area in areas {
            keeper.grant(&to_everybody(area)).await;
        }
        keeper
    }

    /// An administrator who sees everything grants it; answers its id.
    async fn grant(&self, grant: &Value) -> String {
        let made = self.api.post("/api/scopes", &self.admin, grant.clone());
        let made = made.await;
        assert_eq!(made.status, StatusCode::CREATED, "{}", made.json());
        made.json()["id"].as_str().unwrap().to_owned()
    }

    /// Grants to everybody.
    async fn ids(&self) -> Vec<String> {
        let path = "/api/scopes?subject=everybody&pageSize=100";
        let listed = self.api.get(path, &self.admin).await.json();
        let items = listed["items"].as_array().unwrap().iter();
        let ids = items.map(|grant| grant["id"].as_str().unwrap().to_owned());
        ids.collect()
    }

    async fn send(&self, method: Method, path: &str, body: Value) -> Answer {
        self.api.call(method, path, &self.token, Some(body)).await
    }

    /// Whether somebody changes grants, so that others wait.
    async fn is_locked(&self) -> bool {
        let locks = "SELECT EXISTS (SELECT FROM pg_locks WHERE relation = 'scope_version'::regclass \
             AND mode = 'RowShareLock' AND database = (SELECT oid FROM pg_database WHERE datname = current_database()))";
        let found = sqlx::query_scalar(locks).fetch_one(&self.api.context.pool);
        found.await.unwrap()
    }

    async fn until_locked(&self, locked: bool) {
        while self.is_locked().await != locked {
            tokio::task::yield_now().await;
        }
    }
}

fn to_everybody(area: &str) -> Value {
    whole(json!({"subject": "everybody", "wkt": area}))
}

/// A bundle of edges from the south-west to the north-east: the box of each holds the coast beside it.
fn bundle() -> String {
    let edges = (0..=980_u32).map(|number| {
        let aside = f64::from(number) / 1e5;
        if number % 2 == 0 {
            (100.0 + aside, 30.0)
        } else {
            (105.0 + aside, 35.0)
        }
    });
    wkt(edges.chain([(100.0098, 29.9), (100.0, 29.9)]))
}

/// A small circle of many corners, which meets no edge of the bundle.
fn coast_beside() -> String {
    wkt((0..19_990_u32).map(|number| {
        let (sin, cos) = (std::f64::consts::TAU * f64::from(number) / 19_990.0).sin_cos();
        (103.8 + 0.3 * cos, 31.2 + 0.3 * sin)
    }))
}

#[tokio::test]
async fn a_coast_of_twenty_thousand_corners_is_granted_by_who_holds_what_is_around_it() {
    let limits = limits(GeometryLimits::for_signed_in().steps);
    let keeper = Keeper::new(limits, &[FIELD.to_owned()]).await;
    for path in ["/api/scopes/preview", "/api/scopes"] {
        let granted = to_everybody(&coast());
        let answer = keeper.send(Method::POST, path, granted).await;
        assert!(answer.status.is_success(), "{path}: {}", answer.json());
    }
    assert_eq!(keeper.ids().await.len(), 2);
}

#[tokio::test]
async fn what_is_to_be_compared_with_everything_is_refused_by_the_limits_that_ship() {
    let limits = limits(GeometryLimits::for_signed_in().steps);
    let keeper = Keeper::new(limits, &[bundle()]).await;
    let granted = to_everybody(&coast_beside());
    let answer = keeper.send(Method::POST, "/api/scopes", granted).await;
    assert_eq!(answer.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert_eq!(answer.code(), "too_elaborate");
}

/// Every call of the keeper's that compares a comb with what the keeper sees.
async fn calls(keeper: &Keeper) -> Vec<(Method, String, Value)> {
    let comb = comb();
    let lisi = keeper.api.account("lisi_1", Role::Applicant).await;
    let mut units = Vec::new();
    for name in ["总院", "分院"] {
        let unit = json!({"name": name, "parentId": null});
        let made = keeper.api.post("/api/units/tree", &keeper.admin, unit);
        units.push(made.await.json()["id"].as_str().unwrap().to_owned());
    }
    let to_unit = json!({"subject": "unit", "subjectId": units[0], "wkt": comb});
    keeper.grant(&whole(to_unit)).await;
    let to_lisi = json!({"subject": "person", "subjectId": lisi.to_string(), "wkt": comb});
    let of_lisi = keeper.grant(&whole(to_lisi)).await;
    let of_everybody = keeper.ids().await.remove(0);
    let (granted, field) = (to_everybody(&comb), to_everybody(FIELD));
    let view = json!({"permissions": [], "subject": "person", "subjectId": lisi.to_string()});
    let (post, put) = (Method::POST, Method::PUT);
    vec![
        (post.clone(), "/api/scopes".into(), granted.clone()),
        (post.clone(), "/api/scopes/preview".into(), granted.clone()),
        (put.clone(), format!("/api/scopes/{of_everybody}"), granted),
        (put.clone(), format!("/api/scopes/{of_lisi}"), field),
        (
            Method::DELETE,
            format!("/api/scopes/{of_lisi}"),
            Value::Null,
        ),
        (
            put.clone(),
            format!("/api/users/{lisi}/unit"),
            json!({"unitId": units[0]}),
        ),
        (
            put,
            format!("/api/units/{}/parent", units[1]),
            json!({"parentId": units[0]}),
        ),
        (post.clone(), "/api/roles/preview".into(), view),
        (
            post,
            format!("/api/users/{lisi}/password"),
            json!({"password": "Geology77"}),
        ),
    ]
}

#[tokio::test]
async fn whatever_compares_a_comb_ends_when_its_steps_are_spent() {
    let keeper = Keeper::new(limits(5_000), &[FIELD.to_owned()]).await;
    let calls = calls(&keeper).await;
    let before = keeper.ids().await;
    for (method, path, body) in calls {
        let answer = keeper.send(method, &path, body).await;
        assert_eq!(answer.status, StatusCode::UNPROCESSABLE_ENTITY, "{path}");
        assert_eq!(answer.code(), "too_elaborate", "{path}");
    }
    keeper.until_locked(false).await;
    assert_eq!(keeper.ids().await, before);
    assert_eq!(keeper.api.context.geometry.slots_in_use(), (0, 0));
}

#[tokio::test]
async fn whatever_compares_areas_takes_a_place_among_those_who_compute_with_them() {
    let hasty = GeometryLimits {
        wait: Duration::from_millis(1),
        ..limits(u64::MAX)
    };
    let keeper = Keeper::new(hasty, &[FIELD.to_owned()]).await;
    let calls = calls(&keeper).await;
    let mut slots = Vec::new();
    for other in [7, 8] {
        let other = Requester::Person(UserId(Uuid::from_u128(other)));
        slots.push(keeper.api.context.geometry.enter(other).await.unwrap());
    }
    for (method, path, body) in calls {
        let answer = keeper.send(method, &path, body).await;
        assert_eq!(answer.status, StatusCode::SERVICE_UNAVAILABLE, "{path}");
        assert_eq!(answer.code(), "geometry_busy", "{path}");
    }
}

/// The comparing takes minutes, or until its client hangs up.
#[tokio::test(flavor = "multi_thread")]
async fn the_lock_on_all_grants_ends_when_its_client_hangs_up() {
    let areas = vec![bundle(); 40];
    let keeper = Keeper::new(limits(u64::MAX), &areas).await;
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let server = Server::new(keeper.api.router.clone(), ServerLimits::default());
    let serving = tokio::spawn(server.serve(listener, std::future::pending()));
    let body = to_everybody(&coast_beside()).to_string();
    let (length, token) = (body.len(), &keeper.token);
    let request = format!(
        "POST /api/scopes HTTP/1.1\r\nhost: x\r\nauthorization: Bearer {token}\r\n\
         content-type: application/json\r\ncontent-length: {length}\r\n\r\n{body}"
    );
    let mut client = TcpStream::connect(address).await.unwrap();
    client.write_all(request.as_bytes()).await.unwrap();
    keeper.until_locked(true).await;
    let geometry = &keeper.api.context.geometry;
    assert_eq!(geometry.slots_in_use(), (0, 1));
    drop(client);
    while geometry.slots_in_use() != (0, 0) {
        tokio::task::yield_now().await;
    }
    keeper.until_locked(false).await;
    assert_eq!(keeper.ids().await.len(), areas.len());
    keeper.grant(&to_everybody(FIELD)).await;
    serving.abort();
}
