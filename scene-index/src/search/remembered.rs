//! What a memo knows of a search.

use std::sync::Arc;

use domain::budget::Exhausted;

use geometry::AreaDigest;

use super::page::counts_of;
use super::plan::{Decision, Plan};
use super::walk::{FoundNode, PartView, Sink, Walk};
use crate::cloud::{self, CLASSES};
use crate::memo::{Memo, MemoKey, RememberedCounts, RememberedRows, SourceCounts};
use crate::query::Query;
use crate::row_set::RowSet;
use crate::scene::SceneSource;
use crate::scope::Scope;

/// A memo, and where a search looks, which it may know.
pub struct Recollection<'p> {
    memo: &'p Memo,
    plan: &'p Plan<'p>,
    sources: &'p [SceneSource],
    digest: AreaDigest,
    /// What the rows are counted with.
    scope: Scope,
    /// A search that takes less than all of the area is not worth remembering: it costs less than what would be.
    fills: bool,
}

impl<'p> Recollection<'p> {
    /// `None`: the memo cannot say anything of the search.
    pub fn new(memo: &'p Memo, plan: &'p Plan<'p>, sources: &'p [SceneSource]) -> Option<Self> {
        let (digest, scope) = plan.remembered_as()?;
        Some(Self {
            memo,
            plan,
            sources,
            digest,
            scope,
            fills: plan.query.takes_every_kind(),
        })
    }

    /// What a partition holds of where the search looks. `None`: it is not known, and not worth finding out.
    pub fn counts(
        &self,
        part: &PartView<'_>,
        number: usize,
    ) -> Result<Option<SourceCounts>, Exhausted> {
        let partition = part.live.segment.partitions()[number];
        let are_counts_enough = self.plan.classes.is_some() && self.plan.names.is_none();
        if !are_counts_enough || !self.takes_all_times(part, number) {
            return Ok(None);
        }
        let key = self.key(part, number);
        let mut known = self.memo.get(&key).unwrap_or_default();
        if known.counts.is_none() && !self.fills {
            return Ok(None);
        }
        let dead = part.live.dead.within(partition.rows);
        let mut counts = match known.counts {
            Some(counts) => counts,
            None => RememberedCounts {
                all: self.count(part, |walk| walk.partition(number))?,
                settled: None,
            },
        };
        if let Some((settled, alive)) = &counts.settled
            && **settled == *dead
        {
            return Ok(Some(Arc::clone(alive)));
        }
        let alive = if dead.is_empty() {
            Arc::clone(&counts.all)
        } else {
            let gone = self.count(part, |walk| walk.rows(dead.iter().map(|row| *row as usize)))?;
            without(&counts.all, &gone)
        };
        counts.settled = Some((dead.into(), Arc::clone(&alive)));
        known.counts = Some(counts);
        self.memo.put(key, known);
        Ok(Some(alive))
    }

    /// The rows of a partition that are where the search looks, as far as its nodes leave that open. `None`: they are not
    /// known, and not worth finding out.
    pub fn rows(&self, part: &PartView<'_>, number: usize) -> Result<Option<RowSet>, Exhausted> {
        if !self.memo.is_for(part.live.segment.len()) {
            return Ok(None);
        }
        let key = self.key(part, number);
        let mut known = self.memo.get(&key).unwrap_or_default();
        let is_worth_it = self.fills && self.takes_all_times(part, number);
        let rows = match known.rows {
            RememberedRows::Known(rows) => return Ok(Some(rows)),
            _ if !is_worth_it => return Ok(None),
            RememberedRows::NeverNeeded => {
                known.rows = RememberedRows::NeededOnce;
                self.memo.put(key, known);
                return Ok(None);
            }
            RememberedRows::NeededOnce => self.open_rows(part, number)?,
        };
        known.rows = RememberedRows::Known(rows.clone());
        self.memo.put(key, known);
        Ok(Some(rows))
    }

    fn key(&self, part: &PartView<'_>, number: usize) -> MemoKey {
        (*part.live.segment.digest(), number, self.digest)
    }

    /// Whether the memo is for a segment, and no time that is searched parts a partition of it.
    fn takes_all_times(&self, part: &PartView<'_>, number: usize) -> bool {
        let segment = &part.live.segment;
        let top = segment.partitions()[number].top();
        let times = part.columns.node(top.node).times;
        self.memo.is_for(segment.len()) && self.plan.in_time(times) == Decision::Inside
    }

    fn open_rows(&self, part: &PartView<'_>, number: usize) -> Result<RowSet, Exhausted> {
        let query = self.whole_query();
        let whole = part.live.with_every_row();
        let plan = Plan::new(&query, self.sources);
        let mut sink = RowSink(Vec::new());
        Walk::new(&plan, PartView::new(part.number, &whole), &mut sink).partition(number)?;
        let partition = part.live.segment.partitions()[number];
        Ok(RowSet::new(partition.rows, sink.0))
    }

    /// Takes whatever is in the area and the scope.
    fn whole_query(&self) -> Query {
        Query {
            area: self.plan.query.area.clone(),
            budget: self.plan.query.budget.clone(),
            ..Query::new(self.scope.clone())
        }
    }

    /// Counts rows in the area and the scope, whatever else they are, those that are no longer like the others.
    fn count(
        &self,
        part: &PartView<'_>,
        look: impl FnOnce(&mut Walk<'_, '_, CountSink<'_>>) -> Result<(), Exhausted>,
    ) -> Result<SourceCounts, Exhausted> {
        let query = self.whole_query();
        let whole = part.live.with_every_row();
        let plan = Plan::new(&query, self.sources);
        let mut sink = CountSink {
            plan: &plan,
            counts: vec![[0; CLASSES]; part.live.sources.len()],
        };
        look(&mut Walk::new(
            &plan,
            PartView::new(part.number, &whole),
            &mut sink,
        ))?;
        Ok(sink.counts.into())
    }
}

fn without(all: &SourceCounts, gone: &SourceCounts) -> SourceCounts {
    let sources = all.iter().zip(gone.iter());
    let sources = sources.map(|(all, gone)| {
        let mut left = *all;
        left.iter_mut()
            .zip(gone)
            .for_each(|(left, gone)| *left -= gone);
        left
    });
    sources.collect()
}

struct CountSink<'p> {
    plan: &'p Plan<'p>,
    /// By the segment's number of the source.
    counts: Vec<[u32; CLASSES]>,
}

impl Sink for CountSink<'_> {
    fn take_node(&mut self, at: FoundNode<'_, '_>) -> bool {
        for (source, counts) in counts_of(at.part, at.node, at.position) {
            if !self.plan.admits(at.part.live.sources[source], at.decisions) {
                continue;
            }
            let sums = self.counts[source].iter_mut().zip(counts);
            sums.for_each(|(sum, count)| *sum += count);
        }
        true
    }

    fn take_row(&mut self, part: &PartView<'_>, row: usize) {
        let source = usize::from(part.columns.sources[row]);
        self.counts[source][cloud::class(part.columns.clouds[row])] += 1;
    }
}

/// Rows that no node decided.
struct RowSink(Vec<usize>);

impl Sink for RowSink {
    fn take_node(&mut self, _at: FoundNode<'_, '_>) -> bool {
        true
    }

    fn take_row(&mut self, _part: &PartView<'_>, row: usize) {
        self.0.push(row);
    }
}
