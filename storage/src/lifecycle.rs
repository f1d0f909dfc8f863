//! What is done to orders. Every change goes through [`guard::LockedOrder`]: it locks the order, asks the domain, writes
//! what happens with its event, and commits. What a change needs to know beside the order's state it loads under that lock
//! and gives to [`domain::order::rules`].

use domain::ids::{SignInEpoch, UserId};
use domain::order::application::{ApplicationContent, ApplicationForm, Incomplete};
pub use domain::order::rules::Scope;
use domain::order::rules::Unmet;
use domain::order::state::{Capability, Refusal};
use domain::permission::{GrantLimit, Permission, PermissionSet};
use domain::quota::QuotaMet;
use sqlx::PgConnection;

use crate::StorageError;
use crate::db::orders::Order;
use crate::db::{attachments, order_scenes};
use crate::sealed::ServerKey;

pub mod accounts;
pub mod administration;
mod apart;
pub mod application;
pub mod audit;
pub mod backfills;
pub mod catalogue;
mod catalogued;
pub mod client_systems;
pub mod cloning;
pub mod completion;
pub mod copies;
pub mod decisions;
pub mod dictionary;
pub mod digests;
pub mod expiry;
pub mod exports;
pub mod feedback;
pub mod first_start;
pub mod followed_withdrawals;
mod guard;
pub mod import;
pub mod intervention;
mod matching;
pub mod old_portal;
pub mod papers;
pub mod password_reset;
pub mod preparation;
pub mod previews;
pub mod provider;
mod push_ends;
mod push_release;
mod push_scope;
pub mod pushes;
pub mod receive_desk;
pub mod receives;
pub mod regions;
pub mod removal;
pub mod roles;
mod scope;
pub mod scopes;
pub mod second_factor;
pub mod segments;
pub mod separation;
pub mod shelves;
pub mod steering;
mod subscribers;
pub mod subscriptions;
mod target_failures;
pub mod withdrawals;

/// Author of a change, with the address of the client.
#[derive(Debug, Clone, Copy)]
pub enum By<'a> {
    /// A signed-in person.
    Person {
        /// Account of the person.
        user: UserId,
        /// Holding what.
        permissions: PermissionSet,
        /// In which epoch of the account, as it was before the person proved anything.
        epoch: SignInEpoch,
        /// Address of the client.
        client_ip: &'a str,
        /// With what: the browser's name for itself.
        agent: &'a str,
    },
    /// Somebody who has no account yet.
    Registrant {
        /// Address of the client.
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
    pub fn capability(self, owner: UserId) -> Capability {
        match self {
            Self::Person {
                user, permissions, ..
            } => Capability::of_caller(permissions, user == owner),
            Self::Registrant { .. } => Capability::Stranger,
            Self::System => Capability::System,
        }
    }

    /// How far this may give rights away.
    pub async fn grant_limit(
        self,
        db: &mut sqlx::PgConnection,
    ) -> Result<GrantLimit, crate::StorageError> {
        Ok(match self {
            // Where administrators are kept apart, who gives rights holds none of what is given.
            Self::Person { permissions, .. }
                if permissions.holds(Permission::GrantRoles)
                    && crate::db::separation::since(db).await?.is_some() =>
            {
                GrantLimit::appointing()
            }
            Self::Person { .. } | Self::Registrant { .. } | Self::System => self.held_limit(),
        })
    }

    /// How far this may change what it holds itself.
    pub(crate) fn held_limit(self) -> GrantLimit {
        match self {
            Self::Person { permissions, .. } => GrantLimit::new(permissions),
            Self::Registrant { .. } | Self::System => GrantLimit::none(),
        }
    }

    /// The person, unless it is the system.
    #[must_use]
    pub const fn user(self) -> Option<UserId> {
        match self {
            Self::Person { user, .. } => Some(user),
            Self::Registrant { .. } | Self::System => None,
        }
    }

    /// Refuses whoever was let in under rights that somebody has taken away since; who would take them now waits until this
    /// transaction is over. A request is let in by its head, and what it does may come minutes later.
    pub(crate) async fn lock_actor(self, db: &mut PgConnection) -> Result<(), StorageError> {
        let Self::Person { user, epoch, .. } = self else {
            return Ok(());
        };
        if crate::db::acting::lock(db, user, epoch).await? {
            Ok(())
        } else {
            Err(StorageError::ActorChanged)
        }
    }

    /// The epoch in which the person came in, where what changes is the person's own account.
    fn own_epoch(self, account: UserId) -> Option<SignInEpoch> {
        match self {
            Self::Person { user, epoch, .. } => (user == account).then_some(epoch),
            Self::Registrant { .. } | Self::System => None,
        }
    }

    const fn client_ip(&self) -> &str {
        match self {
            Self::Person { client_ip, .. } | Self::Registrant { client_ip, .. } => client_ip,
            Self::System => "",
        }
    }

    const fn agent(&self) -> &str {
        match self {
            Self::Person { agent, .. } | Self::Registrant { agent, .. } => agent,
            Self::System => "",
        }
    }
}

/// Why a change was not made. Nothing has changed then.
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

/// Everything of the order that its applicant decided.
pub async fn content_of(
    db: &mut PgConnection,
    key: &ServerKey,
    order: &Order,
) -> Result<ApplicationContent, StorageError> {
    content_with(db, order, order.form.open(key)).await
}

/// The same as it is stored: without the telephone number, which only the key opens.
async fn stored_content_of(
    db: &mut PgConnection,
    order: &Order,
) -> Result<ApplicationContent, StorageError> {
    content_with(db, order, order.form.rest().clone()).await
}

async fn content_with(
    db: &mut PgConnection,
    order: &Order,
    form: ApplicationForm,
) -> Result<ApplicationContent, StorageError> {
    let papers = attachments::of_order(db, order.id).await?;
    Ok(ApplicationContent::new(
        form,
        order_scenes::dids(db, order.id).await?,
        papers
            .into_iter()
            .map(|paper| (paper.kind, paper.id))
            .collect(),
    ))
}
