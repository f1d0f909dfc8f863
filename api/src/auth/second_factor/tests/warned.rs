//! What the person is told by mail of a second factor that somebody in the person's name changes.

use axum::http::StatusCode;
use chrono::TimeDelta;
use domain::role::Role;
use serde_json::json;

use super::{Owner, PASSWORD};
use crate::context::Settings;
use crate::testing::TestApi;

#[tokio::test]
async fn other_recovery_codes_and_a_factor_that_is_off_are_told_where_mails_are_sent() {
    for mail in [true, false] {
        let api = TestApi::with(Settings {
            captcha: false,
            mail,
            ..Settings::default()
        })
        .await;
        let token = api.signed_in("lisi_1", Role::Applicant).await;
        let owner = Owner::with_token(&api, token).await;
        let pool = &api.context.pool;
        sqlx::query("UPDATE app_user SET email = login_name || '@cgs.cn'")
            .execute(pool)
            .await
            .unwrap();
        let wrong = json!({"code": "000000"});
        let refused = owner.post(&api, "/recovery-codes", wrong).await;
        assert_eq!(refused.status, StatusCode::BAD_REQUEST);
        let code = json!({"code": owner.code(&api)});
        owner.post(&api, "/recovery-codes", code).await.ok();
        api.pass(TimeDelta::seconds(30));
        let both = json!({"password": PASSWORD, "code": owner.code(&api)});
        let off = owner.post(&api, "/off", both).await;
        assert_eq!(off.status, StatusCode::NO_CONTENT);
        let query = "SELECT m.kind || ' to ' || m.address FROM account_mail m ORDER BY m.id";
        let queued: Vec<String> = sqlx::query_scalar(query).fetch_all(pool).await.unwrap();
        let expected: &[&str] = if mail {
            &[
                "recovery_codes_renewed to lisi_1@cgs.cn",
                "second_factor_off to lisi_1@cgs.cn",
            ]
        } else {
            &[]
        };
        assert_eq!(queued, expected, "{mail}");
    }
}
