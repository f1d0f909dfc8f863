//! What is done to orders. Every change goes through [`guard::LockedOrder`]: it locks the order, asks the domain, writes
//! what happens with its event, and commits. What a change needs to know beside the order's state it loads under that lock
//! and gives to [`domain::order::rules`].

use chrono::{DateTime, Utc};
use domain::ids::{OrderId, UserId};
use domain::notice::cancellation;
use domain::order::application::{ApplicationContent, Incomplete};
pub use domain::order::rules::Scope;
use domain::order::rules::{self, Unmet};
use domain::order::state::{Action, Actor, OrderState, Refusal};
use domain::quota::QuotaMet;
use domain::role::Role;
use domain::setting::Setting;
use sqlx::{PgConnection, PgPool};

use crate::StorageError;
use crate::db::orders::{Change, Order};
use crate::db::{attachments, deliveries, order_scenes, settings, tasks};

pub mod accounts;
pub mod application;
pub mod audit;
mod bulk;
mod catalogued;
pub mod cloning;
pub mod expiry;
pub mod exports;
pub mod feedback;
mod guard;
mod levels;
pub mod papers;
pub mod preparation;
pub mod previews;

pub use bulk::{OneRefused, act_on_all};
use guard::LockedOrder;

/// Who does it, and from where.
#[derive(Debug, Clone, Copy)]
pub enum By<'a> {
    /// A signed-in person.
    Person {
        /// Who.
        user: UserId,
        /// In which role.
        role: Role,
        /// From where.
        client_ip: &'a str,
        /// With what: the browser's name for itself.
        agent: &'a str,
    },
    /// A worker or a sweeper.
    System,
}

impl By<'_> {
    /// What this is to an order of `owner`.
    #[must_use]
    pub fn actor(self, owner: UserId) -> Actor {
        match self {
            Self::Person { user, role, .. } => Actor::of_caller(role, user == owner),
            Self::System => Actor::System,
        }
    }

    /// The person, unless it is the system.
    #[must_use]
    pub const fn user(self) -> Option<UserId> {
        match self {
            Self::Person { user, .. } => Some(user),
            Self::System => None,
        }
    }

    const fn client_ip(&self) -> &str {
        match self {
            Self::Person { client_ip, .. } => client_ip,
            Self::System => "",
        }
    }

    const fn agent(&self) -> &str {
        match self {
            Self::Person { agent, .. } => agent,
            Self::System => "",
        }
    }
}

