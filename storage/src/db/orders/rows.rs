//! What the list needs to know of every order, in the order of the list, in memory.

use std::collections::HashMap;

use domain::ids::{OrderId, UserId};
use domain::order::number;
use memchr::memmem;
use uuid::Uuid;

use super::Filter;
use crate::db::Page;

/// Orders looked at together: one bit each.
const BLOCK: usize = u64::BITS as usize;

/// An order as the database tells it.
#[derive(Debug, Clone)]
pub(super) struct Told {
    pub(super) id: Uuid,
    pub(super) state: i16,
    pub(super) owner: Uuid,
    pub(super) unit: String,
    pub(super) applicant: String,
    pub(super) number: String,
    /// Microseconds since 1970.
    pub(super) created: i64,
}

/// 56 bytes: a million orders are 56 MB. Text and owners are places in the [`Names`] of [`Rows`].
#[derive(Debug, Clone)]
struct Row {
    created: i64,
    id: Uuid,
    owner: u32,
    unit: u32,
    applicant: u32,
    state: i8,
    /// All zero when it is no order number.
    number: [u8; number::LENGTH],
}

impl Row {
    const fn place(&self) -> (i64, Uuid) {
        (self.created, self.id)
    }
}

/// Every order, oldest first.
#[derive(Debug, Default)]
pub(super) struct Rows {
    sorted: Vec<Row>,
    owners: HashMap<Uuid, u32>,
    units: Names,
    applicants: Names,
}

/// What is found: the orders of the page, and how many there are on all pages.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Found {
    pub(super) page: Vec<OrderId>,
    pub(super) total: i64,
}

impl Rows {
    /// Adds an order; [`Rows::sort`] must follow.
    pub(super) fn push(&mut self, told: Told) {
        let row = self.row(told);
        self.sorted.push(row);
    }

    /// Brings what was pushed into order.
    pub(super) fn sort(&mut self) {
        self.sorted.sort_unstable_by_key(Row::place);
        self.sorted.shrink_to_fit();
    }

    /// Takes over what became of some orders. Time of making and id never change, so each is found where it was.
    pub(super) fn apply(&mut self, changes: Vec<Told>) {
        let mut new = Vec::new();
        for told in changes {
            let row = self.row(told);
            match self.sorted.binary_search_by_key(&row.place(), Row::place) {
                Ok(at) => self.sorted[at] = row,
                Err(_) => new.push(row),
            }
        }
        self.insert(new);
    }

    /// New orders mostly belong to the end, so only what comes after the first of them is sorted again.
    fn insert(&mut self, mut new: Vec<Row>) {
        let Some(first) = new.iter().map(Row::place).min() else {
            return;
        };
        let from = self.sorted.partition_point(|row| row.place() < first);
        self.sorted.append(&mut new);
        // Two sorted runs (the new ones are nearly so): the stable sort merges them.
        self.sorted[from..].sort_by_key(Row::place);
    }

    fn row(&mut self, told: Told) -> Row {
        let next = code(self.owners.len());
        Row {
            created: told.created,
            id: told.id,
            owner: *self.owners.entry(told.owner).or_insert(next),
            unit: self.units.code(told.unit),
            applicant: self.applicants.code(told.applicant),
            state: i8::try_from(told.state).unwrap_or(i8::MAX),
            number: told.number.as_bytes().try_into().unwrap_or_default(),
        }
    }

    /// The page and the total of what `filter` asks for. `accounts` are the people whose account matches, where that
    /// is asked.
    pub(super) fn find(&self, filter: &Filter, accounts: Option<&[UserId]>, page: Page) -> Found {
        let rows = self.made_between(filter);
        let wanted = self.wanted(filter, accounts);
        let matching: Vec<u64> = rows
            .chunks(BLOCK)
            .map(|block| wanted.as_ref().map_or(0, |wanted| wanted.block(block)))
            .collect();
        let total: u32 = matching.iter().map(|block| block.count_ones()).sum();
        Found {
            page: places(&matching, page, filter.ascending)
                .into_iter()
                .map(|at| OrderId(rows[at].id))
                .collect(),
            total: i64::from(total),
        }
    }

    fn made_between(&self, filter: &Filter) -> &[Row] {
        let before = |time: Option<chrono::DateTime<chrono::Utc>>, none: usize| {
            time.map_or(none, |time| {
                let time = time.timestamp_micros();
                self.sorted.partition_point(|row| row.created < time)
            })
        };
        let (from, to) = (before(filter.from, 0), before(filter.to, self.sorted.len()));
        self.sorted.get(from..to).unwrap_or(&[])
    }

    /// `None`: nothing can match.
    fn wanted(&self, filter: &Filter, accounts: Option<&[UserId]>) -> Option<Wanted> {
        let number = match &filter.number {
            Some(part) => Some(number_part(part)?),
            None => None,
        };
        Some(Wanted {
            states: states(filter),
            owners: self.owners(filter.owner, accounts),
            units: filter.unit.as_deref().map(|part| self.units.with(part)),
            applicants: filter
                .applicant
                .as_deref()
                .map(|part| self.applicants.with(part)),
            number,
        })
    }

