//! Subscriptions that run.

use chrono::{DateTime, TimeDelta, Utc};
use domain::ids::{PushTargetId, SubscriptionId, UserId};
use domain::push_target::{SignIn, SignInKey, TargetKind};
use domain::role::Role;
use domain::subscription::{Delay, SubscriptionAction, SubscriptionActor, SubscriptionCriteria};
use sqlx::{PgConnection, PgPool};
use storage::db::push_targets::{self, TargetDraft, TargetWriting, seal_secret};
use storage::db::shelves;
use storage::db::subscriptions::SubscriptionForm;
use storage::lifecycle::subscriptions::SubscriptionDesk;

use super::{acting, papers, server_key};

/// How somebody's place is reached.
#[derive(Debug, Clone)]
pub struct TargetAccess {
    /// How it is spoken to.
    pub kind: TargetKind,
    /// URL of the place.
    pub address: String,
    /// Whom one signs in as.
    pub login_name: String,
    /// What one signs in with.
    pub secret: String,
    /// Which of the two ways.
    pub sign_in: SignIn,
    /// Key pair that signs in, where it is one.
    pub sign_in_key: Option<SignInKey>,
    /// The key that its host showed.
    pub host_key: Option<String>,
}

impl TargetAccess {
    /// An FTP server that anybody may write to.
    #[must_use]
    pub fn ftp(address: &str) -> Self {
        Self {
            kind: TargetKind::Ftp,
            address: address.to_owned(),
            login_name: "anonymous".to_owned(),
            secret: "secret".to_owned(),
            sign_in: SignIn::Password,
            sign_in_key: None,
            host_key: None,
        }
    }

    /// One's own shelf.
    #[must_use]
    pub fn shelf() -> Self {
        Self {
            kind: TargetKind::Shelf,
            login_name: String::new(),
            secret: String::new(),
            ..Self::ftp("")
        }
    }
}

/// An FTP server that a person's scenes are pushed to, which nobody has tried out.
pub async fn push_target(
    pool: &PgPool,
    owner: UserId,
    address: &str,
    now: DateTime<Utc>,
) -> PushTargetId {
    target_with_access(pool, owner, &TargetAccess::ftp(address), now).await
}

/// A place that a person's scenes are pushed to, which nobody has tried out.
pub async fn target_with_access(
    pool: &PgPool,
    owner: UserId,
    access: &TargetAccess,
    now: DateTime<Utc>,
) -> PushTargetId {
    let id = PushTargetId::fresh();
    let mut db = pool.acquire().await.unwrap();
    rewrite_target(&mut db, (owner, id), access, now).await;
    id
}

/// Writes that a person's place is reached so from now on.
pub async fn rewrite_target(
    db: &mut PgConnection,
    (owner, id): (UserId, PushTargetId),
    access: &TargetAccess,
    now: DateTime<Utc>,
) {
    let sealed = seal_secret(&server_key(), id, &access.secret).unwrap();
    let draft = TargetDraft {
        id,
        owner,
        name: &format!("目标 {id}"),
        kind: access.kind,
        address: &access.address,
        region: "",
        login_name: &access.login_name,
        sign_in: access.sign_in,
        sign_in_key: access.sign_in_key,
        host_key: access.host_key.as_deref(),
        secret_sealed: &sealed,
        bytes_per_second: None,
        now,
    };
    let written = push_targets::put(db, &draft).await.unwrap();
    assert_eq!(written, TargetWriting::Done);
    if access.kind == TargetKind::Shelf {
        let opened = shelves::open(db, (owner, id), &server_key(), now).await;
        opened.unwrap();
    }
}

/// Form of a subscription to the target, as its owner fills it in.
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
        digest: true,
        papers: None,
    }
}

/// The same with the papers that it needs, freshly uploaded by its owner, their bytes nowhere.
pub async fn with_papers(
    pool: &PgPool,
    owner: UserId,
    form: &SubscriptionForm,
    now: DateTime<Utc>,
) -> SubscriptionForm {
    SubscriptionForm {
        papers: Some(papers(pool, owner, now).await),
        ..form.clone()
    }
}

/// Makes a subscription as its owner, with papers, and approves it as `approver`.
pub async fn running_subscription(
    pool: &PgPool,
    (owner, approver): (UserId, UserId),
    form: &SubscriptionForm,
    now: DateTime<Utc>,
) -> SubscriptionId {
    let form = with_papers(pool, owner, form, now).await;
    let made = desk(pool, (owner, Role::Applicant), now)
        .create(&form)
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
