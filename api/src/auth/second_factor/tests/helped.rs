//! A sign-in with a code, while an administrator helps the account's person.

use axum::http::StatusCode;
use futures::future::{Either, select};

use super::{Owner, sign_in};
use crate::testing::TestApi;

async fn count(api: &TestApi, query: &'static str) -> i64 {
    let found = sqlx::query_scalar(query).fetch_one(&api.context.pool);
    found.await.unwrap()
}

async fn until_somebody_waits(api: &TestApi) {
    let waiting = "SELECT count(*) FROM pg_stat_activity \
                   WHERE datname = current_database() AND wait_event_type = 'Lock'";
    while count(api, waiting).await == 0 {
        tokio::task::yield_now().await;
    }
}

/// Neither waits for what the other has locked.
#[tokio::test]
async fn a_sign_in_waits_for_who_removes_the_second_factor_and_opens_nothing_then() {
    let api = TestApi::new().await;
    let owner = Owner::new(&api, "lisi_1").await;
    let code = owner.code(&api);
    let sessions = "SELECT count(*) FROM session";
    let before = count(&api, sessions).await;
    let mut holder = api.context.pool.begin().await.unwrap();
    // As whoever changes an account locks it.
    sqlx::query("SELECT FROM app_user FOR NO KEY UPDATE")
        .execute(&mut *holder)
        .await
        .unwrap();
    let entering = std::pin::pin!(sign_in(&api, "lisi_1", &code));
    let waits = std::pin::pin!(until_somebody_waits(&api));
    let Either::Right(((), entering)) = select(entering, waits).await else {
        panic!("nobody waited for the account");
    };
    sqlx::query("DELETE FROM second_factor")
        .execute(&mut *holder)
        .await
        .unwrap();
    holder.commit().await.unwrap();
    let answer = entering.await;
    assert_eq!(
        (answer.status, answer.code().as_str()),
        (StatusCode::UNAUTHORIZED, "second_factor_wrong")
    );
    assert_eq!(count(&api, sessions).await, before);
}
