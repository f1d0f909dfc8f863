//! Sums that follow what was written, and the chain over the audit log. One look finds which of them have something to add;
//! with a look of its own for each, a server that does nothing would ask its database several times as much.

use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::time::Duration;

use storage::db::figures_due::{self, Sum};
use storage::db::{
    audit_seals, behaviour_figures, downloads, order_figures, received, registry, research_results,
    service_figures,
};
use storage::lifecycle::LifecycleError;
use tokio::sync::Notify;

use super::audit_head::{self, HeadLog};
use super::rounds::{Round, Rounds};
use super::{LONG, Reconcile, SOON};

/// How often it is looked which sums have something to add: whoever asks for them waits for it, and what is in no chain yet can
/// be changed unseen by whoever writes to the database.
const LOOK: Duration = Duration::from_millis(500);
/// How often a sum is brought up to date that nobody told of.
const UNTOLD: Duration = Duration::from_mins(1);

/// While rows come in by the thousand, sums of them are told of at one look in so many. Both want the database for themselves, and rows
/// that are not in a sum yet are read beside it.
const LOOKS_AT_LEISURE: u32 = 10;
/// What orders of an old portal are summed up in.
const SUMS_OF_ROWS: [Sum; 4] = [Sum::Orders, Sum::Downloads, Sum::Service, Sum::Provided];

/// One for each sum; each is told when there is something to add.
#[derive(Default)]
struct Nudges([Notify; Sum::ALL.len()]);

impl Nudges {
    const fn get(&self, sum: Sum) -> &Notify {
        &self.0[sum as usize]
    }
}

/// How eagerly sums follow what is written.
#[derive(Default)]
struct Pace {
    rows_come_in: AtomicBool,
    /// Looks since rows began to come in.
    looks: AtomicU32,
}

impl Pace {
    /// Notes a look; whether sums of rows that come in by the thousand are told of now.
    fn tells(&self, rows_come_in: bool) -> bool {
        self.rows_come_in.store(rows_come_in, Ordering::Relaxed);
        if !rows_come_in {
            self.looks.store(0, Ordering::Relaxed);
            return true;
        }
        let looks = self.looks.fetch_add(1, Ordering::Relaxed);
        looks.is_multiple_of(LOOKS_AT_LEISURE)
    }

    /// Whether a sum goes on after one portion.
    fn goes_on(&self) -> bool {
        !self.rows_come_in.load(Ordering::Relaxed)
    }
}

impl Reconcile {
    /// Runs until the rounds end.
    pub(super) async fn sum_up(&self, rounds: Rounds<'_>) {
        let (nudges, pace) = (Nudges::default(), Pace::default());
        let (chained, head_log) = (Notify::new(), HeadLog::default());
        let look = Round {
            what: "figures due",
            period: LOOK,
            most: SOON,
        };
        let every = |what| Round {
            what,
            period: UNTOLD,
            most: LONG,
        };
        tokio::join!(
            rounds.every(look, || self.tell_sums(&nudges, &pace)),
            rounds.every_and_on(nudges.get(Sum::Orders), every("order figures"), || self
                .roll_up_order_figures(&pace)),
            rounds.every_and_on(nudges.get(Sum::Received), every("received figures"), || {
                self.sum_received_scenes()
            }),
            rounds.every_and_on(
                nudges.get(Sum::Downloads),
                every("download figures"),
                || self.sum_downloads(&pace)
            ),
            rounds.every_and_on(nudges.get(Sum::Service), every("service figures"), || self
                .sum_service(&pace)),
            rounds.every_and_on(nudges.get(Sum::Provided), every("provided figures"), || {
                self.sum_provided(&pace)
            }),
            rounds.every_and_on(nudges.get(Sum::Results), every("result figures"), || self
                .roll_up_result_figures()),
            rounds.every_and_on(
                nudges.get(Sum::Behaviours),
                every("behaviour figures"),
                || self.sum_behaviours()
            ),
            rounds.every_and_on(nudges.get(Sum::AuditLog), every("audit log"), || self
                .chain_audit_log(&chained)),
            rounds.every_and_on(&chained, audit_head::ROUND, || self
                .keep_audit_head(&head_log)),
        );
        head_log.end();
    }

    /// The head is another act than chaining: an object store that is away keeps no entry out of the chain.
    async fn chain_audit_log(&self, chained: &Notify) -> Result<(), LifecycleError> {
        self.seal_audit_log().await?;
        chained.notify_one();
        Ok(())
    }

