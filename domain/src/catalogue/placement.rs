//! Into which node a scene goes that comes in: rules in their order, then the node of its collection, then a fallback.

use std::collections::BTreeSet;

use texts::FieldText;

use crate::common_order::{in_order, others};
use crate::text::is_forbidden;

pub const MAX_RULES: usize = 200;
/// Longest pattern, in characters.
const LONGEST_PATTERN: usize = 100;

/// What a value has to look like: `*` stands for any characters, letters are the same in both cases. Empty: anything.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Pattern(String);

impl Pattern {
    /// A pattern of this text, if it can be one.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let text = text.trim();
        let is_fit =
            text.chars().count() <= LONGEST_PATTERN && !text.chars().any(|c| is_forbidden(c, true));
        is_fit.then(|| Self(text.to_owned()))
    }

    /// The pattern as text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Whether it lets everything through.
    #[must_use]
    pub fn is_anything(&self) -> bool {
        self.0.chars().all(|c| c == '*')
    }

    /// Whether it lets a single value through, in whatever case.
    fn is_exact(&self) -> bool {
        !self.0.is_empty() && !self.0.contains('*')
    }

    /// Whether a value looks like it.
    #[must_use]
    pub fn fits(&self, value: &str) -> bool {
        if self.is_anything() {
            return true;
        }
        let (pattern, value) = (self.0.to_lowercase(), value.to_lowercase());
        let mut parts = pattern.split('*');
        let first = parts.next().unwrap_or_default();
        let Some(mut rest) = value.strip_prefix(first) else {
            return false;
        };
        let mut parts: Vec<&str> = parts.collect();
        let Some(last) = parts.pop() else {
            return rest.is_empty();
        };
        for part in parts {
            let Some(at) = rest.find(part) else {
                return false;
            };
            rest = &rest[at + part.len()..];
        }
        rest.ends_with(last)
    }
}

/// What a rule looks at.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct SceneTraits<'a> {
    /// The collection that its file names, or empty.
    pub collection: &'a str,
    pub satellite: &'a str,
    pub sensor: &'a str,
    /// Processing level of the product.
    pub level: &'a str,
}

/// Scenes that look like this go there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlacementRule {
    /// What the collection looks like.
    pub collection: Pattern,
    /// What the satellite looks like.
    pub satellite: Pattern,
    /// What the sensor looks like.
    pub sensor: Pattern,
    /// What the processing level looks like.
    pub level: Pattern,
    pub node: i64,
}

impl PlacementRule {
    fn fits(&self, scene: &SceneTraits<'_>) -> bool {
        self.collection.fits(scene.collection)
            && self.satellite.fits(scene.satellite)
            && self.sensor.fits(scene.sensor)
            && self.level.fits(scene.level)
    }

    fn is_anything(&self) -> bool {
        let patterns = [&self.collection, &self.satellite, &self.sensor, &self.level];
        patterns.into_iter().all(Pattern::is_anything)
    }
}

/// All rules in their order.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct PlacementRules {
    /// The first that fits decides.
    pub rules: Vec<PlacementRule>,
    /// Where scenes go that no rule and no node's collection takes; `None`: a new node is made for their collection.
    pub fallback: Option<i64>,
}

/// Where a scene goes, and why.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Placement {
    /// The rule at this place says so, counted from 0.
    ByRule(usize, i64),
    /// The node has its collection.
    ByCollection(i64),
    /// Nothing else takes it.
    Fallback(i64),
    /// A node is made for its collection.
    NewNode,
}

impl Placement {
    /// The node, where there is one.
    #[must_use]
    pub const fn node(self) -> Option<i64> {
        match self {
            Self::ByRule(_, node) | Self::ByCollection(node) | Self::Fallback(node) => Some(node),
            Self::NewNode => None,
        }
    }

    /// Whether somebody said that it belongs there.
    #[must_use]
    pub const fn is_said(self) -> bool {
        matches!(self, Self::ByRule(..) | Self::ByCollection(_))
    }
}

/// Whose scenes go elsewhere when rules change.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RedirectedScenes {
    /// Those of the collections that these nodes have.
    OfNodes(BTreeSet<i64>),
    /// Of any collection, those that no node has yet among them.
    Any,
}

