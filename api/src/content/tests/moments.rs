//! Moments that nobody means.

use domain::role::Role;
use serde_json::{Value, json};

use super::{article, news_type};
use crate::testing::TestApi;

#[tokio::test]
async fn moments_beyond_four_digits_are_not_stored() {
    let api = TestApi::new().await;
    let admin = api.signed_in("admin_1", Role::Admin).await;
    let type_id = news_type(&api, &admin, "通知公告").await;
    let refused = async |path: &str, form: &Value, field: &str, moment: &str| {
        let mut form = form.clone();
        form[field] = json!(moment);
        let answer = api.post(path, &admin, form).await;
        let error = answer.json()["errors"][0].clone();
        assert_eq!(
            (answer.status.as_u16(), &error["field"], &error["code"]),
            (400, &json!(field), &json!("field.year_wrong")),
            "{moment}"
        );
    };
    let news = article(&type_id, "新闻", "published");
    let announcement = json!({"title": "公告", "body": "内容", "level": "info"});
    for moment in ["1969-12-31T23:59:59Z", "+262142-01-01T00:00:00Z"] {
        refused("/api/content/news", &news, "publishAt", moment).await;
    }
    let path = "/api/content/announcements";
    refused(path, &announcement, "from", "1969-12-31T23:59:59Z").await;
    refused(path, &announcement, "until", "+10000-01-01T00:00:00Z").await;
}
