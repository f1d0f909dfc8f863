//! What the entries of a filter add up to: from sums where these know the filter, else from entries, not all of them where there are many.
//!
//! See docs/decisions/0130-a-page-reads-no-rows.md.

use chrono::NaiveDate;
use domain::order::feedback::Rating;
use domain::statistics::Period;
use sqlx::PgConnection;

use super::rows::{FetchState, PromiseState, RegistryFilter, RegistrySum, counted};
use crate::StorageError;

/// Entries that are counted one by one at most.
const MAX_COUNTED: i64 = 10_000;
/// Stands for stars that no delivery has.
const NO_STARS: char = '!';

/// What all entries add up to that [`super::rows()`] would read without a place to begin.
pub async fn sum(
    db: &mut PgConnection,
    filter: &RegistryFilter,
) -> Result<RegistrySum, StorageError> {
    match known_sums(filter) {
        Some(sums) => summed(db, filter.period, &sums).await,
        None => counted(db, filter, MAX_COUNTED).await,
    }
}

/// Sums that count just the entries of a filter.
#[derive(Debug, PartialEq, Eq)]
struct KnownSums<'a> {
    /// What their values are (`provided_figure.tells`).
    figures: &'static str,
    /// The same of differences (`provided_change.tells`).
    changes: &'static str,
    unit: Option<&'a str>,
    /// Value of the dimension, letter for letter.
    value: Option<&'a str>,
    /// What states look like: a regular expression.
    states: Option<String>,
}

/// `None`: sums do not know the filter. Every field is named, so that the compiler asks about one that is new.
fn known_sums(filter: &RegistryFilter) -> Option<KnownSums<'_>> {
    let RegistryFilter {
        period: _,
        unit,
        usage,
        satellite,
        region,
        get_method,
        fetched,
        is_first,
        is_repeated,
        promise,
        is_rated,
        is_satisfied,
        person,
        ordername,
        part,
        before: _,
        order: _,
    } = filter;
    let by_text = person.is_some() || ordername.is_some() || part.is_some();
    let by_state = get_method.is_some()
        || fetched.is_some()
        || *is_first
        || is_repeated.is_some()
        || promise.is_some()
        || is_rated.is_some()
        || is_satisfied.is_some();
    if by_text {
        return None;
    }
    let (unit, usage) = (unit.as_deref(), usage.as_deref());
    let (satellite, region) = (satellite.as_deref(), region.as_deref());
    if by_state {
        let by_state_alone = (unit, usage, satellite, region) == (None, None, None, None);
        return by_state_alone.then(|| KnownSums {
            figures: "state",
            changes: "state",
            unit: None,
            value: None,
            states: Some(state_pattern(filter)),
        });
    }
    let (figures, changes, value) = match (usage, satellite, region) {
        (usage, None, None) => ("all_usage", "usage", usage),
        (None, Some(satellite), None) => ("all_satellite", "satellite", Some(satellite)),
        (None, None, Some(region)) => ("all_region", "region", Some(region)),
        _ => return None,
    };
    Some(KnownSums {
        figures: if unit.is_some() { changes } else { figures },
        changes,
        unit,
        value,
        states: None,
    })
}

/// The letters that deliveries of the filter have in `provided_delivery.state`.
fn state_pattern(filter: &RegistryFilter) -> String {
    let method = (filter.get_method).map_or_else(|| "[02]".to_owned(), |it| it.code().to_string());
    let is_first = filter.is_first
        || filter.promise.is_some()
        || filter.is_rated.is_some()
        || filter.is_satisfied.is_some();
    let first = if is_first { "1" } else { "[01]" };
    let promise = match filter.promise {
        None => "[kl-]",
        Some(PromiseState::Any) => "[kl]",
        Some(PromiseState::Kept) => "k",
        Some(PromiseState::Late) => "l",
    };
    let stars = star_letters(filter.is_rated, filter.is_satisfied);
    let fetched = match filter.fetched {
        None => "[fbu]",
        Some(FetchState::Fetched) => "f",
        Some(FetchState::Begun) => "b",
        Some(FetchState::Untouched) => "u",
    };
    let repeated = match filter.is_repeated {
        None => "[r-]",
        Some(true) => "r",
        Some(false) => "-",
    };
    format!("^{method}{first}{promise}[{stars}]{fetched}{repeated}$")
}

