//! Rounds of the dispatcher: which files go to which target next, so that no bound is ever gone beyond. A file counts towards all of
//! its bounds from the moment at which its task is written until it is delivered or waits again.

use chrono::{DateTime, Utc};
use domain::ids::SubscriptionId;
use domain::push_bounds::{DayBound, DayUse, PushHold};
use domain::push_target::{Breaker, Gate};
use domain::subscription::{BACKFILL_PRIORITY, PRIORITY, day_begin};
use domain::task::TaskKind;
use sqlx::{PgConnection, PgPool};

use super::push_scope::{DueDesk, Line};
use super::withdrawals;
use crate::StorageError;
use crate::db::push_bounds::{self, TargetLoad, TargetOutcome};
use crate::db::subscriptions::{self, DueMatch, Sender};
use crate::db::{order_pushes, settings, tasks};

/// Writes tasks for what is due, as far as each target and the whole installation may take it: in the order in which it came in,
/// nothing while the target rests, one file where it is to be seen whether it works again. Answers how many.
pub async fn release_due(pool: &PgPool, now: DateTime<Utc>) -> Result<u64, StorageError> {
    let mut tx = pool.begin().await?;
    push_bounds::lock_round(&mut tx).await?;
    push_bounds::take_back_of_switched_off(&mut tx).await?;
    subscriptions::miss_withdrawn(&mut tx, now).await?;
    subscriptions::miss_ended(&mut tx, now).await?;
    order_pushes::miss_closed(&mut tx, now).await?;
    subscriptions::miss_cancelled(&mut tx, now).await?;
    subscriptions::miss_withdrawals(&mut tx, now).await?;
    let targets = push_bounds::lock_due_targets(&mut tx, now).await?;
    let loads = push_bounds::target_loads(&mut tx, &targets, day_begin(now)).await?;
    let mut turns: Vec<Turn> = loads.into_iter().map(|load| Turn::new(load, now)).collect();
    let mut round = Round::begin(&mut tx, now).await?;
    round.serve(&mut tx, &mut turns).await?;
    let outcomes: Vec<_> = turns.iter().map(|turn| round.outcome(turn)).collect();
    push_bounds::note_round(&mut tx, &outcomes, now).await?;
    tx.commit().await?;
    Ok(turns.iter().map(|turn| turn.released.unsigned_abs()).sum())
}

/// What a target gets in this round.
struct Turn {
    load: TargetLoad,
    /// How many more sessions it takes.
    slots: i64,
    /// Whether files are tried in turns there.
    takes_turns: bool,
    /// Its subscriptions that may send; asked for when they are needed.
    senders: Option<Vec<Sender>>,
    hold: Option<PushHold>,
    /// Whether nothing more of it may go.
    is_over: bool,
    /// Whether what is next goes on a day of its own only.
    waits_alone: bool,
    released: i64,
}

impl Turn {
    fn new(load: TargetLoad, now: DateTime<Utc>) -> Self {
        let most = match load.breaker.gate(now) {
            Gate::Shut(_) => 0,
            Gate::Probe => 1,
            Gate::Open => load.most_parallel,
        };
        Self {
            slots: most - load.live,
            takes_turns: load.breaker.takes_turns(load.most_parallel),
            load,
            senders: None,
            hold: None,
            is_over: false,
            waits_alone: false,
            released: 0,
        }
    }

    async fn senders(
        &mut self,
        db: &mut PgConnection,
        day: (DateTime<Utc>, DateTime<Utc>),
    ) -> Result<Vec<SubscriptionId>, StorageError> {
        let senders = match &mut self.senders {
            Some(senders) => senders,
            none => none.insert(subscriptions::sendable(db, self.load.target, day).await?),
        };
        Ok(senders.iter().map(|sender| sender.id).collect())
    }

    /// Whether a file fits into what is left of its subscription's day. Where it does not, nothing passes it: its subscription
    /// sends no more in this round.
    fn may_send(&mut self, one: &DueMatch) -> bool {
        let Some(senders) = &mut self.senders else {
            return false;
        };
        let Some(at) = senders
            .iter()
            .position(|sender| Some(sender.id) == one.subscription)
        else {
            return false;
        };
        let may = senders[at].bound.admits(senders[at].used, one.size);
        if !may {
            senders.remove(at);
        }
        may
    }

    /// Counts what was let go towards its subscription's day.
    fn count(&mut self, one: &DueMatch) {
        let mut senders = self.senders.iter_mut().flatten();
        if let Some(sender) = senders.find(|sender| Some(sender.id) == one.subscription) {
            sender.used = sender.used.with(one.size);
        }
    }
}

/// Bounds of the installation in a round, which all targets share.
struct Round {
    day: (DateTime<Utc>, DateTime<Utc>),
    desk: DueDesk,
    /// Bytes a day in all.
    daily: DayBound,
    used: DayUse,
    /// How many more files the installation sends at once; `None`: any number.
    free: Option<i64>,
    /// Whether a file waits that goes alone: larger than a whole day of the installation, or of unknown size. Nothing more goes,
    /// so that it will.
    is_stopped: bool,
}

impl Round {
    async fn begin(db: &mut PgConnection, now: DateTime<Utc>) -> Result<Self, StorageError> {
        let caps = settings::push_caps(db).await?;
        let day_begin = day_begin(now);
        let (live, used) = if caps.daily_bytes.is_none() && caps.most_parallel.is_none() {
            (0, DayUse::default())
        } else {
            let load = push_bounds::total_load(db, day_begin).await?;
            (load.live, load.used)
        };
        Ok(Self {
            day: (now, day_begin),
            desk: DueDesk::new(now),
            daily: DayBound(caps.daily_bytes),
            used,
            free: caps.most_parallel.map(|most| most - live),
            is_stopped: false,
        })
    }