/// Something to do to an order, with what it needs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Deed<'a> {
    /// 撤回
    Withdraw,
    /// 通过
    Approve,
    /// 通过, without scenes that the text names
    ApproveWithout(&'a str),
    /// 驳回, with its cause
    Reject(&'a str),
    /// 重提
    Reextract(Scope, i32),
    /// Package without the scenes that failed.
    ContinueWithoutFailed,
    /// Stop the preparation, with its cause.
    CancelPreparation(&'a str),
    /// 优先级, from 0 to 100
    SetPriority(i32),
    /// 完成
    Complete,
    /// 逾期
    MarkOverdue,
    /// A fresh delivery for an overdue order.
    Reopen,
    /// Leave a tombstone.
    Delete,
}

impl Deed<'_> {
    const fn action(self) -> Action {
        match self {
            Self::Withdraw => Action::Withdraw,
            Self::Approve | Self::ApproveWithout(_) => Action::Approve,
            Self::Reject(_) => Action::Reject,
            Self::Reextract(..) => Action::Reextract,
            Self::ContinueWithoutFailed => Action::ContinueWithoutFailed,
            Self::CancelPreparation(_) => Action::CancelPreparation,
            Self::SetPriority(_) => Action::SetPriority,
            Self::Complete => Action::Complete,
            Self::MarkOverdue => Action::MarkOverdue,
            Self::Reopen => Action::Reopen,
            Self::Delete => Action::Delete,
        }
    }

    const fn cause(&self) -> Option<&str> {
        match self {
            Self::Reject(cause) | Self::CancelPreparation(cause) => Some(cause),
            _ => None,
        }
    }

    const fn priority(self) -> Option<i32> {
        match self {
            Self::Reextract(_, priority) | Self::SetPriority(priority) => Some(priority),
            _ => None,
        }
    }

    /// What the time line says of it.
    fn text(&self, order: &Order, actor: Actor) -> String {
        match self {
            Self::CancelPreparation(cause) => cancellation(actor == Actor::Owner, cause),
            Self::ApproveWithout(text) => (*text).to_owned(),
            Self::SetPriority(priority) => format!("优先级由{}改为{priority}", order.priority),
            _ => self.cause().unwrap_or_default().to_owned(),
        }
    }
}

/// Why a deed was not done. Nothing has changed then.
#[derive(Debug, thiserror::Error)]
pub enum LifecycleError {
    /// The domain refuses.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// Something is missing from the order.
    #[error(transparent)]
    Incomplete(#[from] Incomplete),
    /// An order cannot hold so many scenes.
    #[error("more than {0} scenes")]
    TooManyScenes(usize),
    /// Scenes that were named do not exist.
    #[error("unknown scenes: {0:?}")]
    UnknownScenes(Vec<String>),
    /// Papers that were named are not this person's, are in another order, or fill another slot.
    #[error("papers that cannot be attached")]
    UnusablePapers,
    /// Two papers of the order would have this name.
    #[error("two papers are named {0:?}")]
    SharedName(String),
    /// Something else that the change needs does not hold.
    #[error(transparent)]
    Unmet(#[from] Unmet),
    /// The idempotency key was used for another request.
    #[error("the idempotency key was used for another request")]
    KeyReused,
    /// The person holds as much as one may.
    #[error(transparent)]
    Quota(#[from] QuotaMet),
    /// The database failed.
    #[error(transparent)]
    Storage(#[from] StorageError),
}

impl From<sqlx::Error> for LifecycleError {
    fn from(error: sqlx::Error) -> Self {
        Self::Storage(error.into())
    }
}

/// Does `deed` to the order and returns the order as it then is.
pub async fn act(
    pool: &PgPool,
    id: OrderId,
    deed: Deed<'_>,
    by: By<'_>,
    now: DateTime<Utc>,
) -> Result<Order, LifecycleError> {
    let mut order = LockedOrder::lock(pool, id, by, now).await?;
    act_on(&mut order, deed).await?;
    order.commit_and_read().await
}

async fn act_on(locked: &mut LockedOrder<'_>, deed: Deed<'_>) -> Result<(), LifecycleError> {
    let step = locked.ask(deed.action())?;
    let (actor, by) = (locked.actor(), locked.by());
    let (db, order) = locked.parts();
    check(db, order, deed).await?;
    let rejected = match step.to() {
        OrderState::Rejected => Some(content_of(db, order).await?),
        _ => None,
    };
    let audited = matches!(deed.action(), Action::Approve | Action::Reject);
    let change = Change {
        cause: deed.cause(),
        auditor: by.user().filter(|_| audited),
        rejected: rejected.as_ref(),
        priority: deed.priority(),
        cancelled_by: matches!(deed, Deed::CancelPreparation(_)).then_some(actor),
    };
    let text = deed.text(order, actor);
    locked.advance(step, &change, text.as_str().into()).await?;
    let (db, order) = locked.parts();
    consequences(db, order, deed).await?;
    Ok(())
}

/// Everything of the order that its applicant decided.
pub async fn content_of(
    db: &mut PgConnection,
    order: &Order,
) -> Result<ApplicationContent, StorageError> {
    let papers = attachments::of_order(db, order.id).await?;
    Ok(ApplicationContent::new(
        order.form.clone(),
        order_scenes::dids(db, order.id).await?,
        papers
            .into_iter()
            .map(|paper| (paper.kind, paper.id))
            .collect(),
    ))
}

/// Loads what the deed depends on beside the order's state, and asks the domain.
async fn check(db: &mut PgConnection, order: &Order, deed: Deed<'_>) -> Result<(), LifecycleError> {
    match deed {
        Deed::Reject(cause) | Deed::CancelPreparation(cause) => rules::needs_cause(cause)?,
        Deed::Complete => rules::may_complete(&content_of(db, order).await?)?,
        Deed::ContinueWithoutFailed => {
            let tally = order_scenes::tally(db, order.id).await?;
            rules::may_continue_without_failed(tally)?;
        }
        Deed::Reextract(Scope::All, _) => {
            rules::may_reextract_all(settings::is_on(db, Setting::Reorder).await?)?;
        }
        Deed::Reextract(Scope::Failed, _) => {
            let failed = order_scenes::tally(db, order.id).await?.failed;
            rules::may_take_failed(usize::try_from(failed).unwrap_or(0))?;
        }
        Deed::Withdraw
        | Deed::Approve
        | Deed::ApproveWithout(_)
        | Deed::SetPriority(_)
        | Deed::MarkOverdue
        | Deed::Reopen
        | Deed::Delete => {}
    }
    Ok(())
}

async fn consequences(
    db: &mut PgConnection,
    order: &Order,
    deed: Deed<'_>,
) -> Result<(), LifecycleError> {
    match deed {
        Deed::Approve | Deed::ApproveWithout(_) => {
            preparation::extract(db, order, Scope::All, order.priority).await?;
        }
        Deed::Reextract(scope, priority) => {
            preparation::extract(db, order, scope, priority).await?;
        }
        Deed::SetPriority(priority) => tasks::set_priority(db, order.id, priority).await?,
        Deed::ContinueWithoutFailed => preparation::package(db, order).await?,
        Deed::CancelPreparation(_) | Deed::Delete => preparation::cancel(db, order).await?,
        Deed::MarkOverdue => deliveries::end_of_order(db, order.id).await?,
        Deed::Reopen => preparation::reopen(db, order).await?,
        Deed::Withdraw | Deed::Reject(_) | Deed::Complete => {}
    }
    Ok(())
}
