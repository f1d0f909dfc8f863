//! Subscriptions that run.

use chrono::{DateTime, TimeDelta, Utc};
use domain::ids::{PushTargetId, SubscriptionId, UserId};
use domain::push_target::TargetKind;
use domain::role::Role;
use domain::subscription::{Delay, SubscriptionAction, SubscriptionActor, SubscriptionCriteria};
use sqlx::PgPool;
use storage::db::push_targets::{self, TargetDraft, seal_secret};
use storage::db::subscriptions::SubscriptionForm;
use storage::lifecycle::subscriptions::SubscriptionDesk;

use super::{acting, server_key};

/// A place that a person's scenes are pushed to, which nobody has tried out.
pub async fn push_target(
    pool: &PgPool,
    owner: UserId,
    address: &str,
    now: DateTime<Utc>,
) -> PushTargetId {
    let id = PushTargetId::fresh();
    let sealed = seal_secret(&server_key(), id, "secret").unwrap();
    let draft = TargetDraft {
        id,
        owner,
        name: &format!("目标 {id}"),
        kind: TargetKind::Ftp,
        address,
        region: "",
        login_name: "anonymous",
        secret_sealed: &sealed,
        now,
    };
    let mut db = pool.acquire().await.unwrap();
    assert!(push_targets::put(&mut db, &draft).await.unwrap());
    id
}

/// What somebody says of a subscription to this.
#[must_use]
pub fn subscription_form(
    target: PushTargetId,
    criteria: SubscriptionCriteria,
    now: DateTime<Utc>,
) -> SubscriptionForm {
    SubscriptionForm {
        name: "汛期监测".into(),
        purpose: "防汛".into(),
        target,
        criteria,
        query: String::new(),
        frequency: None,
        delay: Delay::None,
        valid_until: now + TimeDelta::days(30),
        daily_bytes: None,
        window: None,
    }
}

/// Makes a subscription as its owner, and approves it as `approver`.
pub async fn running_subscription(
    pool: &PgPool,
    (owner, approver): (UserId, UserId),
    form: &SubscriptionForm,
    now: DateTime<Utc>,
) -> SubscriptionId {
    let made = desk(pool, (owner, Role::Applicant), now)
        .create(form)
        .await
        .unwrap();
    let step = (SubscriptionAction::Approve, SubscriptionActor::Approver);
    desk(pool, (approver, Role::Admin), now)
        .act(made.id, step, "")
        .await
        .unwrap();
    made.id
}

/// Where somebody changes subscriptions.
#[must_use]
pub fn desk(
    pool: &PgPool,
    (user, role): (UserId, Role),
    now: DateTime<Utc>,
) -> SubscriptionDesk<'_> {
    SubscriptionDesk {
        pool,
        by: acting(user, role),
        user,
        now,
    }
}
