//! What the list needs to know of every order, in the order of the list, in memory.

use std::collections::HashMap;

use domain::ids::{OrderId, UserId};
use domain::order::number;
use memchr::memmem;
use uuid::Uuid;

use super::filter::{Filter, Sort};
use crate::db::Page;

/// Orders looked at together: one bit each.
const BLOCK: usize = u64::BITS as usize;

/// An order as the database tells it.
#[derive(Debug, Clone)]
pub(super) struct OrderRecord {
    pub(super) id: Uuid,
    pub(super) state: i16,
    pub(super) kind: i16,
    pub(super) owner: Uuid,
    pub(super) unit: String,
    pub(super) applicant: String,
    pub(super) number: String,
    /// Microseconds since 1970.
    pub(super) created: i64,
    pub(super) priority: i32,
    pub(super) cancelled: bool,
}

/// 64 bytes: a million orders are 64 MB. Text and owners are places in the [`Names`] of [`Rows`].
#[derive(Debug, Clone)]
struct PackedOrder {
    created: i64,
    id: Uuid,
    owner: u32,
    unit: u32,
    applicant: u32,
    state: i8,
    kind: u8,
    /// 0 to 100.
    priority: u8,
    cancelled: bool,
    /// All zero when it is no order number.
    number: [u8; number::LENGTH],
}

impl PackedOrder {
    const fn sort_key(&self) -> (i64, Uuid) {
        (self.created, self.id)
    }
}

/// Every order, oldest first.
#[derive(Debug, Default)]
pub(super) struct Rows {
    sorted: Vec<PackedOrder>,
    owners: HashMap<Uuid, u32>,
    units: Names,
    applicants: Names,
}

/// What is found: the orders of the page, and how many there are on all pages.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct OrderPage {
    pub(super) page: Vec<OrderId>,
    pub(super) total: i64,
}

impl Rows {
    /// Adds an order; [`Rows::sort`] must follow.
    pub(super) fn push(&mut self, record: OrderRecord) {
        let row = self.row(record);
        self.sorted.push(row);
    }

    /// Brings what was pushed into order.
    pub(super) fn sort(&mut self) {
        self.sorted.sort_unstable_by_key(PackedOrder::sort_key);
        self.sorted.shrink_to_fit();
    }

    /// Takes over what became of some orders. Time of making and id never change, so each is found where it was.
    pub(super) fn apply(&mut self, changes: Vec<OrderRecord>) {
        let mut new = Vec::new();
        for record in changes {
            let row = self.row(record);
            match self
                .sorted
                .binary_search_by_key(&row.sort_key(), PackedOrder::sort_key)
            {
                Ok(at) => self.sorted[at] = row,
                Err(_) => new.push(row),
            }
        }
        self.insert(new);
    }

    /// New orders mostly belong to the end, so only what comes after the first of them is sorted again.
    fn insert(&mut self, mut new: Vec<PackedOrder>) {
        let Some(first) = new.iter().map(PackedOrder::sort_key).min() else {
            return;
        };
        let from = self.sorted.partition_point(|row| row.sort_key() < first);
        self.sorted.append(&mut new);
        // Two sorted runs (the new ones are nearly so): the stable sort merges them.
        self.sorted[from..].sort_by_key(PackedOrder::sort_key);
    }

    fn row(&mut self, record: OrderRecord) -> PackedOrder {
        let next = code(self.owners.len());
        PackedOrder {
            created: record.created,
            id: record.id,
            owner: *self.owners.entry(record.owner).or_insert(next),
            unit: self.units.code(record.unit),
            applicant: self.applicants.code(record.applicant),
            state: i8::try_from(record.state).unwrap_or(i8::MAX),
            kind: u8::try_from(record.kind).unwrap_or(u8::MAX),
            priority: u8::try_from(record.priority).unwrap_or(u8::MAX),
            cancelled: record.cancelled,
            number: record.number.as_bytes().try_into().unwrap_or_default(),
        }
    }

    /// The page and the total of what `filter` asks for. `accounts` are the people whose account matches, where that
    /// is asked.
    pub(super) fn find(
        &self,
        filter: &Filter,
        accounts: Option<&[UserId]>,
        page: Page,
    ) -> OrderPage {
        let rows = self.made_between(filter);
        let matching = self.matching(rows, filter, accounts);
        let positions = match filter.sort {
            Sort::Created => places(&matching, page, filter.ascending),
            Sort::Priority => places_by_priority(rows, &matching, page, filter.ascending),
        };
        OrderPage {
            page: positions
                .into_iter()
                .map(|at| OrderId(rows[at].id))
                .collect(),
            total: count_ones(&matching),
        }
    }

    /// The numbers of a page of what `filter` asks for, and how many there are.
    pub(super) fn numbers(&self, filter: &Filter, page: Page) -> (Vec<String>, i64) {
        let rows = self.made_between(filter);
        let matching = self.matching(rows, filter, None);
        let numbers = places(&matching, page, filter.ascending)
            .into_iter()
            .map(|at| String::from_utf8_lossy(&rows[at].number).into_owned())
            .collect();
        (numbers, count_ones(&matching))
    }

