//! What is done to subscriptions: each change is one transaction that locks it, asks the domain, and writes the state with an
//! entry of the audit log.

use chrono::{DateTime, Utc};
use domain::attachment::AttachmentKind;
use domain::audit_log::{AuditAction, AuditOutcome};
use domain::ids::{AttachmentId, BackfillId, SubscriptionId, UserId};
use domain::order::application::Incomplete;
use domain::subscription::{
    BackfillRange, MAX_SUBSCRIPTIONS, SendWindow, SubscriptionAction, SubscriptionActor,
    SubscriptionCriteria, SubscriptionRefusal, day_begin, missing_papers, transition,
};
use sqlx::{PgConnection, PgPool};
use texts::FailureText;

use super::application::{check_fit, of_papers};
use super::scopes::changes;
use super::{By, LifecycleError};
use crate::StorageError;
use crate::db::account_events::FieldChange;
use crate::db::attachments;
use crate::db::audit_log::{self, NewAuditEntry};
use crate::db::catalogue::Tree;
use crate::db::scopes::scope_of_person;
use crate::db::subscriptions::{
    self, StateStep, Subscription, SubscriptionForm, SubscriptionQuery,
};
use crate::db::{Page, users};

/// Why a subscription is not changed. Nothing has changed then.
#[derive(Debug, thiserror::Error)]
pub enum SubscriptionError {
    /// There is none of this id that the caller may know.
    #[error("no such subscription")]
    Unknown,
    /// The rules refuse.
    #[error(transparent)]
    Refused(#[from] SubscriptionRefusal),
    /// The target is not this person's.
    #[error("no such target")]
    NoSuchTarget,
    /// A node that is searched is not in the catalogue as this person sees it.
    #[error("no such node")]
    NoSuchNode,
    /// This person has as many as one may.
    #[error("too many subscriptions")]
    TooMany,
    /// Other scenes that were there before are still being matched.
    #[error("a backfill is under way")]
    BackfillUnderWay,
    /// It is no longer what was decided about.
    #[error("the subscription was changed meanwhile")]
    ChangedMeanwhile,
    /// Its papers are missing, or cannot be its papers.
    #[error(transparent)]
    Papers(LifecycleError),
    /// The database failed.
    #[error(transparent)]
    Storage(#[from] StorageError),
}

impl From<sqlx::Error> for SubscriptionError {
    fn from(error: sqlx::Error) -> Self {
        Self::Storage(error.into())
    }
}

/// Where subscriptions are changed, by whom, and when.
#[derive(Clone, Copy)]
pub struct SubscriptionDesk<'a> {
    /// The database.
    pub pool: &'a PgPool,
    /// Author of the changes.
    pub by: By<'a>,
    /// A person.
    pub user: UserId,
    pub now: DateTime<Utc>,
}

impl SubscriptionDesk<'_> {
    /// Makes a subscription, which waits for approval.
    pub async fn create(self, form: &SubscriptionForm) -> Result<Subscription, SubscriptionError> {
        let mut tx = self.pool.begin().await?;
        users::lock(&mut tx, self.user).await?;
        if subscriptions::count_live(&mut tx, self.user).await? >= MAX_SUBSCRIPTIONS {
            return Err(SubscriptionError::TooMany);
        }
        self.check_target(&mut tx, form).await?;
        self.check_nodes(&mut tx, &form.criteria).await?;
        let id = SubscriptionId::fresh();
        let papers = papers_of(form, None);
        let ids = self.check_papers(&mut tx, id, &papers).await?;
        subscriptions::insert(&mut tx, (id, self.user), form, self.now).await?;
        attachments::put_into_subscription(&mut tx, id, &ids, self.now).await?;
        let made = self.read(&mut tx, id).await?;
        let action = SubscriptionAction::Create;
        let mut changes = differences(None, form);
        changes.extend(of_papers(&[], &made.papers));
        self.write_entry(&mut tx, &made, action, ("", &changes))
            .await?;
        tx.commit().await?;
        Ok(made)
    }

    /// Changes what the own subscription is. What somebody approved stays so unless it says so. What has to be approved needs its
    /// papers.
    pub async fn change(
        self,
        id: SubscriptionId,
        form: &SubscriptionForm,
    ) -> Result<Subscription, SubscriptionError> {
        let mut tx = self.pool.begin().await?;
        let before = self.locked(&mut tx, id, SubscriptionActor::Owner).await?;
        let papers = papers_of(form, Some(&before.form));
        let form = &SubscriptionForm {
            papers: Some(papers.clone()),
            ..form.clone()
        };
        let action = if form.needs_approval_after(&before.form) {
            SubscriptionAction::Change
        } else {
            SubscriptionAction::Adjust
        };
        // Whether its time is over is asked of what it is from now on.
        let next = transition(before.state, action, SubscriptionActor::Owner, false)?;
        self.check_target(&mut tx, form).await?;
        if form.criteria != before.form.criteria {
            self.check_nodes(&mut tx, &form.criteria).await?;
            // What the search that nobody approved found is not what is searched.
            let why = FailureText::SearchChanged;
            subscriptions::miss_since_change(&mut tx, id, why, self.now).await?;
        }
        if action == SubscriptionAction::Change {
            let ids = self.check_papers(&mut tx, id, &papers).await?;
            attachments::put_into_subscription(&mut tx, id, &ids, self.now).await?;
        }
        subscriptions::update(&mut tx, id, form, next, self.now).await?;
        let after = self.read(&mut tx, id).await?;
        let mut changes = differences(Some(&before.form), form);
        changes.extend(of_papers(&before.papers, &after.papers));
        self.write_entry(&mut tx, &before, action, ("", &changes))
            .await?;
        tx.commit().await?;
        Ok(after)
    }

