//! Node, satellite and sensor of a scene and whether it has a file and a picture, as one number: there are few
//! combinations of them.

use std::collections::HashMap;

use super::super::Filter;

/// What many scenes have in common.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) struct Class {
    pub(super) node: i64,
    pub(super) satellite: String,
    pub(super) sensor: String,
    pub(super) online: bool,
    /// Whether the catalogue names a picture.
    pub(super) pictured: bool,
}

impl Class {
    /// Whether there is something to look at: workers make a picture of every file that is online.
    pub(super) fn has_picture(&self) -> bool {
        self.online || self.pictured
    }
}

/// All combinations, numbered.
#[derive(Debug, Clone, Default)]
pub(super) struct Classes {
    numbers: HashMap<Class, u32>,
    pub(super) all: Vec<Class>,
}

impl Classes {
    pub(super) fn number(&mut self, class: Class) -> u32 {
        if let Some(number) = self.numbers.get(&class) {
            return *number;
        }
        // There are never more classes than scenes, nor more scenes than fit into memory.
        let next = u32::try_from(self.all.len()).unwrap_or(u32::MAX);
        self.all.push(class.clone());
        self.numbers.insert(class, next);
        next
    }

    /// Which of them are of such nodes, by number.
    pub(super) fn of_nodes(&self, wanted: impl Fn(i64) -> bool) -> Vec<bool> {
        self.all.iter().map(|class| wanted(class.node)).collect()
    }

    /// Which of them the filter lets through, by number; `None`: all.
    pub(super) fn matching(&self, filter: &Filter) -> Option<Vec<bool>> {
        let any = filter.node_ids.is_none()
            && filter.satellites.is_empty()
            && filter.sensors.is_empty()
            && !filter.online_only;
        if any {
            return None;
        }
        let among = |names: &[String], name: &String| names.is_empty() || names.contains(name);
        let wanted = self.all.iter().map(|class| {
            filter
                .node_ids
                .as_ref()
                .is_none_or(|nodes| nodes.contains(&class.node))
                && among(&filter.satellites, &class.satellite)
                && among(&filter.sensors, &class.sensor)
                && (class.online || !filter.online_only)
        });
        Some(wanted.collect())
    }
}
