//! Why a task or an order waits: all reasons together, each with the rule that it follows, since when, and what removes it.
//! Pure: what is known of the ledger comes in as [`TaskGroup`], [`CrewFacts`] and [`OrderFacts`].

mod facts;
mod reason;
mod remedy;
#[cfg(test)]
mod tests;

pub use facts::{
    CrewFacts, EmergencyFacts, OrderFacts, Pause, SourceFacts, TaskGroup, Wait, order_waits,
    task_waits,
};
pub use reason::{WaitBucket, WaitKind, WaitReader, WaitReason};
pub use remedy::{WaitRemedy, WaitStanding};
