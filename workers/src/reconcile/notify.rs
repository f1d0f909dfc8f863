//! Telling people and other systems of orders' events: inbox, mail, webhooks. And people of their accounts: mail.
//!
//! The events themselves are the outbox. One transaction puts an event into inboxes, queues its mails and webhook
//! deliveries, and marks it as told; mails and webhooks then go out by themselves, each in a loop of its own, so that
//! a slow mail server delays nothing else. Any number of processes may do this at once.

use std::sync::Arc;
use std::time::Duration;

use chrono::{DateTime, Utc};
use storage::clock::Clock;
use storage::db::database_time::AgreedTime;
use storage::db::{handles, mail, notices, webhooks};
use storage::lifecycle::{LifecycleError, digests, expiry, password_reset};
use storage::loop_health::LoopHealth;
use storage::sealed::ServerKey;
use storage::{PgPool, StorageError, clock};
use tokio_util::sync::CancellationToken;

use self::post::{Post, PostSettings};
use self::webhook::Caller;
use super::rounds::{Round, Rounds};

pub mod post;
pub mod target;
mod webhook;

/// How often new events, due mails and due deliveries are looked for.
const TELL: Duration = Duration::from_secs(1);
/// How often deliveries that near their end are looked for.
const REMIND: Duration = Duration::from_secs(10);
/// How often it is looked whether owners of subscriptions are to be told of the day before.
const DIGEST: Duration = Duration::from_mins(1);
/// How often old notices are removed.
const FORGET: Duration = Duration::from_hours(1);
/// How long a mail or a call that is on its way may take once the process stops.
const GRACE: Duration = Duration::from_secs(3);
/// What an act may take: many mails may be due, each to a server that is slow.
const MOST: Duration = Duration::from_mins(30);
/// Events told in one transaction.
const BATCH: i64 = 100;

/// How people and systems are reached.
#[derive(Debug, Clone, Default)]
pub struct NotifySettings {
    /// Mail; `None`: only the inbox.
    pub mail: Option<PostSettings>,
    /// Whether webhooks may call addresses of the internal network.
    pub webhook_allow_private: bool,
}

/// Sends due mails and webhook calls.
pub struct Notifier {
    pool: PgPool,
    post: Option<Post>,
    caller: Caller,
    clock: Clock,
    time: AgreedTime,
    loops: LoopHealth,
}

impl Notifier {
    /// Refuses mail settings that cannot be used.
    pub fn new(
        pool: PgPool,
        key: ServerKey,
        settings: &NotifySettings,
    ) -> Result<Self, StorageError> {
        let post = settings
            .mail
            .as_ref()
            .map(|mail| Post::new(pool.clone(), key.clone(), mail))
            .transpose()?;
        Ok(Self {
            post,
            caller: Caller::new(pool.clone(), key, settings.webhook_allow_private),
            pool,
            clock: Arc::new(clock::now),
            time: AgreedTime::default(),
            loops: LoopHealth::default(),
        })
    }

    /// The same, which goes by this clock and says in `loops` whether its loops go on.
    #[must_use]
    pub fn watched(self, clock: Clock, loops: LoopHealth) -> Self {
        Self {
            clock,
            loops,
            ..self
        }
    }

    /// The database's time; refused where this process's clock is another.
    async fn now(&self) -> Result<DateTime<Utc>, StorageError> {
        self.time.now(&self.pool, &*self.clock).await
    }

    /// Runs until `stop` is set.
    pub async fn run(self, stop: CancellationToken) {
        let rounds = Rounds::new(&stop, &self.loops);
        let every = |period, what| Round {
            what,
            period,
            most: MOST,
        };
        let overdue = async {
            stop.cancelled().await;
            tokio::time::sleep(GRACE).await;
        };
        let all = async {
            tokio::join!(
                rounds.every(every(TELL, "notices"), || async {
                    Ok(self.deliver_notices(self.now().await?).await?)
                }),
                rounds.every(every(REMIND, "reminders"), || async {
                    self.remind(self.now().await?).await
                }),
                rounds.every(every(DIGEST, "digests"), || async {
                    Ok(self.tell_of_yesterday(self.now().await?).await?)
                }),
                rounds.every(every(TELL, "mail"), || async {
                    Ok(self.send_mail(self.now().await?).await?)
                }),
                rounds.every(every(TELL, "password resets"), || async {
                    Ok(self.answer_resets(self.now().await?).await?)
                }),
                rounds.every(every(TELL, "webhooks"), || async {
                    Ok(self.call_webhooks(self.now().await?).await?)
                }),
                rounds.every(every(FORGET, "old notices"), || async {
                    Ok(self.forget_old(self.now().await?).await?)
                }),
            );
        };
        tokio::select! {
            () = all => {}
            () = overdue => {}
        }
    }

    /// Puts every event that nobody has been told of into the inboxes of those whom it concerns.
    pub async fn deliver_notices(&self, now: DateTime<Utc>) -> Result<(), StorageError> {
        while self.tell_some(now).await? == BATCH {}
        Ok(())
    }

    async fn tell_some(&self, now: DateTime<Utc>) -> Result<i64, StorageError> {
        let mut tx = handles::begin(&self.pool).await?;
        let events = notices::pending_events(&mut tx, BATCH).await?;
        if events.is_empty() {
            return Ok(0);
        }
        for event in &events {
            let Some(kind) = event.kind() else { continue };
            let message = kind.message(event.facts()).into();
            notices::deliver(&mut tx, event, kind, &message).await?;
            if self.post.is_some() {
                mail::queue(&mut tx, event.id, now).await?;
            }
            webhooks::queue(&mut tx, event.id, kind, now).await?;
        }
        let ids: Vec<_> = events.iter().map(|event| event.id).collect();
        notices::mark_told(&mut tx, &ids).await?;
        handles::commit(tx).await?;
        Ok(i64::try_from(ids.len()).unwrap_or(BATCH))
    }

    /// Writes into the time lines of orders that their delivery closes soon; the rest follows from that.
    pub async fn remind(&self, now: DateTime<Utc>) -> Result<(), LifecycleError> {
        expiry::note_near(&self.pool, now).await
    }

    /// Tells owners of subscriptions what these brought the day before, once a day.
    pub async fn tell_of_yesterday(&self, now: DateTime<Utc>) -> Result<(), StorageError> {
        let owners = digests::tell_owners(&self.pool, now, self.post.is_some()).await?;
        if owners > 0 {
            tracing::info!(
                owners,
                "owners of subscriptions were told of the day before"
            );
        }
        Ok(())
    }

    /// Looks up whose passwords are to be set anew, and queues the mails with the links. Without mail others do, or nobody.
    pub async fn answer_resets(&self, now: DateTime<Utc>) -> Result<(), StorageError> {
        if self.post.is_none() {
            return Ok(());
        }
        while password_reset::answer_next(&self.pool, now).await? {}
        Ok(())
    }

    /// Sends the mails that are due.
    pub async fn send_mail(&self, now: DateTime<Utc>) -> Result<(), StorageError> {
        match &self.post {
            Some(post) => post.send_due(now).await,
            None => Ok(()),
        }
    }

    /// Calls the webhooks that are due.
    pub async fn call_webhooks(&self, now: DateTime<Utc>) -> Result<(), StorageError> {
        self.caller.call_due(now).await
    }

    /// Removes what nobody asks for any more.
    pub async fn forget_old(&self, now: DateTime<Utc>) -> Result<(), StorageError> {
        let mut db = handles::connection(&self.pool).await?;
        notices::forget_old(&mut db, now).await
    }
}