    /// Takes a step: approves, refuses, pauses, and so on.
    pub async fn act(
        self,
        id: SubscriptionId,
        step: (SubscriptionAction, SubscriptionActor),
        reason: &str,
    ) -> Result<Subscription, SubscriptionError> {
        self.take(id, step, reason, None).await
    }

    /// Approves, refuses, suspends, or lifts that, as long as the subscription is of the version that was read, where one is given.
    pub async fn decide(
        self,
        id: SubscriptionId,
        action: SubscriptionAction,
        (reason, version): (&str, Option<&str>),
    ) -> Result<Subscription, SubscriptionError> {
        let step = (action, SubscriptionActor::Approver);
        self.take(id, step, reason, version).await
    }

    async fn take(
        self,
        id: SubscriptionId,
        (action, actor): (SubscriptionAction, SubscriptionActor),
        reason: &str,
        read: Option<&str>,
    ) -> Result<Subscription, SubscriptionError> {
        let mut tx = self.pool.begin().await?;
        let before = self.locked(&mut tx, id, actor).await?;
        let next = transition(before.state, action, actor, before.facts.expired)?;
        if read.is_some_and(|version| version != before.version()) {
            return Err(SubscriptionError::ChangedMeanwhile);
        }
        let step = StateStep {
            from: before.state,
            to: next,
            reason,
            decided: (actor == SubscriptionActor::Approver).then_some((self.user, self.now)),
            at: self.now,
        };
        if action == SubscriptionAction::Refuse {
            let why = FailureText::ChangeRefused;
            subscriptions::miss_since_change(&mut tx, id, why, self.now).await?;
        }
        if !subscriptions::set_state(&mut tx, id, step).await? {
            return Err(SubscriptionRefusal::WrongState(before.state).into());
        }
        self.write_entry(&mut tx, &before, action, (reason, &[]))
            .await?;
        let after = self.read(&mut tx, id).await?;
        tx.commit().await?;
        Ok(after)
    }

    /// Asks for scenes that were in the catalogue before. They are looked for once the subscription is approved.
    pub async fn backfill(
        self,
        id: SubscriptionId,
        range: BackfillRange,
    ) -> Result<(), SubscriptionError> {
        let action = SubscriptionAction::Backfill;
        let mut tx = self.pool.begin().await?;
        let found = self.locked(&mut tx, id, SubscriptionActor::Owner).await?;
        transition(
            found.state,
            action,
            SubscriptionActor::Owner,
            found.facts.expired,
        )?;
        let backfill = (BackfillId::fresh(), id);
        if !subscriptions::insert_backfill(&mut tx, backfill, range, self.now).await? {
            return Err(SubscriptionError::BackfillUnderWay);
        }
        let change = FieldChange {
            field: range.basis().as_str().to_owned(),
            before: String::new(),
            after: range_words(range),
        };
        self.write_entry(&mut tx, &found, action, ("", &[change]))
            .await?;
        tx.commit().await?;
        Ok(())
    }

    /// Takes a backfill back: what is not on its way yet is given up.
    pub async fn cancel_backfill(
        self,
        id: SubscriptionId,
        backfill: BackfillId,
    ) -> Result<(), SubscriptionError> {
        let action = SubscriptionAction::CancelBackfill;
        let mut tx = self.pool.begin().await?;
        let found = self.locked(&mut tx, id, SubscriptionActor::Owner).await?;
        transition(found.state, action, SubscriptionActor::Owner, false)?;
        let ids = (backfill, id);
        let range = subscriptions::cancel_backfill(&mut tx, ids, self.user, self.now).await?;
        let range = range.ok_or(SubscriptionError::Unknown)?;
        let change = FieldChange {
            field: range.basis().as_str().to_owned(),
            before: range_words(range),
            after: String::new(),
        };
        self.write_entry(&mut tx, &found, action, ("", &[change]))
            .await?;
        tx.commit().await?;
        Ok(())
    }

    /// Another person's is unknown to whoever is no approver.
    async fn locked(
        self,
        db: &mut PgConnection,
        id: SubscriptionId,
        actor: SubscriptionActor,
    ) -> Result<Subscription, SubscriptionError> {
        if !subscriptions::lock(db, id).await? {
            return Err(SubscriptionError::Unknown);
        }
        let found = self.read(db, id).await?;
        if actor == SubscriptionActor::Owner && found.owner != self.user {
            return Err(SubscriptionError::Unknown);
        }
        Ok(found)
    }

