//! What is known of a task or an order, and which reasons follow.

use chrono::{DateTime, Utc};

use super::reason::WaitReason;
use crate::emergency::Slots;
use crate::order::state::OrderState;
use crate::push_target::Gate;
use crate::task::{ListedKind, TaskKind};
use crate::task_state::TaskState;
use crate::turns::share;

/// The emergency slots of all workers that are alive, and what takes them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct EmergencyFacts {
    /// Number of emergency slots.
    pub slots: u64,
    /// Tasks that are released for them, or run in them.
    pub live: u64,
    /// Tasks that run in them.
    pub running: u64,
}

/// The slots of all workers that are alive, and what takes them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CrewFacts {
    /// The moment, by the ledger's clock.
    pub now: DateTime<Utc>,
    /// Ordinary slots of workers that are alive.
    pub slots: u64,
    /// Tasks that are released for ordinary slots, or run in them.
    pub live: u64,
    /// Tasks that run in ordinary slots.
    pub running: u64,
    /// Emergency slots, and what takes them.
    pub emergency: EmergencyFacts,
    /// Tasks of pictures that are released or running.
    pub live_pictures: u64,
    /// Of copies for other systems.
    pub live_copies: u64,
    pub live_receives: u64,
    /// Whether the object store does not answer.
    pub objects_away: bool,
}

impl CrewFacts {
    /// Tasks that are released for ordinary slots, or run in them, at most.
    const fn room(&self) -> u64 {
        Slots::ordinary(self.slots).room().ordinary
    }

    /// Slots that take a task of the group.
    const fn slots_for(&self, group: &TaskGroup) -> u64 {
        if group.is_emergency {
            self.slots.saturating_add(self.emergency.slots)
        } else {
            self.slots
        }
    }

    /// Whether nothing more of the group is released.
    const fn has_no_room_for(&self, group: &TaskGroup) -> bool {
        // Where there are slots for them, emergencies stand in no queue.
        if group.is_emergency && self.emergency.slots > 0 {
            return self.live >= self.slots && self.emergency.live >= self.emergency.slots;
        }
        self.live >= self.room()
    }

    /// Whether every slot that takes a task of the group works on one.
    const fn is_busy_for(&self, group: &TaskGroup) -> bool {
        let own = group.is_emergency && self.emergency.running < self.emergency.slots;
        self.running >= self.slots && !own
    }

    /// The share of a kind that has one, where it is used up.
    fn used_up_share(&self, kind: ListedKind) -> Option<WaitReason> {
        let ListedKind::Known(kind) = kind else {
            return None;
        };
        let share = share(kind, self.room())?;
        let (live, reason) = match kind {
            TaskKind::MakePreview => (self.live_pictures, WaitReason::PicturesShare { share }),
            TaskKind::CopyScene => (self.live_copies, WaitReason::CopiesShare { share }),
            TaskKind::ReceiveRun => (self.live_receives, WaitReason::ReceivesShare { share }),
            TaskKind::ExtractScene
            | TaskKind::PackageOrder
            | TaskKind::VerifyDelivery
            | TaskKind::Export
            | TaskKind::PushScene
            | TaskKind::BuildSegments
            | TaskKind::WithdrawScene => return None,
        };
        (live >= share).then_some(reason)
    }
}

/// Where the files of tasks lie, and what that source may have.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SourceFacts {
    /// Address of the source.
    pub name: String,
    /// Tasks of it that are released or running.
    pub live: u64,
    /// How many may be by its share; `None`: as many as there is room for.
    pub cap: Option<u64>,
    /// What its failures let through.
    pub gate: Gate,
    /// Its bandwidth in bytes a second, where that is what its readers wait for.
    pub reached_bandwidth: Option<u64>,
}

impl SourceFacts {
    /// Whether none of its tasks may be released now, whatever their turn.
    #[must_use]
    pub fn is_closed(&self) -> bool {
        self.reasons().next().is_some()
    }

    /// Every reason why the group's tasks may not be released.
    fn reasons(&self) -> impl Iterator<Item = WaitReason> {
        let source = || self.name.clone();
        let gate = match self.gate {
            Gate::Shut(until) => Some(WaitReason::SourceRests {
                source: source(),
                until,
            }),
            Gate::Probe if self.live > 0 => Some(WaitReason::SourceProbed { source: source() }),
            Gate::Probe | Gate::Open => None,
        };
        let full = self.cap.filter(|cap| self.live >= *cap);
        let full = full.map(|share| WaitReason::SourceAtCap {
            source: source(),
            share,
        });
        gate.into_iter().chain(full)
    }

