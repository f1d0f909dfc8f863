//! What people are told by mail when somebody opens another way into their account.

use axum::http::{Method, StatusCode};
use domain::role::Role;
use serde_json::json;
use testkit::builders::account_mail;

use crate::testing::TestApi;

#[tokio::test]
async fn another_password_and_a_second_factor_taken_away_are_told_where_mails_are_sent() {
    for mail in [true, false] {
        let api = TestApi::sending_mails(mail).await;
        let admin = api.signed_in("admin_1", Role::Admin).await;
        let user = api.account("zhangsan", Role::Applicant).await;
        account_mail::give_addresses(&api.context.pool).await;
        sqlx::query("INSERT INTO second_factor (user_id, secret_sealed, begun_at, confirmed_at) VALUES ($1, '', now(), now())")
            .bind(user.0)
            .execute(&api.context.pool)
            .await
            .unwrap();
        let path = format!("/api/users/{user}/password");
        let reset = api.post(&path, &admin, json!({"password": "Mapping88"}));
        assert_eq!(reset.await.status, StatusCode::NO_CONTENT);
        let path = format!("/api/users/{user}/second-factor");
        let removed = api.call(Method::DELETE, &path, &admin, None).await;
        assert_eq!(removed.status, StatusCode::OK, "{}", removed.json());
        let signed_in = api.login("zhangsan", "Mapping88").await.ok();
        let token = signed_in["token"].as_str().unwrap();
        let change = json!({"oldPassword": "Mapping88", "password": "Geology99"});
        let changed = api.call(Method::PUT, "/api/auth/password", token, Some(change));
        assert_eq!(changed.await.status, StatusCode::NO_CONTENT);
        let queued: &[&str] = if mail {
            &[
                "password_changed to zhangsan@cgs.cn",
                "second_factor_removed to zhangsan@cgs.cn",
                "password_changed to zhangsan@cgs.cn",
            ]
        } else {
            &[]
        };
        let found = account_mail::queued_mails(&api.context.pool).await;
        assert_eq!(found, queued, "{mail}");
    }
}