impl PlacementRules {
    /// Where a scene goes; `own` is the node that has its collection.
    #[must_use]
    pub fn placement_of(&self, scene: &SceneTraits<'_>, own: Option<i64>) -> Placement {
        let mut rules = self.rules.iter().enumerate();
        if let Some((index, rule)) = rules.find(|(_, rule)| rule.fits(scene)) {
            return Placement::ByRule(index, rule.node);
        }
        match (own, self.fallback) {
            (Some(node), _) => Placement::ByCollection(node),
            (None, Some(node)) => Placement::Fallback(node),
            (None, None) => Placement::NewNode,
        }
    }

    /// Whose scenes go elsewhere where `after` holds in place of these rules: only a rule that came, went, became another or
    /// moved past others decides otherwise than before. `collections` are those that nodes have, each with its node.
    #[must_use]
    pub fn redirected(&self, after: &Self, collections: &[(i64, &str)]) -> RedirectedScenes {
        if self.fallback != after.fallback {
            return RedirectedScenes::Any;
        }
        let mut nodes = BTreeSet::new();
        for rule in changed(&self.rules, &after.rules) {
            let fitting = collections.iter();
            let fitting = fitting.filter(|(_, collection)| rule.collection.fits(collection));
            let fitting: Vec<i64> = fitting.map(|(node, _)| *node).collect();
            if !rule.collection.is_exact() || fitting.is_empty() {
                return RedirectedScenes::Any;
            }
            nodes.extend(fitting);
        }
        RedirectedScenes::OfNodes(nodes)
    }

    /// The nodes that it names.
    pub fn nodes(&self) -> impl Iterator<Item = i64> {
        self.rules.iter().map(|rule| rule.node).chain(self.fallback)
    }

    /// What is wrong with it: fields of the request, and what is wrong with each.
    #[must_use]
    pub fn faults(&self) -> Vec<(String, FieldText)> {
        if self.rules.len() > MAX_RULES {
            let most = MAX_RULES as u64;
            return vec![("rules".into(), FieldText::TooManyRules { most })];
        }
        // A rule for everything would hide those behind it, and is what the fallback is for.
        let empty = self.rules.iter().enumerate();
        empty
            .filter(|(_, rule)| rule.is_anything())
            .map(|(index, _)| (format!("rules[{index}].collection"), FieldText::RuleEmpty))
            .collect()
    }
}