    fn owners(&self, owner: Option<UserId>, accounts: Option<&[UserId]>) -> Option<Vec<bool>> {
        if owner.is_none() && accounts.is_none() {
            return None;
        }
        let mut owners = vec![false; self.owners.len()];
        let named = accounts.unwrap_or(owner.as_slice());
        for user in named {
            if owner.is_none_or(|owner| owner == *user)
                && let Some(code) = self.owners.get(&user.0)
            {
                owners[*code as usize] = true;
            }
        }
        Some(owners)
    }
}

/// Different texts, numbered.
#[derive(Debug, Default)]
struct Names {
    codes: HashMap<String, u32>,
    /// In lower case, by code.
    lower: Vec<String>,
}

impl Names {
    fn code(&mut self, name: String) -> u32 {
        if let Some(code) = self.codes.get(&name) {
            return *code;
        }
        let next = code(self.lower.len());
        self.lower.push(name.to_lowercase());
        self.codes.insert(name, next);
        next
    }

    /// Which of them contain `part`, by code.
    fn with(&self, part: &str) -> Vec<bool> {
        let part = part.to_lowercase();
        let finder = memmem::Finder::new(&part);
        self.lower
            .iter()
            .map(|name| finder.find(name.as_bytes()).is_some())
            .collect()
    }
}

/// There are never more names than orders, nor more orders than fit into memory.
fn code(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}

/// What a row must be.
struct Wanted {
    /// A bit for each state.
    states: u16,
    owners: Option<Vec<bool>>,
    units: Option<Vec<bool>>,
    applicants: Option<Vec<bool>>,
    number: Option<memmem::Finder<'static>>,
}

impl Wanted {
    /// A bit for each row that matches.
    fn block(&self, rows: &[Row]) -> u64 {
        let matching = rows.iter().enumerate();
        matching.fold(0, |bits, (at, row)| bits | u64::from(self.is(row)) << at)
    }

    fn is(&self, row: &Row) -> bool {
        let among =
            |set: &Option<Vec<bool>>, code: u32| set.as_ref().is_none_or(|set| set[code as usize]);
        self.states & state_bit(i16::from(row.state)) != 0
            && among(&self.owners, row.owner)
            && among(&self.units, row.unit)
            && among(&self.applicants, row.applicant)
            && self
                .number
                .as_ref()
                .is_none_or(|part| part.find(&row.number).is_some())
    }
}

/// Codes begin at -2, the tombstone.
fn state_bit(code: i16) -> u16 {
    u32::try_from(code + 2)
        .ok()
        .and_then(|place| 1_u16.checked_shl(place))
        .unwrap_or(0)
}

fn states(filter: &Filter) -> u16 {
    if filter.states.is_empty() {
        return !state_bit(-2);
    }
    let bits = filter.states.iter().map(|state| state_bit(state.code()));
    bits.fold(0, |all, bit| all | bit)
}

/// Numbers are digits and `WP`; a part with anything else is in none of them.
fn number_part(part: &str) -> Option<memmem::Finder<'static>> {
    let part = part.to_ascii_uppercase();
    let possible = part.len() <= number::LENGTH && !part.contains('\0');
    possible.then(|| memmem::Finder::new(&part).into_owned())
}

/// Where the bits of the page are, counted from whichever end.
fn places(blocks: &[u64], page: Page, ascending: bool) -> Vec<usize> {
    let (mut skip, mut left) = (count(page.offset()), count(page.limit()));
    let mut found = Vec::new();
    for step in 0..blocks.len() {
        let at = if ascending {
            step
        } else {
            blocks.len() - 1 - step
        };
        let ones = blocks[at].count_ones() as usize;
        if left == 0 {
            break;
        }
        if ones <= skip {
            skip -= ones;
            continue;
        }
        let mut bits: Vec<usize> = (0..BLOCK)
            .filter(|bit| blocks[at] >> bit & 1 == 1)
            .collect();
        if !ascending {
            bits.reverse();
        }
        let taken = bits.into_iter().skip(skip).take(left);
        found.extend(taken.map(|bit| at * BLOCK + bit));
        left = left.saturating_sub(ones - skip);
        skip = 0;
    }
    found
}

fn count(number: i64) -> usize {
    usize::try_from(number).unwrap_or(usize::MAX)
}

#[cfg(test)]
mod tests {
    use chrono::DateTime;
    use domain::order::state::OrderState;
    use proptest::prelude::*;

    use super::*;

    const NUMBER: &str = "20260501WP093000000";

    fn told() -> impl Strategy<Value = Told> {
        let texts = ("(地质|Gf|%|_|a){0,3}", "(王|李|é|A){0,2}");
        (0..60_u128, 0..3_u128, -2..9_i16, texts).prop_map(
            |(id, owner, state, (unit, applicant))| Told {
                id: Uuid::from_u128(id),
                // Several were made at one moment.
                created: i64::try_from(id / 4).unwrap(),
                owner: Uuid::from_u128(owner),
                state,
                unit,
                applicant,
                number: format!("202605{:02}WP{:09}", id % 28 + 1, id * 7919),
            },
        )
    }

