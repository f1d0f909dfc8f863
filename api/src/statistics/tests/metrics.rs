//! Metrics say what the statistics say.

use chrono::{DateTime, TimeDelta, Utc};
use domain::ids::OrderId;
use domain::role::Role;
use domain::task::ErrorClass;
use serde_json::Value;
use storage::db::handles;
use storage::db::order_figures;
use storage::db::transfers::{self, NewTransfer, Outcome, Protocol, Source, Visitor};
use storage::lifecycle::preparation;
use testkit::builders::changes::Changes;
use testkit::builders::{acting, order, worker};
use texts::{FailureText, Message};
use uuid::Uuid;

use super::with_orders;
use crate::testing::TestApi;

/// The value of a line of metrics.
fn gauge(text: &str, name: &str) -> Value {
    let mut lines = text.lines();
    let line = lines.find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
    let value = line.unwrap_or_else(|| panic!("{name} is not in {text}"));
    serde_json::from_str(value).unwrap()
}

/// Both must be equal, and not zero.
fn assert_same(text: &str, metric: &str, figure: &Value) {
    assert_eq!(
        &gauge(text, &format!("scenedock_{metric}")),
        figure,
        "{metric}"
    );
    assert_ne!(figure, &Value::from(0), "{metric}");
}

/// Beside the orders that wait: one whose data are ready, one of which a scene failed, and downloads of the first, of which
/// one reached the end of its file, one was a piece of it, and one was broken off.
async fn with_deliveries() -> (TestApi, String) {
    let (api, staff) = with_orders().await;
    let pool = &api.context.pool;
    let owner = api.account("zhaoliu_1", Role::Applicant).await;
    let auditor = api.account("admin_1", Role::Admin).await;
    let now = api.context.now() - TimeDelta::days(1);
    let ids = ["s1".to_owned(), "s2".to_owned()];
    let approved = async |now: DateTime<Utc>| {
        let order = order(owner, &ids)
            .create(pool, now - TimeDelta::hours(1))
            .await;
        let by = acting(auditor, Role::Admin);
        let admin = Changes { pool, by, now };
        admin.approve(order).await.unwrap();
        order
    };
    let ready = approved(now).await;
    worker::do_everything(pool, now + TimeDelta::hours(2)).await;
    approved(now + TimeDelta::hours(3)).await;
    let task = worker::claim_all(pool).await.remove(0);
    let why: Message = FailureText::Bug { what: "x".into() }.into();
    let later = now + TimeDelta::hours(4);
    preparation::fail(pool, task, ErrorClass::SourceMissing, &why, later)
        .await
        .unwrap();
    for (bytes, outcome) in [
        (100, Outcome::Done),
        (30, Outcome::Done),
        (40, Outcome::Aborted),
    ] {
        transfer(&api, ready, bytes, outcome).await;
    }
    let mut tx = handles::begin(pool).await.unwrap();
    order_figures::roll_up_due(&mut tx).await.unwrap();
    handles::commit(tx).await.unwrap();
    (api, staff)
}

/// So many bytes from the begin of a scene of 100.
async fn transfer(api: &TestApi, order: OrderId, bytes: u64, outcome: Outcome) {
    let mut db = api.context.connection().await.unwrap();
    let at = api.context.now();
    let new = NewTransfer {
        id: Uuid::now_v7(),
        source: Source::Scene {
            order,
            did: 1,
            size: 100,
        },
        account: "zhaoliu_1",
        path: "/s1.tif",
        protocol: Protocol::Https,
        address: "",
        offset: 0,
        client_ip: "127.0.0.1",
        started: at,
        visitor: Visitor::Applicant,
    };
    transfers::begin(&mut db, &new).await.unwrap();
    transfers::finish(&mut db, new.id, bytes, outcome, "curl", at)
        .await
        .unwrap();
}

#[tokio::test]
async fn metrics_and_statistics_tell_the_same_figures() {
    let (api, staff) = with_deliveries().await;
    let ever = "from=2000-01-01&to=2099-12-31";
    let text = String::from_utf8(api.get("/metrics", "").await.bytes).unwrap();
    let answer = async |path: &str| {
        let found = api.get(&format!("/api/stats/{path}{ever}"), &staff).await;
        found.json()
    };
    let orders = answer("orders?").await;
    let units = answer("units?").await;
    for (method, count, scenes, size) in [
        (
            "online",
            "onlineOrderNum",
            "onlineOrderSceneNum",
            "onlineOrderSize",
        ),
        (
            "offline",
            "offlineOrderNum",
            "offlineOrderSceneNum",
            "offlineOrderSize",
        ),
    ] {
        let metric = |name: &str| format!("{name}{{method=\"{method}\"}}");
        assert_same(&text, &metric("orders"), &orders[count]);
        assert_same(&text, &metric("ordered_scenes"), &orders[scenes]);
        let units = units["items"].as_array().unwrap().iter();
        let bytes: i64 = units.map(|unit| unit[size].as_i64().unwrap()).sum();
        assert_same(&text, &metric("ordered_bytes"), &bytes.into());
    }
    let received = answer("received?by=satellite&").await;
    let prepared = answer("preparation?").await;
    let downloads = answer("downloads?by=day&").await;
    for (metric, page, figure) in [
        ("received_scenes", &received, "scenes"),
        ("received_bytes", &received, "bytes"),
        ("prepared_orders", &prepared, "prepared"),
        ("preparation_failures", &prepared, "failures"),
        ("downloads", &downloads, "transfers"),
        ("downloaded_files", &downloads, "files"),
        ("downloads_broken", &downloads, "broken"),
        ("download_bytes", &downloads, "bytes"),
    ] {
        assert_same(&text, metric, &page["total"][figure]);
    }
    let counts = ["transfers", "files", "broken", "bytes"]
        .map(|name| downloads["total"][name].as_i64().unwrap());
    assert_eq!(counts, [3, 1, 1, 170]);
}
