//! Once a day owners of subscriptions are told what these brought the day before, if they brought anything, whether they run or not.

use chrono::{DateTime, Days, NaiveDate, NaiveTime, Utc};
use domain::calendar::CHINA;
use domain::ids::UserId;
use domain::subscription::{DigestCounts, DigestLine, digest_day, digest_text};
use sqlx::PgPool;

use crate::StorageError;
use crate::db::subscriptions::{self, DayCount, DayOutcome};

/// Tells owners of yesterday, unless it is too early or they were told: all of them in one transaction, so that whoever dies has
/// told nobody. Answers how many were told.
pub async fn tell_owners(
    pool: &PgPool,
    now: DateTime<Utc>,
    with_mail: bool,
) -> Result<u64, StorageError> {
    let Some((day, bounds)) = digest_day(now).and_then(|day| Some((day, bounds(day)?))) else {
        return Ok(0);
    };
    let mut tx = pool.begin().await?;
    if !subscriptions::begin_digest(&mut tx, day, now).await? {
        return Ok(0);
    }
    let mut digests = 0;
    for (owner, lines) in lines(subscriptions::day_counts(&mut tx, bounds).await?) {
        let message = digest_text(day, &lines).into();
        subscriptions::tell_digest(&mut tx, owner, &message, (now, with_mail)).await?;
        digests += 1;
    }
    tx.commit().await?;
    Ok(digests)
}

/// When a day begins in China, and the next one.
fn bounds(day: NaiveDate) -> Option<(DateTime<Utc>, DateTime<Utc>)> {
    let begin = |day: NaiveDate| {
        let midnight = day.and_time(NaiveTime::MIN).and_local_timezone(CHINA);
        midnight
            .single()
            .map(|midnight| midnight.with_timezone(&Utc))
    };
    Some((begin(day)?, begin(day.checked_add_days(Days::new(1))?)?))
}

/// What each owner is told, in the order of the counts: by owner and subscription.
fn lines(counts: Vec<DayCount>) -> Vec<(UserId, Vec<DigestLine>)> {
    let mut all: Vec<(UserId, Vec<DigestLine>)> = Vec::new();
    for one in counts {
        let number = format!("S{:06}", one.number);
        if all.last().is_none_or(|(owner, _)| *owner != one.owner) {
            all.push((one.owner, Vec::new()));
        }
        let Some((_, lines)) = all.last_mut() else {
            continue;
        };
        if lines.last().is_none_or(|line| line.number != number) {
            lines.push(DigestLine {
                number,
                name: one.name,
                counts: DigestCounts::default(),
            });
        }
        let Some(line) = lines.last_mut() else {
            continue;
        };
        match one.outcome {
            DayOutcome::Delivered => line.counts.add_delivered(one.scenes),
            DayOutcome::Withdrawn => line.counts.add_withdrawn(one.scenes),
            DayOutcome::Waiting => line.counts.add_waiting(one.scenes),
            DayOutcome::Missed(class) => line.counts.add_missed(class, one.scenes),
        }
    }
    all
}
