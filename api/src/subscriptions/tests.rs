use std::time::Duration;

use axum::http::{Method, StatusCode};
use chrono::TimeDelta;
use domain::ids::UserId;
use domain::role::Role;
use serde_json::{Value, json};
use storage::lifecycle::backfills;
use storage::lifecycle::pushes::{SubscriptionShelf, match_arrivals, release_due};
use testkit::builders::papers;
use testkit::builders::subscription::push_target;
use uuid::Uuid;

use crate::context::Settings;
use crate::geometry::pool::{GeometryLimits, Requester};
use crate::testing::{TestApi, scene, square};

mod as_read;
mod as_searched;
mod every_part;

struct Desk {
    api: TestApi,
    owner: UserId,
    token: String,
    admin: String,
    target: String,
}

impl Desk {
    async fn new() -> Self {
        Self::over(TestApi::new().await).await
    }

    async fn over(api: TestApi) -> Self {
        let owner = api.account("zhangsan", Role::Applicant).await;
        let token = api.token_of(owner).await;
        let admin = api.signed_in("admin_1", Role::Admin).await;
        let now = api.context.now();
        let target = push_target(&api.context.pool, owner, "ftp://example.cn/", now).await;
        Self {
            api,
            token,
            admin,
            target: target.to_string(),
            owner,
        }
    }

    fn form(&self, search: &Value) -> Value {
        json!({"name": "汛期监测", "purpose": "防汛", "targetId": self.target, "search": search,
            "query": "?satellites=GF1", "frequency": "day", "delaytime": 1,
            "validUntil": "2026-12-31T00:00:00Z", "dailyBytes": 1_000_000, "windowFrom": 22, "windowTo": 6})
    }

    async fn create(&self) -> Value {
        let search = json!({"satellites": ["GF1"], "cloudMax": 20, "wkt": square(10.0, 20.0)});
        self.hand_in(self.form(&search)).await
    }

    async fn hand_in(&self, mut form: Value) -> Value {
        let (pool, now) = (&self.api.context.pool, self.api.context.now());
        let papers = papers(pool, self.owner, now).await.into_iter();
        let named = papers.map(|(kind, id)| json!({"type": kind, "attachmentId": id}));
        form["attachments"] = named.collect();
        let made = self.api.post("/api/subscriptions", &self.token, form).await;
        assert_eq!(made.status, StatusCode::CREATED, "{}", made.json());
        made.json()
    }

    async fn decide(&self, id: &str, decision: &str, reason: &str) -> (StatusCode, Value) {
        let path = format!("/api/subscriptions/{id}");
        let read = self.api.get(&path, &self.admin).await.json();
        let body = json!({"decision": decision, "reason": reason, "version": read["version"]});
        let path = format!("{path}/decision");
        let answer = self.api.post(&path, &self.admin, body).await;
        (answer.status, answer.json())
    }
}

#[tokio::test]
async fn a_subscription_is_made_decided_paused_changed_and_ended() {
    let desk = Desk::new().await;
    let made = desk.create().await;
    assert_eq!(
        (&made["state"], &made["standing"]),
        (&json!("pending"), &json!("pending"))
    );
    assert_eq!(made["criteria"]["hasArea"], true);
    assert_eq!(made["number"].as_str().unwrap().len(), 7);
    let id = made["id"].as_str().unwrap();
    let list = desk
        .api
        .get("/api/subscription-desk?state=pending", &desk.admin)
        .await
        .json();
    assert_eq!(list["total"], 1);
    assert_eq!(list["states"], json!([{"state": "pending", "count": 1}]));
    let (status, body) = desk.decide(id, "refuse", "  ").await;
    assert_eq!(
        (status, &body["errors"][0]["field"]),
        (StatusCode::BAD_REQUEST, &json!("reason"))
    );
    let (_, refused) = desk.decide(id, "refuse", "请说明用途").await;
    assert_eq!(
        (&refused["state"], &refused["reason"]),
        (&json!("refused"), &json!("请说明用途"))
    );
    let path = format!("/api/subscriptions/{id}");
    let form = desk.form(&json!({"satellites": ["GF1"]}));
    let changed = desk
        .api
        .call(Method::PUT, &path, &desk.token, Some(form))
        .await;
    assert_eq!(changed.json()["state"], "pending", "{}", changed.json());
    let (_, approved) = desk.decide(id, "approve", "").await;
    assert_eq!(
        (&approved["state"], &approved["decidedBy"]),
        (&json!("running"), &json!("李四"))
    );
    let (status, again) = desk.decide(id, "approve", "").await;
    assert_eq!(
        (status, &again["code"]),
        (StatusCode::CONFLICT, &json!("wrong_state"))
    );
    let steps = |step: &str| json!({"ids": [id], "step": step});
    for (step, state) in [("pause", "paused"), ("resume", "running"), ("end", "ended")] {
        let done = desk
            .api
            .post("/api/subscriptions/steps", &desk.token, steps(step))
            .await;
        assert_eq!(done.json()["done"][0]["state"], state, "{}", done.json());
    }
    let late = desk
        .api
        .post("/api/subscriptions/steps", &desk.token, steps("pause"))
        .await;
    let late = late.json();
    assert_eq!(
        (
            late["done"].as_array().unwrap().len(),
            &late["refused"][0]["id"]
        ),
        (0, &json!(id))
    );
}

