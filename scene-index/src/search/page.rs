//! Keeps the scenes of the page and counts all.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::rc::Rc;

use domain::budget::Exhausted;

use super::plan::{Decision, Plan};
use super::walk::{FoundNode, PartView, Sink};
use crate::cloud::{self, CLASSES};
use crate::facets::Tally;
use crate::format::Partition;
use crate::node::NodeRecord;
use crate::order::{Key, Order, OrderedScene};
use crate::query::PageWindow;
use crate::segment::NodePosition;
use crate::snapshot::{ScenePosition, Snapshot};

/// A scene that was found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Hit {
    pub number: u64,
    /// Where it is in the snapshot that was searched.
    pub position: ScenePosition,
}

/// Steps of the budget, about, of looking for the page's rows in a node that was counted, and in a block.
const OF_A_NODE: u64 = 1;
const OF_A_BLOCK: u64 = 8;

/// A node that was counted whole, and whose rows may be on the page.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct CountedNode {
    earliest: Key,
    segment: u32,
    partition: usize,
    position: NodePosition,
    /// Place in [`PageSink::decided`].
    decided: usize,
}

/// Keeps the scenes of the page and counts all.
pub struct PageSink<'p> {
    plan: &'p Plan<'p>,
    pub tally: Tally,
    order: Order,
    /// By the snapshot's number of the source.
    ranks: Vec<i64>,
    /// Scenes up to the end of the page.
    needed: usize,
    /// The last one on top.
    first: BinaryHeap<(Key, ScenePosition)>,
    counted: BinaryHeap<Reverse<CountedNode>>,
    decided: Vec<Rc<[Decision]>>,
}

impl<'p> PageSink<'p> {
    pub fn new(plan: &'p Plan<'p>, snapshot: &Snapshot, window: PageWindow) -> Self {
        Self {
            plan,
            tally: Tally::new(snapshot.sources().len()),
            order: window.order,
            ranks: window.order.ranks(snapshot.sources()),
            needed: window.offset.saturating_add(window.limit),
            first: BinaryHeap::new(),
            counted: BinaryHeap::new(),
            decided: Vec::new(),
        }
    }

    /// Whether no scene from this place in the order on is on the page.
    pub fn is_too_late(&self, earliest: Key) -> bool {
        let last = self.first.peek();
        self.first.len() >= self.needed && last.is_none_or(|(last, _)| earliest > *last)
    }

    /// No scene below a node comes earlier.
    pub fn earliest(&self, part: &PartView<'_>, node: &NodeRecord, position: NodePosition) -> Key {
        let kinds = counts_of(part, node, position);
        let ranked = kinds.map(|(source, counts)| (self.ranks[part.live.sources[source]], counts));
        self.order.earliest(node, ranked)
    }

    fn offer(&mut self, part: &PartView<'_>, row: usize) {
        let columns = &part.columns;
        let number = |number: u64| i64::try_from(number).unwrap_or(i64::MAX);
        let mut scene = OrderedScene {
            time: columns.times[row],
            cloud: columns.clouds[row],
            size: 0,
            number: 0,
            rank: self.ranks[part.source_of(row)],
        };
        if matches!(self.order, Order::Largest | Order::Smallest) {
            scene.size = number(columns.size(row));
        }
        let earliest = (self.order.primary(&scene), i64::MIN, i64::MIN);
        if self.is_too_late(earliest) {
            return;
        }
        scene.number = number(columns.number(row));
        let key = self.order.key(&scene);
        if self.is_too_late(key) {
            return;
        }
        let row = u32::try_from(row).unwrap_or(u32::MAX);
        let position = ScenePosition {
            segment: part.number,
            row,
        };
        self.first.push((key, position));
        if self.first.len() > self.needed {
            self.first.pop();
        }
    }

    /// Looks into counted nodes as long as their scenes may be on the page, and says which are.
    pub fn page(
        mut self,
        snapshot: &Snapshot,
        window: PageWindow,
    ) -> Result<(Vec<Hit>, Tally), Exhausted> {
        while let Some(Reverse(counted)) = self.counted.pop() {
            if self.is_too_late(counted.earliest) {
                break;
            }
            self.plan.spend(OF_A_NODE)?;
            let live = &snapshot.segments()[counted.segment as usize];
            let part = PartView::new(counted.segment, live);
            let partition = live.segment.partitions()[counted.partition];
            if counted.position.level == 0 {
                self.plan.spend(OF_A_BLOCK)?;
                self.offer_block(&part, &partition, &counted);
                continue;
            }
            for position in partition.below(counted.position) {
                let node = part.columns.node(position.node);
                let earliest = self.earliest(&part, &node, position);
                if !self.is_too_late(earliest) {
                    self.counted.push(Reverse(CountedNode {
                        earliest,
                        position,
                        ..counted
                    }));
                }
            }
        }
        let found = self.first.into_sorted_vec().into_iter().skip(window.offset);
        let page = found.map(|(_, position)| Hit {
            number: snapshot.segments()[position.segment as usize]
                .segment
                .columns()
                .number(position.row as usize),
            position,
        });
        Ok((page.collect(), self.tally))
    }

