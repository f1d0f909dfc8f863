//! What the person is told by mail of a second factor that somebody in the person's name changes.

use axum::http::StatusCode;
use chrono::TimeDelta;
use domain::role::Role;
use serde_json::json;
use testkit::builders::account_mail;

use super::{Owner, PASSWORD};
use crate::testing::TestApi;

#[tokio::test]
async fn other_recovery_codes_and_a_factor_that_is_off_are_told_where_mails_are_sent() {
    for mail in [true, false] {
        let api = TestApi::sending_mails(mail).await;
        let token = api.signed_in("lisi_1", Role::Applicant).await;
        let owner = Owner::with_token(&api, token).await;
        account_mail::give_addresses(&api.context.pool).await;
        let wrong = json!({"code": "000000"});
        let refused = owner.post(&api, "/recovery-codes", wrong).await;
        assert_eq!(refused.status, StatusCode::BAD_REQUEST);
        let code = json!({"code": owner.code(&api)});
        owner.post(&api, "/recovery-codes", code).await.ok();
        api.pass(TimeDelta::seconds(30));
        let both = json!({"password": PASSWORD, "code": owner.code(&api)});
        let off = owner.post(&api, "/off", both).await;
        assert_eq!(off.status, StatusCode::NO_CONTENT);
        let expected: &[&str] = if mail {
            &[
                "recovery_codes_renewed to lisi_1@cgs.cn",
                "second_factor_off to lisi_1@cgs.cn",
            ]
        } else {
            &[]
        };
        let queued = account_mail::queued_mails(&api.context.pool).await;
        assert_eq!(queued, expected, "{mail}");
    }
}
