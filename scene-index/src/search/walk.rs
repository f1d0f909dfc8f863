//! Goes through the tree of a partition: nodes that are decided are handed over whole, rows of the others are compared.

use domain::budget::Exhausted;
use geometry::Extent;

use super::plan::{Decision, Plan, SourceAccess};
use crate::format::{Partition, Sort};
use crate::names::NAMES_OF_A_STEP;
use crate::node::{NodeRecord, Reach};
use crate::row_set::RowSet;
use crate::segment::{Columns, NodePosition};
use crate::snapshot::LiveSegment;

/// How many edges of an area are looked at in the time of a step of the budget, about.
const EDGES_OF_A_STEP: u64 = 64;
/// After so many edges the budget is asked within a block, too: about a hundred microseconds.
const EDGES_AT_ONCE: u64 = 100 * EDGES_OF_A_STEP;

/// What becomes of found scenes.
pub trait Sink {
    /// All rows below a node that are admitted there are found, but those that are no longer. `false`: not wanted whole.
    fn take_node(&mut self, at: FoundNode<'_, '_>) -> bool;
    /// A row is found.
    fn take_row(&mut self, part: &PartView<'_>, row: usize);
}

/// A segment that is looked into.
#[derive(Clone, Copy)]
pub struct PartView<'a> {
    /// Its place in the snapshot.
    pub number: u32,
    pub live: &'a LiveSegment,
    pub columns: Columns<'a>,
}

impl<'a> PartView<'a> {
    pub fn new(number: u32, live: &'a LiveSegment) -> Self {
        Self {
            number,
            live,
            columns: live.segment.columns(),
        }
    }

    /// The snapshot's number of the source of a row.
    #[inline]
    pub fn source_of(&self, row: usize) -> usize {
        self.live.sources[usize::from(self.columns.sources[row])]
    }
}

/// A node below which every row is decided by its source and cloud cover alone.
pub struct FoundNode<'a, 'b> {
    pub part: &'b PartView<'a>,
    pub partition: usize,
    pub position: NodePosition,
    pub node: &'b NodeRecord,
    /// Of every area: inside or outside.
    pub decisions: &'b [Decision],
}

/// Looks into one segment.
pub struct Walk<'a, 'p, S> {
    plan: &'p Plan<'p>,
    part: PartView<'a>,
    sink: &'p mut S,
    /// Of each area, for every node on the way down, one behind the other.
    decisions: Vec<Decision>,
    /// Whether rows of a source may be taken, by the segment's number.
    possible: Vec<bool>,
    selected: Vec<usize>,
    /// The rows of the partition that meet the areas, where no node decides.
    met: Option<RowSet>,
    edges: u64,
    /// Scenes whose names were looked through.
    named: u64,
}

