use axum::http::{Method, StatusCode};
use chrono::TimeDelta;
use domain::permission::Permission;
use domain::role::Role;
use serde_json::{Value, json};

use crate::testing::TestApi;

const FIGURES: &str = "/api/stats/open-services";

/// A client system of an account of this name that reads statistics: its address, and a token.
async fn system(api: &TestApi, admin: &str, login_name: &str, quota: Value) -> (String, String) {
    let permissions = [Permission::OrderStatistics];
    api.holding(login_name, &permissions).await;
    let form = json!({"loginName": login_name, "callsADay": quota});
    let made = api.post("/api/client-systems", admin, form).await.ok();
    let path = format!("/api/client-systems/{}", made["id"].as_str().unwrap());
    let form = json!({"name": "同步", "validDays": 30});
    let token = api.post(&format!("{path}/tokens"), admin, form).await.ok();
    (path, token["token"].as_str().unwrap().to_owned())
}

fn id_of(path: &str) -> &str {
    path.rsplit('/').next().unwrap()
}

fn counts((requests, over_quota, forbidden): (u64, u64, u64)) -> Value {
    json!({"requests": requests, "overQuota": over_quota, "forbidden": forbidden, "bytes": 0})
}

/// The same with more fields.
fn with(mut counts: Value, more: &[(&str, Value)]) -> Value {
    for (name, value) in more {
        counts[*name] = value.clone();
    }
    counts
}

fn service(name: &str, figures: (u64, u64, u64)) -> Value {
    with(counts(figures), &[("service", json!(name))])
}

#[tokio::test]
async fn calls_of_two_processes_are_counted_together_by_service() {
    let api = TestApi::new().await;
    let other = api.beside();
    let processes = [&api, &other];
    let admin = api.signed_in("admin_1", Role::Admin).await;
    let (path, token) = system(&api, &admin, "peer_1", Value::Null).await;
    let (get, post) = (Method::GET, Method::POST);
    let calls = [
        (&get, "/stac", StatusCode::OK),
        (&get, "/api/catalog/tree", StatusCode::OK),
        (&get, "/mhd/catalog/tree", StatusCode::OK),
        (&get, "/stac/search", StatusCode::OK),
        (&post, "/api/scenes/search", StatusCode::OK),
        (&post, "/mhd/scene/search", StatusCode::OK),
        (
            &get,
            "/api/scenes/none/image?typeId=1",
            StatusCode::NOT_FOUND,
        ),
        (&get, "/api/stats/orders", StatusCode::OK),
        (&get, "/mhd/stat/orders", StatusCode::OK),
        (&get, "/api/cart", StatusCode::FORBIDDEN),
        (&get, "/api/inbox", StatusCode::FORBIDDEN),
        // Refused in its envelope, by our own route behind it.
        (&get, "/mj/spatial/listBookmark", StatusCode::OK),
        // And by the old address itself.
        (&post, "/mj/agrsOrder/auditOrder", StatusCode::OK),
    ];
    for (at, (method, path, status)) in calls.into_iter().enumerate() {
        let body = (*method == Method::POST).then(|| json!({}));
        let answer = processes[at % 2].call(method.clone(), path, &token, body);
        assert_eq!(answer.await.status, status, "{path}");
    }
    let services = json!([
        service("catalogue", (3, 0, 0)),
        service("scene", (3, 0, 0)),
        service("preview", (1, 0, 0)),
        service("statistics", (2, 0, 0)),
        service("other", (4, 0, 4)),
    ]);
    for process in processes {
        let found = process.get(FIGURES, &admin).await.ok();
        let total = counts((13, 0, 4));
        assert_eq!(found["total"], total);
        let day = [("day", json!("2026-03-01")), ("services", services.clone())];
        assert_eq!(found["days"], json!([with(total, &day)]));
        let systems = found["systems"].as_array().unwrap();
        assert_eq!(systems.len(), 1);
        assert_eq!(systems[0]["id"], id_of(&path));
        assert_eq!(systems[0]["loginName"], "peer_1");
        assert_eq!(systems[0]["services"], services);
    }
    let listed = api.get("/api/client-systems", &admin).await.ok();
    assert_eq!(listed["items"][0]["today"]["calls"], 13);
}

