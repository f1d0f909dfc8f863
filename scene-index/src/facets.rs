//! What the found scenes are.

use std::collections::BTreeMap;

use crate::cloud::{self, CLASSES, STEPS};
use crate::scene::{Month, SceneSource};

/// How many of the found scenes, on all pages, are what.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Facets {
    /// By what scenes have in common; sources without a found scene are left out.
    pub sources: BTreeMap<SceneSource, u64>,
    /// By month in China; scenes without a time are in none.
    pub months: BTreeMap<Month, u64>,
    /// By cloud cover: at least 0 and less than 10 percent, and so on; the last also holds 100. Scenes of unknown cover are
    /// in none.
    pub clouds: [u64; STEPS],
}

impl Facets {
    /// How many there are by something that a source says.
    #[must_use]
    pub fn by<'a, T: Ord>(&'a self, named: impl Fn(&'a SceneSource) -> T) -> BTreeMap<T, u64> {
        let mut counts = BTreeMap::new();
        for (source, count) in &self.sources {
            *counts.entry(named(source)).or_insert(0) += count;
        }
        counts
    }
}

/// Counts that grow while a search goes on.
#[derive(Debug, Clone)]
pub(crate) struct Tally {
    /// By the snapshot's number of the source.
    classes: Vec<[u64; CLASSES]>,
    months: BTreeMap<Month, u64>,
    total: u64,
}

impl Tally {
    pub(crate) fn new(sources: usize) -> Self {
        Self {
            classes: vec![[0; CLASSES]; sources],
            months: BTreeMap::new(),
            total: 0,
        }
    }

    #[inline]
    pub(crate) fn add(&mut self, source: usize, class: usize, count: u64) {
        self.classes[source][class] += count;
        self.total += count;
    }

    /// Takes some off that a node counts and that are no longer.
    pub(crate) fn take_off(&mut self, source: usize, class: usize) {
        self.classes[source][class] -= 1;
        self.total -= 1;
    }

    pub(crate) const fn total(&self) -> u64 {
        self.total
    }

    pub(crate) fn add_month(&mut self, month: i64, count: u64) {
        if let (Ok(month), true) = (i32::try_from(month), count > 0) {
            *self.months.entry(Month(month)).or_insert(0) += count;
        }
    }

    pub(crate) fn facets(self, sources: &[SceneSource]) -> Facets {
        let mut facets = Facets {
            months: self.months,
            ..Facets::default()
        };
        for (source, classes) in sources.iter().zip(&self.classes) {
            let total: u64 = classes.iter().sum();
            if total > 0 {
                facets.sources.insert(source.clone(), total);
            }
            for (class, count) in classes.iter().enumerate() {
                if let Some(step) = cloud::step(class) {
                    facets.clouds[step] += count;
                }
            }
        }
        facets
    }
}