#[tokio::test]
async fn another_persons_subscription_is_not_found() {
    let desk = Desk::new().await;
    let made = desk.create().await;
    let id = made["id"].as_str().unwrap();
    let stranger = desk.api.signed_in("lisi", Role::Applicant).await;
    for path in ["", "/scenes", "/flow"] {
        let path = format!("/api/subscriptions/{id}{path}");
        assert_eq!(
            desk.api.get(&path, &stranger).await.status,
            StatusCode::NOT_FOUND
        );
        assert_eq!(
            desk.api.get(&path, &desk.token).await.status,
            StatusCode::OK
        );
        assert_eq!(
            desk.api.get(&path, &desk.admin).await.status,
            StatusCode::OK
        );
    }
    let form = desk.form(&json!({}));
    let path = format!("/api/subscriptions/{id}");
    let changed = desk
        .api
        .call(Method::PUT, &path, &stranger, Some(form.clone()))
        .await;
    assert_eq!(changed.status, StatusCode::NOT_FOUND);
    // Nor is another person's target one's own.
    let made = desk.api.post("/api/subscriptions", &stranger, form).await;
    assert_eq!(made.json()["errors"][0]["field"], "targetId");
    let steps = json!({"ids": [id], "step": "end"});
    let ended = desk
        .api
        .post("/api/subscriptions/steps", &stranger, steps)
        .await;
    assert_eq!(ended.json()["refused"][0]["id"], id);
}

#[tokio::test]
async fn what_cannot_be_subscribed_to_is_refused_by_field() {
    let desk = Desk::new().await;
    let with = |field: &str, value: Value| {
        let mut form = desk.form(&json!({}));
        form[field] = value;
        form
    };
    for (form, field) in [
        (with("name", json!("")), "name"),
        (with("purpose", json!(" ")), "purpose"),
        (with("frequency", json!("hour")), "frequency"),
        (with("delaytime", json!(3)), "delaytime"),
        (
            with("validUntil", json!("2020-01-01T00:00:00Z")),
            "validUntil",
        ),
        (with("dailyBytes", json!(0)), "dailyBytes"),
        (with("windowTo", json!(22)), "windowTo"),
        (with("windowTo", json!(null)), "windowTo"),
        (with("search", json!({"cloudMax": 200})), "cloudMax"),
        (with("search", json!({"objTypes": ["XX"]})), "objTypes"),
        (
            with("search", json!({"conditions": [{"key": "no field"}]})),
            "conditions",
        ),
        (
            with("search", json!({"from": "2026-02-01", "to": "2026-01-01"})),
            "to",
        ),
        (with("search", json!({"nodeIds": [404]})), "nodeIds"),
        (with("search", json!({"wkt": "POLYGON((1 1"})), "wkt"),
    ] {
        let refused = desk
            .api
            .post("/api/subscriptions", &desk.token, form.clone())
            .await;
        assert_eq!(refused.status, StatusCode::BAD_REQUEST, "{form}");
        assert_eq!(refused.json()["errors"][0]["field"], field, "{form}");
    }
    assert_eq!(
        desk.api.get("/api/subscriptions", &desk.token).await.json()["total"],
        0
    );
}