impl<'a, 'p, S: Sink> Walk<'a, 'p, S> {
    #[expect(
        clippy::large_types_passed_by_value,
        reason = "a walk keeps the slices beside what it finds, once a partition"
    )]
    pub fn new(plan: &'p Plan<'p>, part: PartView<'a>, sink: &'p mut S) -> Self {
        let possible = part.live.sources.iter();
        let possible = possible.map(|source| plan.access[*source] != SourceAccess::Refused);
        Self {
            plan,
            possible: possible.collect(),
            part,
            sink,
            decisions: vec![Decision::Open; plan.areas.len()],
            selected: Vec::new(),
            met: None,
            edges: 0,
            named: 0,
        }
    }

    /// The same with what is known of the partition that is looked into.
    pub fn with_rows(self, met: Option<RowSet>) -> Self {
        Self { met, ..self }
    }

    /// Looks into a partition.
    pub fn partition(&mut self, number: usize) -> Result<(), Exhausted> {
        if !self.possible.contains(&true) {
            return Ok(());
        }
        let top = self.part.live.segment.partitions()[number].top();
        self.node(number, top, 0)
    }

    /// Looks at single rows, in order.
    pub fn rows(&mut self, rows: impl Iterator<Item = usize>) -> Result<(), Exhausted> {
        for row in rows {
            let columns = &self.part.columns;
            let is_selected = self.plan.in_time((columns.times[row], columns.times[row]))
                != Decision::Outside
                && self.plan.cloud.takes(columns.clouds[row])
                && self.possible[usize::from(columns.sources[row])]
                && !self.part.live.dead.has(row);
            if is_selected && self.is_called_so(row) && self.meets(row, 0) {
                self.sink.take_row(&self.part, row);
            }
            self.charge_when(EDGES_AT_ONCE)?;
        }
        self.charge_when(0)
    }

    /// Charges what was looked at, if it was so many edges at least.
    fn charge_when(&mut self, edges: u64) -> Result<(), Exhausted> {
        if self.edges < edges {
            return Ok(());
        }
        let looked_at = self.edges / EDGES_OF_A_STEP + self.named / NAMES_OF_A_STEP;
        (self.edges, self.named) = (0, 0);
        self.plan.spend(looked_at)
    }

    /// `above`: where the decisions of the node above begin.
    fn node(
        &mut self,
        number: usize,
        position: NodePosition,
        above: usize,
    ) -> Result<(), Exhausted> {
        let node = self.part.columns.node(position.node);
        let in_time = self.plan.in_time(node.times);
        if in_time == Decision::Outside {
            return Ok(());
        }
        let here = self.decide(&node, above);
        if !self.plan.may_take(&self.decisions[here..]) {
            self.decisions.truncate(here);
            return Ok(());
        }
        let is_decided = in_time == Decision::Inside
            && self.plan.classes.is_some()
            && self.plan.names.is_none()
            && !self.decisions[here..].contains(&Decision::Open);
        let is_taken = is_decided
            && self.sink.take_node(FoundNode {
                part: &self.part,
                partition: number,
                position,
                node: &node,
                decisions: &self.decisions[here..],
            });
        if is_taken {
            self.plan.spend(1)?;
        } else {
            self.below(number, position, &node, here)?;
        }
        self.decisions.truncate(here);
        Ok(())
    }

    fn below(
        &mut self,
        number: usize,
        position: NodePosition,
        node: &NodeRecord,
        here: usize,
    ) -> Result<(), Exhausted> {
        let partition = self.part.live.segment.partitions()[number];
        if position.level > 0 {
            for below in partition.below(position) {
                self.node(number, below, here)?;
            }
            return Ok(());
        }
        self.plan.spend(1)?;
        self.block(&partition, position, node, here)?;
        self.charge_when(0)
    }

    /// Says of each area where the node is, and where that begins.
    fn decide(&mut self, node: &NodeRecord, above: usize) -> usize {
        let here = self.decisions.len();
        for at in 0..self.plan.areas.len() {
            let decision = match self.decisions[above + at] {
                Decision::Open => {
                    let area = self.plan.areas[at];
                    if node.halves.iter().all(|half| area.misses(half)) {
                        Decision::Outside
                    } else if area.holds(&node.first_corners) {
                        Decision::Inside
                    } else {
                        Decision::Open
                    }
                }
                decided => decided,
            };
            self.decisions.push(decision);
        }
        here
    }

    fn block(
        &mut self,
        partition: &Partition,
        position: NodePosition,
        node: &NodeRecord,
        here: usize,
    ) -> Result<(), Exhausted> {
        let rows = partition.rows_below(position);
        self.select(partition.sort, rows, node, here);
        let dead = self.part.live.dead.within(rows);
        let mut selected = std::mem::take(&mut self.selected);
        if let (Some(test), false) = (&self.plan.names, selected.is_empty()) {
            self.named += (rows.1 - rows.0) as u64;
            let names = self.part.columns.names_within(rows);
            test.retain(&mut selected, (rows.0, names), |row| {
                self.part.source_of(row)
            });
        }
        let is_known = self.known_rows(here).is_some();
        for row in &selected {
            let is_dead = !dead.is_empty()
                && u32::try_from(*row).is_ok_and(|row| dead.binary_search(&row).is_ok());
            if !is_dead && (is_known || self.meets(*row, here)) {
                self.sink.take_row(&self.part, *row);
            }
            self.charge_when(EDGES_AT_ONCE)?;
        }
        self.selected = selected;
        Ok(())
    }

    /// Finds out which rows of a block can be taken, as far as the narrow columns say.
    fn select(&mut self, sort: Sort, (from, to): (usize, usize), node: &NodeRecord, here: usize) {
        let mut selected = std::mem::take(&mut self.selected);
        selected.clear();
        let columns = self.part.columns;
        let searched = self.plan.has_searched_area() && self.decisions[here] == Decision::Open;
        match (self.known_rows(here), searched, sort) {
            (Some(met), _, _) => selected.extend((from..to).filter(|row| met.has(*row))),
            (None, true, Sort::Quadrangles) => {
                let near = near(self.plan.areas[0].extent(), node.reach);
                let (xs, ys) = (&columns.longitudes[from..to], &columns.latitudes[from..to]);
                let rows = (from..).zip(xs.iter().zip(ys));
                let rows = rows.filter(|(_, (x, y))| {
                    (near.west..=near.east).contains(*x) && (near.south..=near.north).contains(*y)
                });
                selected.extend(rows.map(|(row, _)| row));
            }
            _ => selected.extend(from..to),
        }
        if let Some((from, to)) = self.plan.times {
            selected.retain(|row| (from..=to).contains(&columns.times[*row]));
        }
        if !self.plan.cloud.takes_all() {
            selected.retain(|row| self.plan.cloud.takes(columns.clouds[*row]));
        }
        if self.possible.contains(&false) {
            selected.retain(|row| self.possible[usize::from(columns.sources[*row])]);
        }
        self.selected = selected;
    }

    /// The rows that meet the areas, if they are known and no node decided that.
    fn known_rows(&self, here: usize) -> Option<&RowSet> {
        let met = self.met.as_ref()?;
        self.decisions[here..]
            .contains(&Decision::Open)
            .then_some(met)
    }

    /// Whether a row is called what is looked for.
    fn is_called_so(&self, row: usize) -> bool {
        self.plan.names.as_ref().is_none_or(|test| {
            let names = self.part.columns.names_within((row, row + 1));
            let mut rows = vec![row];
            test.retain(&mut rows, (row, names), |row| self.part.source_of(row));
            !rows.is_empty()
        })
    }

    /// Whether a row is where it must be: in the area that is searched, and in one that may be seen.
    fn meets(&mut self, row: usize, here: usize) -> bool {
        if self.plan.has_searched_area() && !self.meets_area(row, here, 0) {
            return false;
        }
        match &self.plan.access[self.part.source_of(row)] {
            SourceAccess::Refused => false,
            SourceAccess::Everywhere => true,
            SourceAccess::Within(parts) => parts
                .iter()
                .any(|areas| areas.iter().all(|at| self.meets_area(row, here, *at))),
        }
    }

    #[inline]
    fn meets_area(&mut self, row: usize, here: usize, at: usize) -> bool {
        match self.decisions[here + at] {
            Decision::Outside => return false,
            Decision::Inside => return true,
            Decision::Open => {}
        }
        let columns = &self.part.columns;
        let area = self.plan.areas[at];
        if columns.is_somewhere(row) && area.surely_holds(columns.first_corner(row)) {
            return true;
        }
        let edges = &mut self.edges;
        columns.with_footprint(row, |footprint| area.meets_counting(footprint, edges))
    }
}

/// Where first corners are whose footprints may meet a box.
fn near(extent: Extent, reach: Reach) -> Extent {
    // The greatest number stands for any distance.
    let far = |distance: i32| {
        if distance == i32::MAX {
            i64::from(u32::MAX)
        } else {
            i64::from(distance)
        }
    };
    let drawn = |parts: i64| {
        let within = parts.clamp(i64::from(i32::MIN), i64::from(i32::MAX));
        i32::try_from(within).unwrap_or(0)
    };
    Extent {
        west: drawn(i64::from(extent.west) - far(reach.east)),
        south: drawn(i64::from(extent.south) - far(reach.north)),
        east: drawn(i64::from(extent.east) + far(reach.west)),
        north: drawn(i64::from(extent.north) + far(reach.south)),
    }
}