    fn offer_block(&mut self, part: &PartView<'_>, partition: &Partition, counted: &CountedNode) {
        let decisions = Rc::clone(&self.decided[counted.decided]);
        let (from, to) = partition.rows_below(counted.position);
        for row in from..to {
            let is_taken = self.plan.cloud.takes(part.columns.clouds[row])
                && self.plan.admits(part.source_of(row), &decisions)
                && !part.live.dead.has(row);
            if is_taken {
                self.offer(part, row);
            }
        }
    }

    fn decided(&mut self, decisions: &[Decision]) -> usize {
        if self.decided.last().is_none_or(|last| **last != *decisions) {
            self.decided.push(decisions.into());
        }
        self.decided.len() - 1
    }

    /// Counts what a node says of a source.
    fn count(&mut self, source: usize, counts: &[u32; CLASSES]) {
        let Some(classes) = self.plan.classes else {
            return;
        };
        for (class, count) in counts.iter().enumerate() {
            if classes[class] {
                self.tally.add(source, class, u64::from(*count));
            }
        }
    }

    /// Counts what is remembered of a partition without [`Tally::add_month`].
    pub fn add_remembered(&mut self, part: &PartView<'_>, counts: &[[u32; CLASSES]]) {
        for (source, counts) in part.live.sources.iter().zip(counts) {
            // Where they are was decided when they were counted.
            if self.plan.may_admit(*source) {
                self.count(*source, counts);
            }
        }
    }
}

impl Sink for PageSink<'_> {
    fn take_node(&mut self, at: FoundNode<'_, '_>) -> bool {
        let FoundNode {
            part,
            partition,
            position,
            node,
            decisions,
        } = at;
        for (source, counts) in counts_of(part, node, position) {
            let source = part.live.sources[source];
            if self.plan.admits(source, decisions) {
                self.count(source, &counts);
            }
        }
        let rows = part.live.segment.partitions()[partition].rows_below(position);
        for row in part.live.dead.within(rows) {
            let row = *row as usize;
            let (source, cloud) = (part.source_of(row), part.columns.clouds[row]);
            if self.plan.cloud.takes(cloud) && self.plan.admits(source, decisions) {
                self.tally.take_off(source, cloud::class(cloud));
            }
        }
        let earliest = self.earliest(part, node, position);
        if !self.is_too_late(earliest) {
            let decided = self.decided(decisions);
            self.counted.push(Reverse(CountedNode {
                earliest,
                segment: part.number,
                partition,
                position,
                decided,
            }));
        }
        true
    }

    fn take_row(&mut self, part: &PartView<'_>, row: usize) {
        let class = cloud::class(part.columns.clouds[row]);
        self.tally.add(part.source_of(row), class, 1);
        if self.needed > 0 {
            self.offer(part, row);
        }
    }
}

/// The segment's number of each source below a node, and how many rows of it are in each class of cloud cover.
pub fn counts_of<'a>(
    part: &PartView<'a>,
    node: &NodeRecord,
    position: NodePosition,
) -> impl Iterator<Item = (usize, [u32; CLASSES])> + use<'a> {
    let (begin, count) = node.counts;
    let (leaf, upper) = if position.level == 0 {
        (&part.columns.leaf_counts[begin..begin + count], &[][..])
    } else {
        (&[][..], &part.columns.upper_counts[begin..begin + count])
    };
    let leaf = leaf.iter().map(|entry| {
        let mut counts = [0; CLASSES];
        for (wide, narrow) in counts.iter_mut().zip(&entry[1..]) {
            *wide = u32::from(*narrow);
        }
        (usize::from(entry[0]), counts)
    });
    let upper = upper.iter().map(|entry| {
        let mut counts = [0; CLASSES];
        counts.copy_from_slice(&entry[1..]);
        (entry[0] as usize, counts)
    });
    leaf.chain(upper)
}