#[tokio::test]
async fn a_dry_run_counts_what_was_received_lately_and_may_be_seen() {
    let desk = Desk::new().await;
    let now = desk.api.context.now();
    // Of an old satellite: what counts is when it came in.
    let mut lately = scene("lately", &square(10.0, 20.0));
    lately.acquired = now - TimeDelta::days(400);
    lately.received = Some(now - TimeDelta::days(3));
    lately.size = 4000;
    let mut before = scene("before", &square(10.0, 20.0));
    before.acquired = now - TimeDelta::days(3);
    before.received = Some(now - TimeDelta::days(40));
    let mut elsewhere = scene("elsewhere", &square(50.0, 20.0));
    elsewhere.received = Some(now - TimeDelta::days(3));
    desk.api.node(1, None, "高分一号").await;
    desk.api.scenes(&[lately, before, elsewhere]).await;
    let search = json!({"wkt": square(10.0, 20.0)});
    let found = desk
        .api
        .post("/api/subscriptions/preview", &desk.token, search)
        .await;
    assert_eq!(
        found.json(),
        json!({"scenes": 1, "bytes": 4000, "days": 30})
    );
}

#[tokio::test]
async fn looking_back_takes_a_place_among_those_who_compute_with_areas() {
    let limits = GeometryLimits {
        slots: 1,
        wait: Duration::from_millis(1),
        ..GeometryLimits::for_signed_in()
    };
    let settings = Settings {
        captcha: false,
        geometry_of_signed_in: limits,
        ..Settings::default()
    };
    let desk = Desk::over(TestApi::with(settings).await).await;
    let id = desk.create().await["id"].as_str().unwrap().to_owned();
    let somebody = Requester::Person(UserId(Uuid::from_u128(7)));
    let place = desk.api.context.geometry.enter(somebody).await.unwrap();
    let search = json!({"satellites": ["GF1"]});
    let range = json!({"basis": "received", "from": "2000-01-01", "to": "2026-12-31"});
    let of_search = json!({"search": search, "range": range});
    let looks = [
        ("/api/subscriptions/preview".to_owned(), search),
        ("/api/subscriptions/backfill-preview".to_owned(), of_search),
        (format!("/api/subscriptions/{id}/backfills/preview"), range),
    ];
    for (path, body) in &looks {
        let busy = desk.api.post(path, &desk.token, body.clone()).await;
        assert_eq!(busy.status, StatusCode::SERVICE_UNAVAILABLE, "{path}");
        assert_eq!(busy.code(), "geometry_busy");
    }
    drop(place);
    for (path, body) in looks {
        let answer = desk.api.post(&path, &desk.token, body).await;
        assert_eq!(answer.status, StatusCode::OK, "{path}: {}", answer.json());
    }
}

#[tokio::test]
async fn what_matched_is_listed_with_what_became_of_it() {
    let desk = Desk::new().await;
    let made = desk.create().await;
    let id = made["id"].as_str().unwrap();
    desk.decide(id, "approve", "").await;
    desk.api.node(1, None, "高分一号").await;
    let mut fits = scene("fits", &square(10.0, 20.0));
    fits.satellite = "GF1".into();
    fits.cloud = Some(3.0);
    fits.archive_url = Some("file:///archive/fits.tif".into());
    desk.api.scenes(&[fits]).await;
    let pool = &desk.api.context.pool;
    let now = desk.api.context.now();
    let report = match_arrivals(pool, &SubscriptionShelf::default(), now)
        .await
        .unwrap();
    assert_eq!(report.matched, 1);
    let scenes = format!("/api/subscriptions/{id}/scenes");
    let listed = desk
        .api
        .get(&format!("{scenes}?state=waiting"), &desk.token)
        .await
        .json();
    let first = &listed["items"][0];
    assert_eq!(
        (&listed["total"], &first["dataid"]),
        (&json!(1), &json!("fits"))
    );
    // Gathered until the day is over in China, and an hour.
    assert_eq!(first["dueAt"], "2026-03-01T17:00:00Z");
    assert_eq!(
        desk.api
            .get(&format!("{scenes}?state=missed"), &desk.token)
            .await
            .json()["total"],
        0
    );
    let flow = desk
        .api
        .get(&format!("/api/subscriptions/{id}/flow"), &desk.token)
        .await;
    assert_eq!(
        flow.json(),
        json!([{"day": "2026-03-01", "matched": 1, "delivered": 0, "missed": 0, "withdrawn": 0}])
    );
    let one = desk
        .api
        .get(&format!("/api/subscriptions/{id}"), &desk.token)
        .await
        .json();
    assert_eq!(one["counts"]["waiting"], 1);
    let busy = format!("/api/push-targets/{}", desk.target);
    let refused = desk
        .api
        .call(Method::DELETE, &busy, &desk.token, None)
        .await;
    assert_eq!(refused.json()["code"], "target_in_use");
    assert_eq!(refused.json()["params"]["count"], 1);
}