    /// Why those of its tasks that run are no faster.
    fn pace(&self) -> Option<WaitReason> {
        let source = self.name.clone();
        self.reached_bandwidth
            .map(|rate| WaitReason::SourcePaced { source, rate })
    }
}

/// That somebody paused a task.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pause {
    /// Name of the person.
    pub by: String,
    /// When the task was paused.
    pub at: DateTime<Utc>,
}

/// A task, or several of one order of which the same holds.
#[derive(Debug, Clone, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "independent facts of a task")]
pub struct TaskGroup {
    pub kind: ListedKind,
    /// Whether their order is an emergency.
    pub is_emergency: bool,
    /// State that all of them are in.
    pub state: TaskState,
    /// Number of tasks.
    pub tasks: u64,
    /// Since when: of several the earliest.
    pub since: DateTime<Utc>,
    /// Before when they may not begin: of several the earliest.
    pub run_after: DateTime<Utc>,
    /// Whether they have failed before.
    pub has_failed: bool,
    /// Whether they failed last because something of this installation was away.
    pub away: bool,
    /// Whether somebody paused them.
    pub pause: Option<Pause>,
    /// Since when the account of the person whose they are is switched off.
    pub account_off: Option<DateTime<Utc>>,
    /// Tasks that are released before the first of them; `None`: it is not in the queue of those that may go.
    pub ahead: Option<u64>,
    /// Tasks of the same person before the first of them, those that are released or run included.
    pub own_ahead: Option<u64>,
    /// Whether more may stand before it than were counted.
    pub at_least: bool,
    /// Where their files lie; `None`: at no source, or nobody knows.
    pub source: Option<SourceFacts>,
}

/// What is known of an order beside its tasks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OrderFacts {
    pub state: OrderState,
    /// When the order entered its state.
    pub since: DateTime<Utc>,
    /// When an auditor decided, and when that takes effect.
    pub decision: Option<(DateTime<Utc>, DateTime<Utc>)>,
    /// Whether it is handed out as an offline copy.
    pub offline: bool,
    /// Scenes that are being extracted.
    pub missing_scenes: u64,
}

/// A reason, with what it holds for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Wait {
    pub reason: WaitReason,
    /// Since when; `None`: nobody has noted it.
    pub since: Option<DateTime<Utc>>,
    /// How many tasks it holds back; 0: the order itself.
    pub tasks: u64,
}

/// Every reason for which these tasks wait; none where they are over, or run as fast as they can.
#[must_use]
pub fn task_waits(group: &TaskGroup, crew: &CrewFacts) -> Vec<Wait> {
    let wait = |reason, since: DateTime<Utc>| Wait {
        reason,
        since: Some(since),
        tasks: group.tasks,
    };
    let mut waits = Vec::new();
    match group.state {
        TaskState::Waiting => {
            waits.extend(not_ready(group, crew).map(|(reason, since)| wait(reason, since)));
            // Whatever is for its turn is so since its time has come.
            let since = group.since.max(group.run_after);
            waits.extend(queued(group, crew).map(|reason| wait(reason, since.min(crew.now))));
            let source = group.source.iter().flat_map(SourceFacts::reasons);
            waits.extend(source.map(|reason| wait(reason, group.since)));
            let away = group.away.then_some(WaitReason::DependencyAway);
            waits.extend(away.map(|reason| wait(reason, group.since)));
        }
        TaskState::Released => {
            waits.push(wait(WaitReason::PickUp, group.since));
            let busy = taken(crew.slots_for(group), crew.is_busy_for(group));
            waits.extend(busy.map(|reason| wait(reason, group.since)));
        }
        TaskState::Failed | TaskState::Cancelled => waits.push(wait(settled(group), group.since)),
        TaskState::Running => {
            let pace = group.source.as_ref().and_then(SourceFacts::pace);
            waits.extend(pace.map(|reason| unnoted(reason, group)));
        }
        TaskState::Done => {}
    }
    if crew.objects_away && matches!(group.state, TaskState::Waiting | TaskState::Released) {
        waits.push(unnoted(WaitReason::ObjectsAway, group));
    }
    waits
}

/// A reason of which nobody has noted when it began.
const fn unnoted(reason: WaitReason, group: &TaskGroup) -> Wait {
    Wait {
        reason,
        since: None,
        tasks: group.tasks,
    }
}