    fn filter() -> impl Strategy<Value = Filter> {
        let state = prop::sample::select(vec![
            OrderState::Completed,
            OrderState::PendingReview,
            OrderState::Deleted,
        ]);
        let time = || {
            prop::option::of(
                (0..16_i64).prop_map(|at| DateTime::from_timestamp_micros(at).unwrap()),
            )
        };
        let part = |texts| prop::option::of(prop::string::string_regex(texts).unwrap());
        (
            prop::option::of((0..4_u128).prop_map(|id| UserId(Uuid::from_u128(id)))),
            prop::collection::vec(state, 0..3),
            (
                part("([0-9]|WP|wp|x){0,2}"),
                part("(地|质|g|%){0,2}"),
                part("(王|a|É){0,2}"),
            ),
            (time(), time()),
            any::<bool>(),
        )
            .prop_map(
                |(owner, states, (number, unit, applicant), (from, to), ascending)| Filter {
                    owner,
                    states,
                    number,
                    unit,
                    applicant,
                    login: None,
                    from,
                    to,
                    ascending,
                },
            )
    }

    fn is_wanted(told: &Told, filter: &Filter, accounts: Option<&[UserId]>) -> bool {
        let contains = |text: &str, part: &Option<String>| {
            part.as_ref()
                .is_none_or(|part| text.to_lowercase().contains(&part.to_lowercase()))
        };
        let codes: Vec<i16> = filter.states.iter().map(|state| state.code()).collect();
        let created = DateTime::from_timestamp_micros(told.created).unwrap();
        filter.owner.is_none_or(|owner| owner.0 == told.owner)
            && accounts.is_none_or(|users| users.contains(&UserId(told.owner)))
            && (codes.contains(&told.state) || codes.is_empty() && told.state != -2)
            && contains(&told.number, &filter.number)
            && contains(&told.unit, &filter.unit)
            && contains(&told.applicant, &filter.applicant)
            && filter.from.is_none_or(|from| created >= from)
            && filter.to.is_none_or(|to| created < to)
    }

    fn plainly(
        all: &HashMap<Uuid, Told>,
        filter: &Filter,
        accounts: Option<&[UserId]>,
        page: Page,
    ) -> Found {
        let mut found: Vec<&Told> = all
            .values()
            .filter(|told| is_wanted(told, filter, accounts))
            .collect();
        found.sort_by_key(|told| (told.created, told.id));
        if !filter.ascending {
            found.reverse();
        }
        let total = i64::try_from(found.len()).unwrap();
        let page = found
            .into_iter()
            .skip(count(page.offset()))
            .take(count(page.limit()));
        Found {
            page: page.map(|told| OrderId(told.id)).collect(),
            total,
        }
    }

    proptest! {
        #[test]
        fn it_finds_what_looking_at_every_order_finds(
            first in prop::collection::vec(told(), 0..80),
            later in prop::collection::vec(prop::collection::vec(told(), 0..20), 0..4),
            filters in prop::collection::vec((filter(), 1..30_i64, 1..80_i64), 1..12),
            accounts in prop::option::of(prop::collection::vec((0..4_u128).prop_map(|id| UserId(Uuid::from_u128(id))), 0..3)),
        ) {
            let first: HashMap<Uuid, Told> = first.into_iter().map(|told| (told.id, told)).collect();
            let mut rows = Rows::default();
            for told in first.values() {
                rows.push(told.clone());
            }
            rows.sort();
            let mut all = first;
            for batch in later {
                let batch: HashMap<Uuid, Told> = batch.into_iter().map(|told| (told.id, told)).collect();
                rows.apply(batch.values().cloned().collect());
                all.extend(batch);
            }
            for (filter, number, size) in filters {
                let page = Page::new(Some(number), Some(size));
                let accounts = accounts.as_deref();
                prop_assert_eq!(rows.find(&filter, accounts, page), plainly(&all, &filter, accounts, page), "{:?}", filter);
            }
        }
    }

    #[test]
    fn a_million_orders_take_56_bytes_each() {
        assert_eq!(size_of::<Row>(), 56);
    }

    #[test]
    fn what_is_no_order_number_is_found_by_no_number() {
        let mut rows = Rows::default();
        for (id, number) in [(1, NUMBER), (2, "A-1")] {
            rows.push(Told {
                id: Uuid::from_u128(id),
                state: 0,
                owner: Uuid::nil(),
                unit: String::new(),
                applicant: String::new(),
                number: number.into(),
                created: 0,
            });
        }
        rows.sort();
        let total = |part: &str| {
            let filter = Filter {
                number: Some(part.into()),
                ..Filter::default()
            };
            rows.find(&filter, None, Page::new(None, None)).total
        };
        assert_eq!(
            (total("1"), total("wp09"), total("A-1"), total("\0")),
            (1, 1, 0, 0)
        );
    }
}