    async fn read(
        self,
        db: &mut PgConnection,
        id: SubscriptionId,
    ) -> Result<Subscription, SubscriptionError> {
        let query = SubscriptionQuery {
            id: Some(id),
            ..SubscriptionQuery::default()
        };
        let times = (self.now, day_begin(self.now));
        let mut found = subscriptions::list(db, query, times, Page::new(Some(1), Some(1))).await?;
        found.items.pop().ok_or(SubscriptionError::Unknown)
    }

    async fn check_target(
        self,
        db: &mut PgConnection,
        form: &SubscriptionForm,
    ) -> Result<(), SubscriptionError> {
        if subscriptions::holds_target(db, self.user, form.target).await? {
            Ok(())
        } else {
            Err(SubscriptionError::NoSuchTarget)
        }
    }

    /// Whether the person sees anything below each node: one that is made later under such a number would be handed out
    /// although nobody asked for it. What is hidden and what does not exist are told alike.
    async fn check_nodes(
        self,
        db: &mut PgConnection,
        criteria: &SubscriptionCriteria,
    ) -> Result<(), SubscriptionError> {
        if criteria.node_ids.is_empty() {
            return Ok(());
        }
        let tree = Tree::read(db).await?;
        let scope = scope_of_person(db, self.user, self.now).await?;
        let is_seen = |node: &i64| {
            let below = tree.with_descendants(&[*node]);
            tree.contains(*node) && below.into_iter().any(|node| scope.holds_node(node))
        };
        if criteria.node_ids.iter().all(is_seen) {
            Ok(())
        } else {
            Err(SubscriptionError::NoSuchNode)
        }
    }

    /// Whether these papers are all that an approval needs, and can be this subscription's. They stay so until the transaction ends.
    async fn check_papers(
        self,
        db: &mut PgConnection,
        id: SubscriptionId,
        papers: &[(AttachmentKind, AttachmentId)],
    ) -> Result<Vec<AttachmentId>, SubscriptionError> {
        let missing = missing_papers(papers.iter().map(|(kind, _)| *kind));
        if !missing.is_empty() {
            let incomplete = Incomplete::PapersMissing(missing);
            return Err(SubscriptionError::Papers(incomplete.into()));
        }
        let ids: Vec<_> = papers.iter().map(|(_, id)| *id).collect();
        let usable = attachments::attachable_to_subscription(db, self.user, id, &ids).await?;
        check_fit(&usable, papers).map_err(SubscriptionError::Papers)?;
        Ok(ids)
    }

    async fn write_entry(
        self,
        db: &mut PgConnection,
        subscription: &Subscription,
        action: SubscriptionAction,
        (reason, changes): (&str, &[FieldChange]),
    ) -> Result<(), StorageError> {
        let entry = NewAuditEntry {
            at: self.now,
            by: self.by.user(),
            action: AuditAction::Subscription(action),
            subject_id: &subscription.id.to_string(),
            subject_name: &subscription.form.name,
            outcome: AuditOutcome::Done,
            reason,
            changes,
            client_ip: self.by.client_ip(),
            agent: self.by.agent(),
        };
        audit_log::insert(db, &entry).await
    }
}

/// The papers that a form names, by slot; of one that names none those of `before`.
fn papers_of(
    form: &SubscriptionForm,
    before: Option<&SubscriptionForm>,
) -> Vec<(AttachmentKind, AttachmentId)> {
    let named = form.papers.clone();
    let named = named.or_else(|| before.and_then(|before| before.papers.clone()));
    let mut papers = named.unwrap_or_default();
    papers.sort_unstable();
    papers
}

fn range_words(range: BackfillRange) -> String {
    let (from, to) = range.bounds();
    format!("{} / {}", from.to_rfc3339(), to.to_rfc3339())
}

/// What of a subscription the log shows.
const FIELDS: [&str; 10] = [
    "name",
    "purpose",
    "search",
    "targetId",
    "frequency",
    "delaytime",
    "validUntil",
    "dailyBytes",
    "window",
    "digest",
];

fn fields_of(form: &SubscriptionForm) -> [String; FIELDS.len()] {
    let window = |window: SendWindow| {
        let (from, to) = window.hours();
        format!("{from}-{to}")
    };
    [
        form.name.clone(),
        form.purpose.clone(),
        serde_json::to_string(&form.criteria).unwrap_or_default(),
        form.target.to_string(),
        form.frequency
            .map_or_else(String::new, |frequency| frequency.as_str().to_owned()),
        form.delay.hours().to_string(),
        form.valid_until.to_rfc3339(),
        form.daily_bytes
            .map_or_else(String::new, |most| most.to_string()),
        form.window.map_or_else(String::new, window),
        form.digest.to_string(),
    ]
}

/// What became different; everything of one that is made.
fn differences(before: Option<&SubscriptionForm>, after: &SubscriptionForm) -> Vec<FieldChange> {
    let before = before.map_or_else(Default::default, fields_of);
    let pairs = FIELDS.into_iter().zip(before).zip(fields_of(after));
    changes(pairs.map(|((field, before), after)| (field, before, after)))
}