    /// Where the installation sends so many files at once and no more, each target gets one at a time, in turn: no line, however
    /// long, takes every place.
    async fn serve(
        &mut self,
        db: &mut PgConnection,
        turns: &mut [Turn],
    ) -> Result<(), StorageError> {
        let step = if self.free.is_some() { 1 } else { i64::MAX };
        loop {
            let mut has_moved = false;
            for turn in &mut *turns {
                let free = self.free.unwrap_or(i64::MAX);
                let most = turn.slots.min(step).min(free);
                if turn.is_over || self.is_stopped || most <= 0 {
                    continue;
                }
                let done = self.release(db, turn, most).await?;
                turn.slots -= done;
                turn.released += done;
                turn.is_over = done < most;
                self.free = self.free.map(|free| free - done);
                has_moved |= done > 0;
            }
            if !has_moved {
                return Ok(());
            }
        }
    }

    /// Lets up to `most` files go to a target; answers how many.
    async fn release(
        &mut self,
        db: &mut PgConnection,
        turn: &mut Turn,
        most: i64,
    ) -> Result<i64, StorageError> {
        let (target, now) = ((turn.load.target, turn.takes_turns), self.day.0);
        // First what should not be there any more.
        let mut done = withdrawals::release(db, target, now, most).await?;
        if done < most {
            // Somebody waits for an order.
            let files = order_pushes::due_files(db, target, now, most - done).await?;
            let files: Vec<_> = files
                .into_iter()
                .take_while(|one| self.admits(turn, one))
                .collect();
            done += write_tasks(db, turn, &files, PRIORITY).await?;
        }
        // What was there before somebody subscribed waits for what comes in.
        for (line, priority) in [
            (Line::CameIn, PRIORITY),
            (Line::Backfilled, BACKFILL_PRIORITY),
        ] {
            done += self.send(db, turn, (line, priority), most - done).await?;
        }
        Ok(done)
    }

    /// The same of one line of its subscriptions.
    async fn send(
        &mut self,
        db: &mut PgConnection,
        turn: &mut Turn,
        (line, priority): (Line, i32),
        most: i64,
    ) -> Result<i64, StorageError> {
        let mut done = 0;
        while done < most && turn.hold.is_none() {
            let may = turn.senders(db, self.day).await?;
            if may.is_empty() {
                break;
            }
            let from = (&may[..], turn.takes_turns);
            let due = self.desk.due(db, line, from, most - done).await?;
            let files = self.choose(turn, due);
            done += write_tasks(db, turn, &files, priority).await?;
            let has_closed = turn.senders.as_ref().map(Vec::len) < Some(may.len());
            // Where a subscription has used up its day, others have the places of what it would have sent.
            if !has_closed {
                break;
            }
        }
        Ok(done)
    }

    /// Of what is due, what may go now.
    fn choose(&mut self, turn: &mut Turn, due: Vec<DueMatch>) -> Vec<DueMatch> {
        let mut files = Vec::new();
        for one in due {
            if !turn.may_send(&one) {
                continue;
            }
            if !self.admits(turn, &one) {
                break;
            }
            turn.count(&one);
            files.push(one);
        }
        files
    }

    /// Whether a file fits into what is left of the days of its target and of the installation; it takes that then. Where it does
    /// not, nothing passes it.
    fn admits(&mut self, turn: &mut Turn, one: &DueMatch) -> bool {
        turn.hold = if !DayBound(turn.load.daily_bytes).admits(turn.load.used, one.size) {
            Some(PushHold::TargetVolume)
        } else if self.daily.admits(self.used, one.size) {
            turn.load.used = turn.load.used.with(one.size);
            self.used = self.used.with(one.size);
            None
        } else {
            let goes_alone = one.size <= 0 || self.daily.is_exceeded_by(one.size);
            // Where its target fails nobody waits for it: it goes on a day on which nothing else went.
            self.is_stopped = goes_alone && turn.load.breaker == Breaker::default();
            turn.waits_alone |= goes_alone;
            Some(PushHold::TotalVolume)
        };
        turn.hold.is_none()
    }

    fn outcome(&self, turn: &Turn) -> TargetOutcome {
        let is_left_out = turn.hold.is_none() && !turn.is_over && turn.slots > 0;
        let is_idle = turn.load.live == 0 && turn.released == 0;
        let hold = if is_left_out && self.is_stopped {
            Some(PushHold::TotalVolume)
        } else if is_left_out && is_idle {
            Some(PushHold::TotalParallel)
        } else {
            turn.hold
        };
        TargetOutcome {
            target: turn.load.target,
            hold,
            // Whose file waits for a day of its own is the first when that begins.
            has_released: turn.released > 0 && !turn.waits_alone,
        }
    }
}

/// Answers how many.
async fn write_tasks(
    db: &mut PgConnection,
    turn: &Turn,
    due: &[DueMatch],
    priority: i32,
) -> Result<i64, StorageError> {
    if due.is_empty() {
        return Ok(0);
    }
    subscriptions::reserve(db, turn.load.target, due).await?;
    for one in due {
        let subject = (TaskKind::PushScene, one.id);
        tasks::insert_for_match(db, subject, (one.owner, priority), one.size).await?;
    }
    Ok(i64::try_from(due.len()).unwrap_or(i64::MAX))
}