    async fn tell_sums(&self, nudges: &Nudges, pace: &Pace) -> Result<(), LifecycleError> {
        let mut db = self.pool.acquire().await?;
        let due = figures_due::look(&mut db).await?;
        let grows = due.iter().any(|sum| SUMS_OF_ROWS.contains(sum));
        let tells_all = pace.tells(grows && figures_due::rows_come_in(&mut db).await?);
        for sum in due {
            if tells_all || !SUMS_OF_ROWS.contains(&sum) {
                nudges.get(sum).notify_one();
            }
        }
        Ok(())
    }

    /// Counts the days anew whose orders were written.
    async fn roll_up_order_figures(&self, pace: &Pace) -> Result<(), LifecycleError> {
        loop {
            let mut tx = self.pool.begin().await?;
            let may_be_more = order_figures::roll_up_due(&mut tx).await?;
            tx.commit().await?;
            if !(may_be_more && pace.goes_on()) {
                return Ok(());
            }
        }
    }

    /// Adds the scenes that came in, changed and went to what was received on their days.
    pub async fn sum_received_scenes(&self) -> Result<(), LifecycleError> {
        loop {
            let mut tx = self.pool.begin().await?;
            let may_be_more = received::fold_changes(&mut tx).await?;
            tx.commit().await?;
            if !may_be_more {
                return Ok(());
            }
        }
    }

    /// Adds the transfers that ended to what was downloaded on their days.
    async fn sum_downloads(&self, pace: &Pace) -> Result<(), LifecycleError> {
        loop {
            let mut tx = self.pool.begin().await?;
            let may_be_more = downloads::fold_changes(&mut tx).await?;
            tx.commit().await?;
            if !(may_be_more && pace.goes_on()) {
                return Ok(());
            }
        }
    }

    /// Adds deliveries, failures and ratings to how well the survey served on their days.
    async fn sum_service(&self, pace: &Pace) -> Result<(), LifecycleError> {
        loop {
            let mut tx = self.pool.begin().await?;
            let may_be_more = service_figures::fold_changes(&mut tx).await?;
            tx.commit().await?;
            if !(may_be_more && pace.goes_on()) {
                return Ok(());
            }
        }
    }

    /// Adds deliveries that were opened, and what was fetched of them, to what was provided on their days.
    async fn sum_provided(&self, pace: &Pace) -> Result<(), LifecycleError> {
        loop {
            let mut tx = self.pool.begin().await?;
            let may_be_more = registry::fold_changes(&mut tx).await?;
            tx.commit().await?;
            if !(may_be_more && pace.goes_on()) {
                return Ok(());
            }
        }
    }

    /// Counts the years anew whose results were written.
    pub async fn roll_up_result_figures(&self) -> Result<(), LifecycleError> {
        loop {
            let mut tx = self.pool.begin().await?;
            let may_be_more = research_results::roll_up_due(&mut tx).await?;
            tx.commit().await?;
            if !may_be_more {
                return Ok(());
            }
        }
    }

    /// Adds what people did to the sums of the last days.
    pub async fn sum_behaviours(&self) -> Result<(), LifecycleError> {
        loop {
            let mut tx = self.pool.begin().await?;
            let may_be_more = behaviour_figures::fold_changes(&mut tx).await?;
            tx.commit().await?;
            if !may_be_more {
                return Ok(());
            }
        }
    }

    /// Chains what was written to the audit log.
    pub async fn seal_audit_log(&self) -> Result<(), LifecycleError> {
        loop {
            let mut tx = self.pool.begin().await?;
            let may_be_more = audit_seals::seal(&mut tx, &self.key).await?;
            tx.commit().await?;
            if !may_be_more {
                return Ok(());
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_are_told_of_at_leisure_while_rows_come_in_and_at_once_afterwards() {
        let pace = Pace::default();
        assert!(pace.tells(false) && pace.goes_on());
        let at: Vec<u32> = (0..2 * LOOKS_AT_LEISURE)
            .filter(|_| pace.tells(true))
            .collect();
        assert_eq!(at, [0, LOOKS_AT_LEISURE]);
        assert!(!pace.goes_on());
        assert!(pace.tells(false) && pace.goes_on());
        assert!(pace.tells(true));
    }
}
