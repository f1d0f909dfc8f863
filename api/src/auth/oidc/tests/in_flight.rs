//! Sign-ins that are between two steps when their ground is taken away.

use axum::http::StatusCode;
use futures::future::{Either, select};
use serde_json::json;

use super::accounts::linked;
use super::facts::send_logout_token;
use super::{Browser, Installation};
use crate::testing::Answer;

/// What another does who holds this lock.
type Holder = sqlx::Transaction<'static, sqlx::Postgres>;

async fn until_somebody_waits(site: &Installation) {
    let waits = "SELECT EXISTS (SELECT FROM pg_stat_activity \
                 WHERE datname = current_database() AND wait_event_type = 'Lock')";
    loop {
        let waiting: bool = sqlx::query_scalar(waits)
            .fetch_one(&site.api.context.pool)
            .await
            .unwrap();
        if waiting {
            return;
        }
        tokio::task::yield_now().await;
    }
}

/// Goes on with a new ticket, until the sign-in waits for `lock`; then somebody does something else, and it goes on.
async fn held_up(
    site: &Installation,
    lock: &'static str,
    meanwhile: impl AsyncFnOnce(Holder),
) -> Answer {
    let (browser, ticket) = Browser::ticket(site).await;
    let mut holder = site.api.context.pool.begin().await.unwrap();
    sqlx::query(lock).execute(&mut *holder).await.unwrap();
    let entering = std::pin::pin!(browser.enter(site, json!({"ticket": ticket})));
    let waits = std::pin::pin!(until_somebody_waits(site));
    match select(entering, waits).await {
        Either::Left((answer, _)) => answer,
        Either::Right(((), entering)) => {
            meanwhile(holder).await;
            entering.await
        }
    }
}

async fn unlinks(mut holder: Holder) {
    sqlx::query("DELETE FROM provider_link")
        .execute(&mut *holder)
        .await
        .unwrap();
    holder.commit().await.unwrap();
}

async fn is_refused(site: &Installation, answer: &Answer) {
    assert_eq!(
        (answer.status, answer.code().as_str()),
        (StatusCode::UNAUTHORIZED, "sign_in_expired")
    );
    for table in [
        "session WHERE provider_sign_in IS NOT NULL",
        "sign_in_ticket",
    ] {
        assert_eq!(site.count(table).await, 0, "{table}");
    }
}

/// As whoever takes the link away locks it.
const ACCOUNT: &str = "SELECT FROM app_user FOR NO KEY UPDATE";

#[tokio::test]
async fn a_sign_in_that_is_under_way_ends_with_its_link() {
    let site = Installation::new(false).await;
    linked(&site, "zhangsan").await;
    let answer = held_up(&site, ACCOUNT, unlinks).await;
    is_refused(&site, &answer).await;
}

#[tokio::test]
async fn a_sign_in_that_is_under_way_ends_with_the_one_at_the_provider() {
    for session in [json!("session-1"), json!(null)] {
        let site = Installation::new(false).await;
        linked(&site, "zhangsan").await;
        let ends = async |holder: Holder| {
            let answered = send_logout_token(&site, json!({"sid": session})).await;
            assert_eq!(answered, StatusCode::OK);
            holder.rollback().await.unwrap();
        };
        let answer = held_up(&site, ACCOUNT, ends).await;
        is_refused(&site, &answer).await;
        assert_eq!(site.count("provider_sign_in").await, 0);
    }
}

/// Where a code is still to come, no other ticket is made.
#[tokio::test]
async fn a_first_step_that_is_under_way_ends_with_its_link() {
    let site = Installation::new(false).await;
    linked(&site, "zhangsan").await;
    sqlx::query(
        "INSERT INTO second_factor (user_id, secret_sealed, begun_at, confirmed_at) \
         SELECT id, '', now(), now() FROM app_user",
    )
    .execute(&site.api.context.pool)
    .await
    .unwrap();
    let link = "SELECT FROM provider_link FOR UPDATE";
    let answer = held_up(&site, link, unlinks).await;
    is_refused(&site, &answer).await;
}