/// Rules of both that the other ones do not have so.
fn changed<'a>(before: &'a [PlacementRule], after: &'a [PlacementRule]) -> Vec<&'a PlacementRule> {
    let same = in_order(before, after, |one, other| one == other);
    let (left, right): (Vec<usize>, Vec<usize>) = same.into_iter().unzip();
    let changed = others(before, &left).into_iter();
    let changed = changed.chain(others(after, &right));
    changed.map(|(_, rule)| rule).collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn pattern(text: &str) -> Pattern {
        Pattern::parse(text).unwrap()
    }

    fn rule(collection: &str, satellite: &str, node: i64) -> PlacementRule {
        PlacementRule {
            collection: pattern(collection),
            satellite: pattern(satellite),
            sensor: Pattern::default(),
            level: Pattern::default(),
            node,
        }
    }

    #[test]
    fn stars_stand_for_anything() {
        for (text, value, fits) in [
            ("", "", true),
            ("", "x", true),
            ("*", "x", true),
            ("gf1", "GF1", true),
            ("gf1", "gf10", false),
            ("gf*", "GF1_WFV2", true),
            ("*wfv*", "GF1_WFV2", true),
            ("*wfv", "GF1_WFV2", false),
            ("gf*v2", "GF1_WFV2", true),
            ("a*a", "a", false),
            ("a*b*c", "a-b-b-c", true),
            ("高分*号", "高分一号", true),
            ("a**b", "ab", true),
        ] {
            assert_eq!(pattern(text).fits(value), fits, "{text} {value}");
        }
        assert!(Pattern::parse("a\nb").is_none());
        assert!(Pattern::parse(&"x".repeat(LONGEST_PATTERN + 1)).is_none());
    }

    #[test]
    fn the_first_rule_decides_then_the_collection_then_the_fallback() {
        let mut rules = PlacementRules {
            rules: vec![rule("gf*", "GF1", 1), rule("gf*", "", 2)],
            fallback: Some(9),
        };
        let scene = |collection, satellite| SceneTraits {
            collection,
            satellite,
            ..SceneTraits::default()
        };
        assert_eq!(
            rules.placement_of(&scene("GF", "gf1"), Some(5)),
            Placement::ByRule(0, 1)
        );
        assert_eq!(
            rules.placement_of(&scene("GF", "gf2"), None),
            Placement::ByRule(1, 2)
        );
        assert_eq!(
            rules.placement_of(&scene("zy", ""), Some(5)),
            Placement::ByCollection(5)
        );
        assert_eq!(
            rules.placement_of(&scene("zy", ""), None),
            Placement::Fallback(9)
        );
        rules.fallback = None;
        assert_eq!(
            rules.placement_of(&scene("zy", ""), None),
            Placement::NewNode
        );
        assert_eq!(rules.nodes().collect::<Vec<_>>(), [1, 2]);
    }

    #[test]
    fn changed_rules_say_whose_scenes_go_elsewhere() {
        let collections = [(1, "gf1"), (2, "gf2"), (3, "GF2")];
        let rules = |rules: &[(&str, i64)]| PlacementRules {
            rules: (rules.iter())
                .map(|(collection, node)| rule(collection, "s", *node))
                .collect(),
            fallback: Some(9),
        };
        let of_nodes = |nodes: &[i64]| RedirectedScenes::OfNodes(nodes.iter().copied().collect());
        let (any, wide) = (RedirectedScenes::Any, ("gf*", 7));
        for (before, after, expected) in [
            (&[][..], &[][..], of_nodes(&[])),
            (&[wide], &[wide], of_nodes(&[])),
            (&[], &[("GF1", 7)], of_nodes(&[1])),
            (&[("gf2", 7)], &[], of_nodes(&[2, 3])),
            (&[("gf1", 7)], &[("gf1", 8)], of_nodes(&[1])),
            // What stays in its order is not asked about; what moves past it is.
            (&[wide, ("gf1", 7)], &[wide], of_nodes(&[1])),
            (&[wide, ("gf1", 7)], &[("gf1", 7), wide], any.clone()),
            (&[], &[wide], any.clone()),
            (&[wide], &[], any.clone()),
            (&[], &[("", 7)], any.clone()),
            (&[], &[("later", 7)], any.clone()),
        ] {
            let (before, after) = (rules(before), rules(after));
            assert_eq!(before.redirected(&after, &collections), expected);
        }
        let other = PlacementRules {
            fallback: None,
            ..rules(&[])
        };
        assert_eq!(rules(&[]).redirected(&other, &collections), any);
    }

    #[test]
    fn a_rule_for_everything_is_refused() {
        let mut rules = PlacementRules {
            rules: vec![rule("a", "", 1), rule("*", "", 1)],
            fallback: None,
        };
        assert_eq!(
            rules.faults(),
            [("rules[1].collection".into(), FieldText::RuleEmpty)]
        );
        rules.rules = vec![rule("a", "", 1); MAX_RULES + 1];
        assert_eq!(rules.faults()[0].0, "rules");
    }

    /// The slow oracle: every way to share the value out among the stars.
    fn fits_slowly(pattern: &[char], value: &[char]) -> bool {
        match pattern.split_first() {
            None => value.is_empty(),
            Some(('*', rest)) => (0..=value.len()).any(|taken| fits_slowly(rest, &value[taken..])),
            Some((first, rest)) => value.first() == Some(first) && fits_slowly(rest, &value[1..]),
        }
    }

    proptest! {
        #[test]
        fn patterns_fit_as_their_definition_says(text in "[ab*]{1,6}", value in "[ab]{0,8}") {
            let chars = |text: &str| text.chars().collect::<Vec<_>>();
            prop_assert_eq!(pattern(&text).fits(&value), fits_slowly(&chars(&text), &chars(&value)));
        }
    }
}
