//! Texts in place of the pages' own.

use axum::http::{Method, StatusCode};
use domain::role::Role;
use serde_json::{Value, json};

use super::{logged, upload_picture};
use crate::testing::TestApi;

const PAGE: &str = "/api/content/pages/contactUs";
const PUBLIC: &str = "/api/guide/pages/contactUs";

#[tokio::test]
async fn a_text_holds_until_the_next_and_every_one_can_come_back() {
    let api = TestApi::new().await;
    let admin = api.signed_in("admin_1", Role::Admin).await;
    let save = async |zh: &str, en: Value, base: &Value| {
        let form = json!({"zh": zh, "en": en, "base": base});
        api.call(Method::PUT, PAGE, &admin, Some(form)).await
    };
    let own = json!({"zh": null, "en": null});
    assert_eq!(api.get(PUBLIC, "").await.ok(), own);
    let first = save("# 联系", json!(" "), &json!(null)).await.ok();
    assert_eq!(
        api.get(PUBLIC, "").await.ok(),
        json!({"zh": "# 联系", "en": null})
    );
    let base = &first["revisions"][0]["id"];
    let second = save("# 联系我们", json!("# Contact"), base).await.ok();
    assert_eq!(
        api.get(PUBLIC, "").await.ok(),
        json!({"zh": "# 联系我们", "en": "# Contact"})
    );
    assert_eq!(save("x", json!(null), base).await.code(), "content_changed");
    assert_eq!(second["revisions"].as_array().unwrap().len(), 2);

    let reverted = api.call(Method::DELETE, PAGE, &admin, None).await.ok();
    assert_eq!(reverted["revisions"][0]["own"], true);
    assert_eq!(api.get(PUBLIC, "").await.ok(), own);
    let again = api.call(Method::DELETE, PAGE, &admin, None).await.ok();
    assert_eq!(
        again["revisions"].as_array().unwrap().len(),
        3,
        "nothing to revert"
    );

    let earlier = format!("{PAGE}/revisions/{base}");
    assert_eq!(
        api.get(&earlier, &admin).await.ok(),
        json!({"zh": "# 联系", "en": null})
    );
    let elsewhere = format!("/api/content/pages/userGuide/revisions/{base}");
    assert_eq!(
        api.get(&elsewhere, &admin).await.status,
        StatusCode::NOT_FOUND
    );
    api.post(&format!("{earlier}/restore"), &admin, json!({}))
        .await
        .ok();
    assert_eq!(api.get(PUBLIC, "").await.ok()["zh"], "# 联系");
    let log = logged(&api, &admin, "content_page").await;
    let actions: Vec<_> = log.iter().map(|(action, _)| action.as_str()).collect();
    assert_eq!(actions, ["restore", "remove", "change", "change"]);
    let pages = api.get("/api/content/pages", &admin).await.ok();
    let replaced: Vec<_> = pages["items"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| one["replaced"].as_bool().unwrap())
        .collect();
    assert_eq!(replaced, [false, false, false, false, true]);
}

#[tokio::test]
async fn the_last_twenty_are_kept_with_their_pictures() {
    let api = TestApi::new().await;
    let admin = api.signed_in("admin_1", Role::Admin).await;
    let url = upload_picture(&api, &admin).await["url"]
        .as_str()
        .unwrap()
        .to_owned();
    let mut base = json!(null);
    for number in 0..22 {
        let zh = if number == 0 {
            format!("![]({url})")
        } else {
            format!("第{number}版")
        };
        let form = json!({"zh": zh, "base": base});
        let saved = api.call(Method::PUT, PAGE, &admin, Some(form)).await.ok();
        base = saved["revisions"][0]["id"].clone();
        let kept = saved["revisions"].as_array().unwrap().len();
        assert_eq!(kept, (number + 1).min(20));
        let seen = api.get(&url, "").await.status;
        assert_eq!(seen == StatusCode::OK, number == 0, "{number}");
    }
    let uses: i64 = sqlx::query_scalar("SELECT count(*) FROM content_picture_use")
        .fetch_one(&api.context.pool)
        .await
        .unwrap();
    assert_eq!(uses, 0, "the revision that named it is forgotten");
    let none = api.get("/api/guide/pages/none", "").await;
    assert_eq!(none.status, StatusCode::NOT_FOUND);
    let blank = json!({"zh": " ", "en": "text", "base": base});
    let refused = api.call(Method::PUT, PAGE, &admin, Some(blank)).await;
    assert_eq!(refused.json()["errors"][0]["field"], "zh");
}