    /// The newest order of each unit that `filter` asks for: those of the first `most`, and how many units there are.
    pub(super) fn newest_of_units(&self, filter: &Filter, most: i64) -> OrderPage {
        let mut found = OrderPage {
            page: Vec::new(),
            total: 0,
        };
        let Some(test) = self.row_test(filter, None) else {
            return found;
        };
        // Units that are done with: seen, not asked for, or no name at all.
        let mut done: Vec<bool> = match &test.units {
            Some(named) => named.iter().map(|named| !named).collect(),
            None => vec![false; self.units.lower.len()],
        };
        if let Some(nameless) = self.units.codes.get("") {
            done[*nameless as usize] = true;
        }
        let mut left = done.iter().filter(|done| !**done).count();
        for row in self.sorted.iter().rev() {
            if left == 0 {
                break;
            }
            if !done[row.unit as usize] && test.is(row) {
                done[row.unit as usize] = true;
                left -= 1;
                if found.total < most {
                    found.page.push(OrderId(row.id));
                }
                found.total += 1;
            }
        }
        found
    }

    fn matching(
        &self,
        rows: &[PackedOrder],
        filter: &Filter,
        accounts: Option<&[UserId]>,
    ) -> Vec<u64> {
        let test = self.row_test(filter, accounts);
        rows.chunks(BLOCK)
            .map(|block| test.as_ref().map_or(0, |test| test.block(block)))
            .collect()
    }

    fn made_between(&self, filter: &Filter) -> &[PackedOrder] {
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
    fn row_test(&self, filter: &Filter, accounts: Option<&[UserId]>) -> Option<RowTest> {
        let number = match &filter.number {
            Some(part) => Some(number_part(part)?),
            None => None,
        };
        Some(RowTest {
            states: states(filter),
            cancelled: filter.cancelled,
            kinds: kinds(filter),
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

/// Conditions on an order in memory.
struct RowTest {
    /// A bit for each state.
    states: u16,
    cancelled: Option<bool>,
    /// A bit for each kind.
    kinds: u16,
    owners: Option<Vec<bool>>,
    units: Option<Vec<bool>>,
    applicants: Option<Vec<bool>>,
    number: Option<memmem::Finder<'static>>,
}

impl RowTest {
    /// A bit for each row that matches.
    fn block(&self, rows: &[PackedOrder]) -> u64 {
        let matching = rows.iter().enumerate();
        matching.fold(0, |bits, (at, row)| bits | u64::from(self.is(row)) << at)
    }

    fn is(&self, row: &PackedOrder) -> bool {
        let among =
            |set: &Option<Vec<bool>>, code: u32| set.as_ref().is_none_or(|set| set[code as usize]);
        self.states & state_bit(i16::from(row.state)) != 0
            && self.kinds.checked_shr(row.kind.into()).unwrap_or(0) & 1 != 0
            && self
                .cancelled
                .is_none_or(|cancelled| cancelled == row.cancelled)
            && among(&self.owners, row.owner)
            && among(&self.units, row.unit)
            && among(&self.applicants, row.applicant)
            && self
                .number
                .as_ref()
                .is_none_or(|part| part.find(&row.number).is_some())
    }
}

fn kinds(filter: &Filter) -> u16 {
    if filter.kinds.is_empty() {
        return u16::MAX;
    }
    let codes = filter.kinds.iter().map(|kind| kind.code());
    codes.fold(0, |all, code| all | 1 << code)
}

/// Codes begin at -2, the tombstone.
fn state_bit(code: i16) -> u16 {
    u32::try_from(code + 2)
        .ok()
        .and_then(|bit| 1_u16.checked_shl(bit))
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
    places_after(blocks, count(page.offset()), count(page.limit()), ascending)
}

fn places_after(blocks: &[u64], mut skip: usize, mut left: usize, ascending: bool) -> Vec<usize> {
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

/// Where the rows of the page are when the priority comes first and the time second. Matching rows are dealt into one
/// heap for each priority, and only the heaps that the page touches are looked at.
fn places_by_priority(
    rows: &[PackedOrder],
    blocks: &[u64],
    page: Page,
    ascending: bool,
) -> Vec<usize> {
    let mut heaps: Vec<Vec<u64>> = Vec::new();
    heaps.resize_with(usize::from(u8::MAX) + 1, Vec::new);
    for (at, block) in blocks.iter().enumerate() {
        for bit in (0..BLOCK).filter(|bit| block >> bit & 1 == 1) {
            let heap = &mut heaps[usize::from(rows[at * BLOCK + bit].priority)];
            heap.resize(blocks.len(), 0);
            heap[at] |= 1 << bit;
        }
    }
    if !ascending {
        heaps.reverse();
    }
    let (mut skip, mut left) = (count(page.offset()), count(page.limit()));
    let mut found = Vec::new();
    for heap in heaps {
        let ones = usize::try_from(count_ones(&heap)).unwrap_or(usize::MAX);
        if ones <= skip {
            skip -= ones;
            continue;
        }
        let taken: Vec<_> = places_after(&heap, skip, left, ascending);
        left -= taken.len();
        found.extend(taken);
        skip = 0;
        if left == 0 {
            break;
        }
    }
    found
}

fn count_ones(blocks: &[u64]) -> i64 {
    let ones: u32 = blocks.iter().map(|block| block.count_ones()).sum();
    i64::from(ones)
}

fn count(number: i64) -> usize {
    usize::try_from(number).unwrap_or(usize::MAX)
}

#[cfg(test)]
mod tests;