/// Stars that deliveries of the filter have; `-` for those that were not rated, last, where it is no range.
fn star_letters(is_rated: Option<bool>, is_satisfied: Option<bool>) -> String {
    let ratings = Rating::ALL.into_iter();
    let ratings = ratings.filter(|rating| {
        is_rated != Some(false) && is_satisfied.is_none_or(|it| it == rating.is_satisfied())
    });
    let mut letters: String = ratings.map(|rating| rating.stars().to_string()).collect();
    if is_rated != Some(true) && is_satisfied.is_none() {
        letters.push('-');
    }
    if letters.is_empty() {
        letters.push(NO_STARS);
    }
    letters
}

async fn summed(
    db: &mut PgConnection,
    period: Period,
    sums: &KnownSums<'_>,
) -> Result<RegistrySum, StorageError> {
    let pieces = period.pieces();
    let spans: Vec<String> = (pieces.iter().map(|piece| piece.span.as_str().to_owned())).collect();
    let from: Vec<NaiveDate> = pieces.iter().map(|piece| piece.from).collect();
    let before: Vec<NaiveDate> = pieces.iter().map(|piece| piece.before).collect();
    Ok(sqlx::query_as!(
        RegistrySum,
        // By satellite and province `scenes` are those alone, and what a delivery has of others is beside them.
        "SELECT coalesce(sum(r.entries), 0)::bigint AS \"entries!\", coalesce(sum(r.scenes), 0)::bigint AS \"scenes!\", \
         coalesce(sum(r.bytes), 0)::bigint AS \"bytes!\", true AS \"is_whole!\" \
         FROM (SELECT f.unit, f.value, f.entries, CASE WHEN $6::text IN ('satellite', 'region') THEN f.delivery_scenes ELSE f.scenes END \
           AS scenes, CASE WHEN $6 IN ('satellite', 'region') THEN f.delivery_bytes ELSE f.bytes END AS bytes \
          FROM unnest($1::text[], $2::date[], $3::date[]) AS piece (span, from_day, before_day) \
          JOIN provided_figure f ON f.tells = $5 AND f.span = piece.span AND f.starts >= piece.from_day AND f.starts < piece.before_day \
          UNION ALL SELECT unit, value, entries, CASE WHEN $6 IN ('satellite', 'region') THEN delivery_scenes ELSE scenes END, \
           CASE WHEN $6 IN ('satellite', 'region') THEN delivery_bytes ELSE bytes END \
          FROM provided_change WHERE tells = $6 AND day BETWEEN $4 AND $7) r \
         WHERE ($8::text IS NULL OR r.unit = $8) AND ($9::text IS NULL OR r.value = $9) AND ($10::text IS NULL OR r.value ~ $10)",
        &spans[..],
        &from[..],
        &before[..],
        period.first(),
        sums.figures,
        sums.changes,
        period.last(),
        sums.unit,
        sums.value,
        sums.states
    )
    .fetch_one(db)
    .await?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stars_are_those_that_the_filter_leaves() {
        for (rated, satisfied, letters) in [
            (None, None, "54321-"),
            (Some(true), None, "54321"),
            (Some(false), None, "-"),
            (None, Some(true), "54"),
            (Some(true), Some(false), "321"),
            (Some(false), Some(true), "!"),
        ] {
            assert_eq!(
                star_letters(rated, satisfied),
                letters,
                "{rated:?} {satisfied:?}"
            );
        }
    }
}