#[tokio::test]
async fn what_is_beyond_the_quota_is_counted_on_its_day_and_stays_when_the_system_goes() {
    let api = TestApi::new().await;
    let other = api.beside();
    let admin = api.signed_in("admin_1", Role::Admin).await;
    let (path, token) = system(&api, &admin, "peer_1", json!(2)).await;
    for (process, status) in [
        (&api, StatusCode::OK),
        (&other, StatusCode::OK),
        (&api, StatusCode::TOO_MANY_REQUESTS),
    ] {
        assert_eq!(process.get("/stac", &token).await.status, status);
    }
    // Midnight in China.
    api.pass(TimeDelta::hours(8));
    let old_address = other.get("/mhd/catalog/tree", &token).await;
    assert_eq!(old_address.ok()["status"], 200);

    let admin = api.signed_in("admin_2", Role::Admin).await;
    let days = [("2026-03-01", (3, 1, 0)), ("2026-03-02", (1, 0, 0))];
    let days = days.map(|(day, figures)| {
        let services = json!([service("catalogue", figures)]);
        let more = [("day", json!(day)), ("services", services)];
        with(counts(figures), &more)
    });
    let found = api.get(FIGURES, &admin).await.ok();
    assert_eq!(found["days"], json!(days));
    let gone = api.call(Method::DELETE, &path, &admin, None).await;
    assert_eq!(gone.status, StatusCode::NO_CONTENT);
    let still = api.get(FIGURES, &admin).await.ok();
    assert_eq!(still, found);
    let period = format!("{FIGURES}?from=2026-03-02&to=2026-03-02");
    let one_day = api.get(&period, &admin).await.ok();
    assert_eq!(one_day["total"], counts((1, 0, 0)));
    assert_eq!(one_day["days"], json!([days[1]]));
}

#[tokio::test]
async fn figures_are_for_whoever_reads_statistics_and_a_system_is_told_of_itself() {
    let api = TestApi::new().await;
    let admin = api.signed_in("admin_1", Role::Admin).await;
    let (first, of_first) = system(&api, &admin, "peer_1", Value::Null).await;
    let (second, of_second) = system(&api, &admin, "peer_2", Value::Null).await;
    for _ in 0..2 {
        api.get("/stac", &of_second).await.ok();
    }
    let stranger = api.holding("stranger", &[]).await;
    for path in [FIGURES, "/api/stats/open-services.xlsx?by=day"] {
        let refused = api.get(path, &stranger).await;
        assert_eq!(refused.status, StatusCode::FORBIDDEN, "{path}");
        let guest = api.get(path, "").await;
        assert_eq!(guest.status, StatusCode::UNAUTHORIZED, "{path}");
    }
    let of_another = format!("{FIGURES}?system={}", id_of(&second));
    // The call that asks is one of them.
    for (requests, path) in [(1, FIGURES), (2, of_another.as_str())] {
        let own = api.get(path, &of_first).await.ok();
        assert_eq!(own["total"], counts((requests, 0, 0)), "{path}");
        assert_eq!(own["systems"][0]["id"], id_of(&first), "{path}");
    }
    let found = api.get(&of_another, &admin).await.ok();
    assert_eq!(found["total"], counts((2, 0, 0)));
    let all = api.get(FIGURES, &admin).await.ok();
    assert_eq!(all["total"], counts((4, 0, 0)));
    let systems = all["systems"].as_array().unwrap();
    assert_eq!(systems.len(), 2);
}

#[tokio::test]
async fn a_workbook_has_a_row_each_a_sum_and_a_chart() {
    let api = TestApi::new().await;
    let admin = api.signed_in("admin_1", Role::Admin).await;
    let (_, token) = system(&api, &admin, "peer_1", Value::Null).await;
    api.get("/stac", &token).await.ok();
    for (by, rows) in [("system", 3), ("day", 3)] {
        let path = format!("/api/stats/open-services.xlsx?by={by}");
        let workbook = api.get(&path, &admin).await;
        assert_eq!(workbook.status, StatusCode::OK);
        let bytes = std::io::Cursor::new(workbook.bytes);
        let mut parts = zip::ZipArchive::new(bytes).unwrap();
        let sheet = parts.by_name("xl/worksheets/sheet1.xml").unwrap();
        let sheet = std::io::read_to_string(sheet).unwrap();
        assert_eq!(sheet.matches("<row ").count(), rows, "{by}");
        let texts = parts.by_name("xl/sharedStrings.xml").unwrap();
        let texts = std::io::read_to_string(texts).unwrap();
        assert!(texts.contains("合计"), "{texts}");
        assert!(parts.by_name("xl/charts/chart1.xml").is_ok(), "{by}");
    }
    let neither = api.get("/api/stats/open-services.xlsx", &admin).await;
    assert_eq!(neither.status, StatusCode::BAD_REQUEST);
}
