//! What a memo knows of a search.

use std::sync::Arc;

use domain::budget::Exhausted;

use geometry::SearchArea;

use super::page::counts_of;
use super::plan::{Decision, Plan};
use super::walk::{FoundNode, PartView, Sink, Walk};
use crate::cloud::{self, CLASSES};
use crate::memo::{Memo, RememberedCounts, SourceCounts};
use crate::query::Query;
use crate::scope::Scope;

/// A memo, and the one area of a search that it may know.
pub struct Recollection<'p> {
    memo: &'p Memo,
    plan: &'p Plan<'p>,
    area: &'p SearchArea,
    /// A search that takes less than all of the area is not worth remembering: it costs less than what would be.
    fills: bool,
}

impl<'p> Recollection<'p> {
    /// `None`: the memo cannot say anything of the search.
    pub fn new(memo: &'p Memo, plan: &'p Plan<'p>) -> Option<Self> {
        let area = plan.query.area.as_ref()?;
        let can_say = plan.areas.len() == 1 && plan.classes.is_some() && plan.names.is_none();
        can_say.then(|| Self {
            memo,
            plan,
            area,
            fills: plan.query.takes_every_kind(),
        })
    }

    /// What a partition holds of the area. `None`: it is not known, and not worth finding out.
    pub fn counts(
        &self,
        part: &PartView<'_>,
        number: usize,
    ) -> Result<Option<SourceCounts>, Exhausted> {
        let segment = &part.live.segment;
        let partition = segment.partitions()[number];
        let times = part.columns.node(partition.top().node).times;
        if !self.memo.is_for(segment.len()) || self.plan.in_time(times) != Decision::Inside {
            return Ok(None);
        }
        let key = (*segment.digest(), number, *self.area.digest());
        let known = self.memo.get(&key);
        if known.is_none() && !self.fills {
            return Ok(None);
        }
        let dead = part.live.dead.within(partition.rows);
        let mut counts = match known {
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
        self.memo.put(key, counts);
        Ok(Some(alive))
    }

    /// Counts rows in the area, whatever else they are, those that are no longer like the others.
    fn count(
        &self,
        part: &PartView<'_>,
        look: impl FnOnce(&mut Walk<'_, '_, CountSink>) -> Result<(), Exhausted>,
    ) -> Result<SourceCounts, Exhausted> {
        let query = Query {
            area: self.plan.query.area.clone(),
            budget: self.plan.query.budget.clone(),
            ..Query::new(Scope::everything())
        };
        let whole = part.live.with_every_row();
        let sources = part.live.sources.iter().max().map_or(0, |last| last + 1);
        let everywhere = vec![crate::scene::SceneSource::default(); sources];
        let plan = Plan::new(&query, &everywhere);
        let mut sink = CountSink(vec![[0; CLASSES]; part.live.sources.len()]);
        look(&mut Walk::new(
            &plan,
            PartView::new(part.number, &whole),
            &mut sink,
        ))?;
        Ok(sink.0.into())
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

/// By the segment's number of the source.
struct CountSink(Vec<[u32; CLASSES]>);

impl Sink for CountSink {
    fn take_node(&mut self, at: FoundNode<'_, '_>) -> bool {
        for (source, counts) in counts_of(at.part, at.node, at.position) {
            let sums = self.0[source].iter_mut().zip(counts);
            sums.for_each(|(sum, count)| *sum += count);
        }
        true
    }

    fn take_row(&mut self, part: &PartView<'_>, row: usize) {
        let source = usize::from(part.columns.sources[row]);
        self.0[source][cloud::class(part.columns.clouds[row])] += 1;
    }
}
