//! Searching a snapshot: which way is taken stands in [`Snapshot::search`] alone.

use domain::budget::Exhausted;

use crate::facets::Facets;
use crate::memo::Memo;
use crate::order::Key;
use crate::query::{PageWindow, Query};
use crate::snapshot::{ScenePosition, Snapshot};

mod each;
mod page;
mod plan;
mod remembered;
mod walk;

use each::EachSink;
pub use page::Hit;
use page::PageSink;
use plan::{Decision, Plan};
use remembered::Recollection;
use walk::{PartView, Walk};

/// Hits of a search.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answer {
    /// How many scenes, on all pages.
    pub total: u64,
    /// The scenes on the page, in order.
    pub page: Vec<Hit>,
    /// Counts by month, satellite and so on over all hits, not only the page's.
    pub facets: Facets,
}

impl Snapshot {
    /// The exact total, a page, and what all of the found scenes are. Ends early only where the query's budget does.
    ///
    /// A query for numbers looks at these alone. Any other goes through the partitions that are in time, those first whose
    /// scenes come first in the order, so that the page is soon full. What a memo knows of a partition none of whose scenes
    /// can be on the page is taken from it; where some can, it may know which rows are where the search looks.
    pub fn search(
        &self,
        query: &Query,
        window: PageWindow,
        memo: Option<&Memo>,
    ) -> Result<Answer, Exhausted> {
        let plan = Plan::new(query, self.sources());
        let mut sink = PageSink::new(&plan, self, window);
        if let Some(numbers) = &query.numbers {
            self.look_at_numbers(&plan, numbers, &mut sink)?;
        } else {
            let recollection = memo.and_then(|memo| Recollection::new(memo, &plan, self.sources()));
            let parts = self.parts();
            for (earliest, part, number) in partitions_in_order(&parts, &plan, &sink) {
                let part = parts[part];
                let before = sink.tally.total();
                look_at_partition(
                    &mut sink,
                    &plan,
                    recollection.as_ref(),
                    (part, number),
                    earliest,
                )?;
                let month = part.live.segment.partitions()[number].month;
                let found = sink.tally.total() - before;
                sink.tally.add_month(month, found);
            }
        }
        let (page, tally) = sink.page(self, window)?;
        Ok(Answer {
            total: tally.total(),
            page,
            facets: tally.facets(self.sources()),
        })
    }

    /// Every scene that is found, in no order: for covers, similar scenes and exports.
    pub fn each(&self, query: &Query, take: impl FnMut(ScenePosition)) -> Result<(), Exhausted> {
        let plan = Plan::new(query, self.sources());
        let mut sink = EachSink(take);
        if let Some(numbers) = &query.numbers {
            return self.look_at_numbers(&plan, numbers, &mut sink);
        }
        for part in self.parts() {
            let mut walk = Walk::new(&plan, part, &mut sink);
            for number in 0..part.live.segment.partitions().len() {
                walk.partition(number)?;
            }
        }
        Ok(())
    }

    fn parts(&self) -> Vec<PartView<'_>> {
        let parts = (0..).zip(self.segments());
        parts
            .map(|(number, live)| PartView::new(number, live))
            .collect()
    }

    fn look_at_numbers<S: NumberSink>(
        &self,
        plan: &Plan<'_>,
        numbers: &[u64],
        sink: &mut S,
    ) -> Result<(), Exhausted> {
        let mut numbers = numbers.to_vec();
        numbers.sort_unstable();
        numbers.dedup();
        for view in self.parts() {
            let live = view.live;
            let rows = numbers.iter().filter_map(|it| live.segment.row_of(*it));
            let mut rows: Vec<u32> = rows.collect();
            rows.sort_unstable();
            for same in rows.chunk_by(|one, other| {
                let partition = |row: &u32| live.segment.partition_of(*row as usize);
                partition(one) == partition(other)
            }) {
                let before = sink.total();
                Walk::new(plan, view, sink).rows(same.iter().map(|row| *row as usize))?;
                let partition = live.segment.partition_of(same[0] as usize);
                let month = live.segment.partitions()[partition].month;
                sink.end_month(month, before);
            }
        }
        Ok(())
    }
}

/// Counts what a memo knows of a partition of which no scene can be on the page, else looks into it.
fn look_at_partition(
    sink: &mut PageSink<'_>,
    plan: &Plan<'_>,
    recollection: Option<&Recollection<'_>>,
    (part, number): (PartView<'_>, usize),
    earliest: Key,
) -> Result<(), Exhausted> {
    let mut met = None;
    if let Some(known) = recollection {
        if sink.is_too_late(earliest)
            && let Some(counts) = known.counts(&part, number)?
        {
            sink.add_remembered(&part, &counts);
            return Ok(());
        }
        met = known.rows(&part, number)?;
    }
    let walk = Walk::new(plan, part, sink);
    walk.with_rows(met).partition(number)
}

/// Partitions of which scenes may be found: no scene of one comes earlier than its key; the number of the segment, and of the
/// partition in it.
fn partitions_in_order(
    parts: &[PartView<'_>],
    plan: &Plan<'_>,
    sink: &PageSink<'_>,
) -> Vec<(Key, usize, usize)> {
    let mut partitions = Vec::new();
    for (at, part) in parts.iter().enumerate() {
        for (number, partition) in part.live.segment.partitions().iter().enumerate() {
            let top = partition.top();
            let node = part.columns.node(top.node);
            if plan.in_time(node.times) != Decision::Outside {
                partitions.push((sink.earliest(part, &node, top), at, number));
            }
        }
    }
    partitions.sort_unstable();
    partitions
}

/// A sink that may count months.
trait NumberSink: walk::Sink {
    fn total(&self) -> u64 {
        0
    }
    fn end_month(&mut self, _month: i64, _before: u64) {}
}

impl NumberSink for PageSink<'_> {
    fn total(&self) -> u64 {
        self.tally.total()
    }

    fn end_month(&mut self, month: i64, before: u64) {
        let found = self.tally.total() - before;
        self.tally.add_month(month, found);
    }
}

impl<F: FnMut(ScenePosition)> NumberSink for EachSink<F> {}