#[tokio::test]
async fn what_was_there_is_counted_asked_for_shown_and_cancelled() {
    let desk = Desk::new().await;
    let mut fits = scene("fits", &square(10.0, 20.0));
    fits.satellite = "GF1".into();
    fits.cloud = Some(3.0);
    fits.size = 4000;
    fits.archive_url = Some("file:///archive/fits.tif".into());
    let mut cloudy = fits.clone();
    cloudy.dataid = "cloudy".into();
    cloudy.cloud = Some(90.0);
    desk.api.node(1, None, "高分一号").await;
    desk.api.scenes(&[fits, cloudy]).await;
    let range = json!({"basis": "acquired", "from": "2000-01-01", "to": "2026-12-31"});
    let search = json!({"satellites": ["GF1"], "cloudMax": 20});
    let before = desk
        .api
        .post(
            "/api/subscriptions/backfill-preview",
            &desk.token,
            json!({"search": search, "range": range}),
        )
        .await;
    let counted = json!({"scenes": 1, "new": 1, "bytes": 4000, "most": 100_000});
    assert_eq!(before.json(), counted);
    let made = desk.create().await;
    let id = made["id"].as_str().unwrap();
    let path = format!("/api/subscriptions/{id}/backfills");
    let turned = json!({"basis": "received", "from": "2026-12-31", "to": "2000-01-01"});
    let refused = desk.api.post(&path, &desk.token, turned).await;
    assert_eq!(refused.json()["errors"][0]["field"], "to");
    let preview = format!("{path}/preview");
    let found = desk.api.post(&preview, &desk.token, range.clone()).await;
    assert_eq!(found.json(), counted);
    let asked = desk.api.post(&path, &desk.token, range.clone()).await;
    assert_eq!(asked.status, StatusCode::NO_CONTENT);
    let again = desk.api.post(&path, &desk.token, range.clone()).await;
    assert_eq!(again.json()["code"], "backfill_under_way");
    desk.decide(id, "approve", "").await;
    let (pool, now) = (&desk.api.context.pool, desk.api.context.now());
    assert!(backfills::search_next(pool, None, now).await.unwrap());
    let shelf = SubscriptionShelf::default();
    assert!(backfills::match_next(pool, &shelf, now).await.unwrap());
    let listed = desk.api.get(&path, &desk.admin).await.json();
    let one = &listed[0];
    assert_eq!(
        (&one["state"], &one["matched"], &one["waiting"]),
        (&json!("done"), &json!(1), &json!(1))
    );
    let found = desk.api.post(&preview, &desk.token, range).await.json();
    assert_eq!((&found["scenes"], &found["new"]), (&json!(1), &json!(0)));
    let cancel = format!("{path}/{}/cancel", one["id"].as_str().unwrap());
    let stranger = desk.api.signed_in("lisi", Role::Applicant).await;
    let none = json!({});
    for (who, status) in [
        (&stranger, StatusCode::NOT_FOUND),
        (&desk.token, StatusCode::NO_CONTENT),
        (&desk.token, StatusCode::NOT_FOUND),
    ] {
        let answer = desk.api.post(&cancel, who, none.clone()).await;
        assert_eq!(answer.status, status);
    }
    release_due(pool, now).await.unwrap();
    let listed = desk.api.get(&path, &desk.token).await.json();
    assert_eq!(
        (
            &listed[0]["state"],
            &listed[0]["missed"],
            &listed[0]["takenBack"]
        ),
        (&json!("cancelled"), &json!(1), &json!(true))
    );
}
