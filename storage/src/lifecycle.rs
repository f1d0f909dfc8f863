//! What is done to orders: the one form of every write. The domain says whether it may happen; one
//! transaction then moves the order, guarded by its old state, adds the event and the tasks.

use chrono::{DateTime, Utc};
use domain::attachment::AttachmentKind;
use domain::ids::{OrderId, UserId};
use domain::notice::cancellation;
use domain::order::application::{ApplicationContent, Incomplete};
use domain::order::state::{Action, Actor, OrderState, Refusal, transition};
use domain::quota::QuotaMet;
use domain::role::Role;
use domain::setting::Setting;
use domain::text::is_blank;
use sqlx::{PgConnection, PgPool};

use crate::StorageError;
use crate::db::order_events::{self, NewEvent};
use crate::db::orders::{self, Change, Order};
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
mod levels;
pub mod papers;
pub mod preparation;
pub mod previews;

pub use bulk::{OneRefused, act_on_all};

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

/// Which scenes are extracted again.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scope {
    /// Every scene.
    All,
    /// Those whose extraction failed.
    Failed,
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
    /// A rejection or cancellation without a cause.
    #[error("a cause is needed")]
    CauseMissing,
    /// Going on without the failed scenes needs at least one good and none unfinished.
    #[error("there is nothing to go on with")]
    NothingToContinue,
    /// Every scene of the order is only in the catalogue.
    #[error("no scene has a file")]
    NothingOnline,
    /// Extracting the failed scenes again needs failed scenes.
    #[error("no scene has failed")]
    NothingFailed,
    /// Extracting whole orders again is switched off.
    #[error("extracting whole orders again is switched off")]
    ReorderOff,
    /// There is no open delivery whose time could change.
    #[error("there is no open delivery")]
    NoOpenDelivery,
    /// More time was asked for a short while ago.
    #[error("more time has been asked for already")]
    AlreadyAsked,
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
    let mut tx = pool.begin().await?;
    let order = locked(&mut tx, id).await?;
    act_on(&mut tx, &order, deed, by, now).await?;
    let after = locked(&mut tx, id).await?;
    tx.commit().await?;
    Ok(after)
}

/// Does `deed` to an order that is locked.
async fn act_on(
    db: &mut PgConnection,
    order: &Order,
    deed: Deed<'_>,
    by: By<'_>,
    now: DateTime<Utc>,
) -> Result<(), LifecycleError> {
    let actor = by.actor(order.owner);
    let to = transition(Some(order.state), deed.action(), actor)?;
    let content = content_of(db, order).await?;
    may(db, order, deed, &content).await?;
    let change = Change {
        cause: deed.cause(),
        auditor: matches!(deed.action(), Action::Approve | Action::Reject)
            .then(|| by.user())
            .flatten(),
        rejected: (to == OrderState::Rejected).then_some(&content),
        priority: deed.priority(),
        cancelled_by: matches!(deed, Deed::CancelPreparation(_)).then_some(actor),
    };
    let text = deed.text(order, actor);
    let step = (to, deed.action());
    advance_saying(db, order, step, by, (&change, &text), now).await?;
    consequences(db, order, deed).await?;
    Ok(())
}

/// The order, locked; an order that does not exist looks like one that is not theirs.
pub(crate) async fn locked(db: &mut PgConnection, id: OrderId) -> Result<Order, LifecycleError> {
    orders::lock(db, id)
        .await?
        .ok_or(LifecycleError::Refused(Refusal::Invisible))
}

/// Moves a locked order and writes the event.
pub(crate) async fn advance(
    db: &mut PgConnection,
    order: &Order,
    to: OrderState,
    action: Action,
    by: By<'_>,
    change: &Change<'_>,
    now: DateTime<Utc>,
) -> Result<(), LifecycleError> {
    let text = change.cause.unwrap_or("");
    advance_saying(db, order, (to, action), by, (change, text), now).await
}

/// The same with a text of its own for the event.
async fn advance_saying(
    db: &mut PgConnection,
    order: &Order,
    (to, action): (OrderState, Action),
    by: By<'_>,
    (change, text): (&Change<'_>, &str),
    now: DateTime<Utc>,
) -> Result<(), LifecycleError> {
    if !orders::advance(db, order.id, (order.state, to), change, now).await? {
        return Err(LifecycleError::Refused(Refusal::WrongState {
            from: order.state,
            action,
        }));
    }
    let said = Said {
        reason_code: "",
        text,
    };
    record(db, order, (to, action), by, said, now).await?;
    Ok(())
}

/// What an event says beside what was done.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Said<'a> {
    /// A stable code, or empty.
    pub reason_code: &'a str,
    /// For people, or empty.
    pub text: &'a str,
}

/// Writes what was done to a locked order into its time line, and tells who streams it.
pub(crate) async fn record(
    db: &mut PgConnection,
    order: &Order,
    (to, action): (OrderState, Action),
    by: By<'_>,
    said: Said<'_>,
    now: DateTime<Utc>,
) -> Result<(), StorageError> {
    let event = NewEvent {
        order: order.id,
        at: now,
        role: by.actor(order.owner).as_str(),
        user: by.user(),
        action,
        from: Some(order.state),
        to,
        reason_code: said.reason_code,
        text: said.text,
        client_ip: by.client_ip(),
    };
    order_events::insert(db, &event).await?;
    orders::notify(db, order.id).await
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

async fn may(
    db: &mut PgConnection,
    order: &Order,
    deed: Deed<'_>,
    content: &ApplicationContent,
) -> Result<(), LifecycleError> {
    match deed {
        Deed::Reject(cause) | Deed::CancelPreparation(cause) if is_blank(cause) => {
            Err(LifecycleError::CauseMissing)
        }
        Deed::Complete => {
            let missing = content.missing(&AttachmentKind::FOR_COMPLETION);
            if missing.is_empty() {
                Ok(())
            } else {
                Err(Incomplete::PapersMissing(missing).into())
            }
        }
        Deed::ContinueWithoutFailed => {
            let tally = order_scenes::tally(db, order.id).await?;
            if tally.extracting > 0 || tally.extracted == 0 {
                return Err(LifecycleError::NothingToContinue);
            }
            Ok(())
        }
        Deed::Reextract(Scope::All, _) if !settings::is_on(db, Setting::Reorder).await? => {
            Err(LifecycleError::ReorderOff)
        }
        Deed::Reextract(Scope::Failed, _) => {
            if order_scenes::tally(db, order.id).await?.failed == 0 {
                return Err(LifecycleError::NothingFailed);
            }
            Ok(())
        }
        _ => Ok(()),
    }
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