/// What keeps a task out of the queue of those that may go.
fn not_ready(
    group: &TaskGroup,
    crew: &CrewFacts,
) -> impl Iterator<Item = (WaitReason, DateTime<Utc>)> {
    let until = group.run_after;
    let early = if group.has_failed {
        WaitReason::BackOff { until }
    } else {
        WaitReason::Postponed { until }
    };
    let early = (until > crew.now).then_some((early, group.since));
    let paused = group.pause.as_ref().map(|pause| {
        let by = pause.by.clone();
        (WaitReason::Paused { by }, pause.at)
    });
    let off = group
        .account_off
        .map(|since| (WaitReason::AccountOff, since.max(group.since)));
    paused.into_iter().chain(off).chain(early)
}

/// What a task waits for that may go, or will when nothing keeps it.
fn queued(group: &TaskGroup, crew: &CrewFacts) -> impl Iterator<Item = WaitReason> {
    let at_least = group.at_least;
    let turn = group
        .ahead
        .map(|ahead| WaitReason::Turn { ahead, at_least });
    let own = group.own_ahead.filter(|ahead| *ahead > 0);
    let own = own.map(|ahead| WaitReason::OwnTasks { ahead, at_least });
    let newer = (group.kind == ListedKind::Newer).then_some(WaitReason::NewerVersion);
    let share = crew.used_up_share(group.kind);
    let full = taken(crew.slots_for(group), crew.has_no_room_for(group));
    let reasons = turn.into_iter().chain(own);
    reasons.chain(full).chain(share).chain(newer)
}

/// Of so many slots: that there are none, or that all are taken.
fn taken(slots: u64, full: bool) -> impl Iterator<Item = WaitReason> {
    let reason = match slots {
        0 => Some(WaitReason::NoWorker),
        _ if full => Some(WaitReason::SlotsFull { slots }),
        _ => None,
    };
    reason.into_iter()
}

/// What ended for good without a result.
const fn settled(group: &TaskGroup) -> WaitReason {
    match group.kind {
        ListedKind::Known(TaskKind::ExtractScene) => WaitReason::FailedScenes {
            scenes: group.tasks,
        },
        ListedKind::Known(_) | ListedKind::Newer => WaitReason::FailedTask,
    }
}

/// Every reason for which an order waits: its own, and those of its tasks, each once.
#[must_use]
pub fn order_waits(order: &OrderFacts, groups: &[TaskGroup], crew: &CrewFacts) -> Vec<Wait> {
    let mut waits = own_waits(order, groups);
    if matches!(
        order.state,
        OrderState::Approved | OrderState::PendingPackaging
    ) {
        for wait in groups.iter().flat_map(|group| task_waits(group, crew)) {
            add(&mut waits, wait);
        }
    }
    waits
}

fn own_waits(order: &OrderFacts, groups: &[TaskGroup]) -> Vec<Wait> {
    let packaging = groups
        .iter()
        .find(|group| group.kind == TaskKind::PackageOrder && group.state.is_live());
    let missing = order.missing_scenes;
    let reason = match order.state {
        OrderState::PendingReview => order
            .decision
            .map_or(Some((WaitReason::Audit, order.since)), |(decided, due)| {
                Some((WaitReason::Decision { due }, decided))
            }),
        OrderState::Approved | OrderState::PendingPackaging if missing > 0 => {
            Some((WaitReason::Scenes { missing }, order.since))
        }
        OrderState::PendingPackaging => packaging.map(|group| (WaitReason::Package, group.since)),
        OrderState::Prepared if order.offline => Some((WaitReason::OfflineCopy, order.since)),
        OrderState::Deleted
        | OrderState::PendingSubmission
        | OrderState::Approved
        | OrderState::Rejected
        | OrderState::Overdue
        | OrderState::Prepared
        | OrderState::Completed
        | OrderState::FeedbackGiven => None,
    };
    let wait = |(reason, since)| Wait {
        reason,
        since: Some(since),
        tasks: 0,
    };
    reason.map(wait).into_iter().collect()
}

/// Adds a reason, or makes one of it and the one that says the same.
fn add(waits: &mut Vec<Wait>, new: Wait) {
    for wait in waits.iter_mut() {
        if let Some(reason) = wait.reason.merged(&new.reason) {
            wait.reason = reason;
            wait.since = wait.since.into_iter().chain(new.since).min();
            wait.tasks = wait.tasks.saturating_add(new.tasks);
            return;
        }
    }
    waits.push(new);
}
