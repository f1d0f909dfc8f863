//! Conditions of subscriptions on single fields: the database decides them, in the very words in which it does for a search.

use std::collections::{BTreeMap, HashSet};

use domain::field::{FieldCondition, FieldTest};
use domain::ids::SubscriptionId;
use sqlx::{PgConnection, Postgres, QueryBuilder};

use super::book::BookedSubscription;
use crate::StorageError;
use crate::db::scenes::push_condition;

/// Most parameters of one condition, numbers that it lists apart: eight names, each twice, and two bounds.
const PARAMETERS: usize = 18;
/// Parameters of a statement; the wire has room for 65,535, and a single subscription never needs more.
const PARAMETERS_AT_ONCE: usize = 20_000;
/// Subscriptions that are asked about in one statement: planning it takes time too.
const ASKED_AT_ONCE: usize = 200;

/// A subscription that has conditions on fields, and scenes that are all else that it searches.
struct Candidates<'a> {
    subscription: SubscriptionId,
    conditions: &'a [FieldCondition],
    dids: Vec<i64>,
}

impl Candidates<'_> {
    fn parameters(&self) -> usize {
        let each = self.conditions.iter().map(|condition| {
            let times = match &condition.test {
                FieldTest::AnyNumber(numbers) => numbers.len(),
                FieldTest::AnyOf(_)
                | FieldTest::Range(..)
                | FieldTest::Times(..)
                | FieldTest::Contains(_) => 2,
            };
            times * PARAMETERS
        });
        each.sum::<usize>() + 2
    }
}

/// Of pairs of a subscription with conditions on fields and a scene that is all else that it searches, those in which the
/// conditions hold.
pub(crate) async fn pairs_that_hold(
    db: &mut PgConnection,
    pairs: &[(&BookedSubscription, i64)],
) -> Result<HashSet<(SubscriptionId, i64)>, StorageError> {
    let mut doubtful = BTreeMap::new();
    for (one, did) in pairs {
        let candidates = doubtful.entry(one.id).or_insert_with(|| Candidates {
            subscription: one.id,
            conditions: one.conditions(),
            dids: Vec::new(),
        });
        candidates.dids.push(*did);
    }
    let doubtful: Vec<_> = doubtful.into_values().collect();
    let mut holding = HashSet::new();
    let mut rest = &doubtful[..];
    while !rest.is_empty() {
        let (some, others) = rest.split_at(first_statement(rest));
        ask(db, some, &mut holding).await?;
        rest = others;
    }
    Ok(holding)
}

/// How many of these fit into one statement; never none.
fn first_statement(candidates: &[Candidates<'_>]) -> usize {
    let mut parameters = 0;
    let fitting = candidates.iter().take(ASKED_AT_ONCE).take_while(|one| {
        parameters += one.parameters();
        parameters <= PARAMETERS_AT_ONCE
    });
    fitting.count().max(1)
}

async fn ask(
    db: &mut PgConnection,
    candidates: &[Candidates<'_>],
    holding: &mut HashSet<(SubscriptionId, i64)>,
) -> Result<(), StorageError> {
    let mut query = QueryBuilder::<Postgres>::new("");
    for (number, one) in (0_i32..).zip(candidates) {
        query.push(if number == 0 {
            "SELECT "
        } else {
            " UNION ALL SELECT "
        });
        query.push_bind(number);
        query.push("::int4 AS number, scene.did FROM scene WHERE scene.did = ANY(");
        query.push_bind(one.dids.clone()).push(")");
        for condition in one.conditions {
            push_condition(&mut query, condition);
        }
    }
    let rows: Vec<(i32, i64)> = query.build_query_as().fetch_all(db).await?;
    for (number, did) in rows {
        let number = usize::try_from(number).unwrap_or(usize::MAX);
        if let Some(one) = candidates.get(number) {
            holding.insert((one.subscription, did));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use domain::field::{Column, Source};
    use uuid::Uuid;

    use super::*;

    fn listing(numbers: usize) -> [FieldCondition; 1] {
        [FieldCondition {
            source: Source::Column(Column::Gsd),
            test: FieldTest::AnyNumber(vec![1.0; numbers]),
        }]
    }

    #[test]
    fn a_statement_has_room_for_its_parameters_and_goes_on_whatever_one_asks() {
        let (few, many) = (listing(1), listing(3000));
        let asking = |conditions| Candidates {
            subscription: SubscriptionId(Uuid::from_u128(1)),
            conditions,
            dids: vec![1],
        };
        assert_eq!(first_statement(&[asking(&many), asking(&few)]), 1);
        assert_eq!(first_statement(&[asking(&few), asking(&many)]), 1);
        let some: Vec<_> = (0..300).map(|_| asking(&few)).collect();
        assert_eq!(first_statement(&some), ASKED_AT_ONCE);
        assert_eq!(first_statement(&some[..3]), 3);
    }
}
