//! Which nodes a search means.

use std::collections::HashSet;

use domain::catalogue::NodeKind;
use sqlx::PgConnection;

use crate::StorageError;

/// Who is below whom, and of which object type. There are some hundreds of nodes.
#[derive(Debug, Clone, Default)]
pub struct Tree {
    nodes: Vec<Branch>,
}

#[derive(Debug, Clone)]
struct Branch {
    id: i64,
    parent_id: Option<i64>,
    obj_type: String,
}

impl Tree {
    /// As it is at this moment.
    pub async fn read(db: &mut PgConnection) -> Result<Self, StorageError> {
        let nodes = sqlx::query_as!(
            Branch,
            "SELECT id, parent_id, obj_type FROM catalogue_node ORDER BY parent_id NULLS FIRST, id"
        )
        .fetch_all(db)
        .await?;
        Ok(Self { nodes })
    }

    /// These nodes and every node below them; those that there are not are left out.
    #[must_use]
    pub fn with_descendants(&self, ids: &[i64]) -> Vec<i64> {
        let roots: HashSet<i64> = ids.iter().copied().collect();
        let there = self.nodes.iter().filter(|node| roots.contains(&node.id));
        let mut found: Vec<i64> = there.map(|node| node.id).collect();
        let mut known: HashSet<i64> = found.iter().copied().collect();
        let mut next = 0;
        while let Some(above) = found.get(next).copied() {
            let below = self
                .nodes
                .iter()
                .filter(|node| node.parent_id == Some(above));
            found.extend(below.map(|node| node.id).filter(|id| known.insert(*id)));
            next += 1;
        }
        found
    }

    /// The node and every node above it; nothing, if there is no such node.
    #[must_use]
    pub fn chain(&self, id: i64) -> Vec<i64> {
        let mut found = Vec::new();
        let mut next = Some(id);
        while let Some(node) = next
            .filter(|id| !found.contains(id))
            .and_then(|id| self.nodes.iter().find(|node| node.id == id))
        {
            found.push(node.id);
            next = node.parent_id;
        }
        found
    }

    /// How many levels the node has with all below it; 0, if there is no such node.
    #[must_use]
    pub fn levels(&self, id: i64) -> usize {
        let mut known = HashSet::new();
        let mut level: HashSet<i64> = self.contains(id).then_some(id).into_iter().collect();
        let mut levels = 0;
        while !level.is_empty() {
            levels += 1;
            known.extend(level.iter().copied());
            let below = self.nodes.iter().filter(|node| {
                let parent = node.parent_id;
                parent.is_some_and(|parent| level.contains(&parent)) && !known.contains(&node.id)
            });
            level = below.map(|node| node.id).collect();
        }
        levels
    }

    /// Whether there is such a node.
    #[must_use]
    pub fn contains(&self, id: i64) -> bool {
        self.nodes.iter().any(|node| node.id == id)
    }

    /// The object type of a node; `None`: there is no such node.
    #[must_use]
    pub fn kind(&self, id: i64) -> Option<NodeKind> {
        let node = self.nodes.iter().find(|node| node.id == id)?;
        NodeKind::parse(&node.obj_type)
    }

    /// Every node of these object types.
    #[must_use]
    pub fn of_types(&self, types: &[String]) -> Vec<i64> {
        let matching = self
            .nodes
            .iter()
            .filter(|node| types.contains(&node.obj_type));
        matching.map(|node| node.id).collect()
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn tree() -> impl Strategy<Value = Tree> {
        let nodes = proptest::collection::vec((proptest::option::of(0_i64..20), 0_usize..3), 0..20);
        nodes.prop_map(|nodes| Tree {
            nodes: nodes
                .into_iter()
                .zip(0..)
                .map(|((parent_id, kind), id)| Branch {
                    id,
                    parent_id,
                    obj_type: ["WX", "ZL", "BZCP"][kind].into(),
                })
                .collect(),
        })
    }

    /// Whether it is one of those, or below one, in at most so many steps.
    fn is_below(tree: &Tree, id: i64, ids: &[i64]) -> bool {
        let mut at = Some(id);
        for _ in 0..=tree.nodes.len() {
            let Some(here) = at.and_then(|id| tree.nodes.iter().find(|node| node.id == id)) else {
                return false;
            };
            if ids.contains(&here.id) {
                return true;
            }
            at = here.parent_id;
        }
        false
    }

    proptest! {
        /// Even where the parents go round in a circle.
        #[test]
        fn descendants_are_those_from_which_one_comes_up_there(tree in tree(), ids in proptest::collection::vec(-1_i64..22, 0..5)) {
            let mut found = tree.with_descendants(&ids);
            found.sort_unstable();
            let expected = tree.nodes.iter().map(|node| node.id).filter(|id| is_below(&tree, *id, &ids));
            prop_assert_eq!(found, expected.collect::<Vec<_>>());
        }
    }

    proptest! {
        /// Whoever is in somebody's chain has him below.
        #[test]
        fn chains_lead_to_those_that_one_is_below(tree in tree(), id in -1_i64..22) {
            let chain = tree.chain(id);
            prop_assert_eq!(tree.contains(id), chain.first() == Some(&id));
            for above in (0..20).filter(|above| tree.contains(*above)) {
                let is_below = tree.contains(id) && tree.with_descendants(&[above]).contains(&id);
                prop_assert_eq!(chain.contains(&above), is_below);
            }
        }
    }

    proptest! {
        /// As many as the longest way down to any of them; of a circle each node once.
        #[test]
        fn levels_are_the_longest_way_down(tree in tree(), id in -1_i64..22) {
            let below = tree.with_descendants(&[id]);
            let ways = below.iter().map(|below| {
                tree.chain(*below).iter().position(|above| *above == id).map_or(0, |at| at + 1)
            });
            prop_assert_eq!(tree.levels(id), ways.max().unwrap_or(0));
        }
    }

    #[test]
    fn types_choose_nodes() {
        let node = |id, obj_type: &str| Branch {
            id,
            parent_id: None,
            obj_type: obj_type.into(),
        };
        let tree = Tree {
            nodes: vec![node(1, "WX"), node(2, "ZL"), node(3, "BZCP"), node(4, "WX")],
        };
        assert_eq!(tree.of_types(&["WX".into(), "BZCP".into()]), [1, 3, 4]);
        assert!(tree.of_types(&[]).is_empty());
        assert_eq!(tree.kind(2), Some(NodeKind::Archive));
        assert_eq!(tree.kind(5), None);
    }
}
