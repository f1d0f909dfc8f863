//! What a subscription searches. Where scenes must be is compared by whoever can.

use serde::{Deserialize, Serialize};

use crate::keyword::{Keyword, fold};

/// What becomes of scenes whose cloud cover nobody knows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum UnknownCloudRule {
    /// A limit of cloud cover leaves them out.
    #[default]
    Exclude,
    /// A limit lets them through.
    Include,
    /// They alone are taken.
    Only,
}

/// What is searched; what is empty does not narrow.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct SubscriptionCriteria {
    /// Catalogue nodes, with everything below them.
    pub node_ids: Vec<i64>,
    /// Where, as WKT.
    pub area: Option<String>,
    /// Satellites, exact codes.
    pub satellites: Vec<String>,
    /// Sensors, exact codes.
    pub sensors: Vec<String>,
    /// At most this cloud cover, percent.
    pub cloud_max: Option<f64>,
    /// What becomes of scenes whose cloud cover nobody knows.
    pub unknown_cloud: UnknownCloudRule,
    /// Words in the name, the public id, the satellite or the sensor.
    pub text: Option<String>,
}

impl SubscriptionCriteria {
    /// Whether a scene of a node is wanted, given the node with all above it.
    #[must_use]
    pub fn takes_node(&self, chain: &[i64]) -> bool {
        self.node_ids.is_empty() || chain.iter().any(|node| self.node_ids.contains(node))
    }

    /// Whether scenes of this instrument are wanted.
    #[must_use]
    pub fn takes_instrument(&self, satellite: &str, sensor: &str) -> bool {
        let takes =
            |codes: &[String], code| codes.is_empty() || codes.iter().any(|one| one == code);
        takes(&self.satellites, satellite) && takes(&self.sensors, sensor)
    }

    /// Whether this cloud cover, percent, is wanted.
    #[must_use]
    pub fn takes_cloud(&self, cloud: Option<f32>) -> bool {
        match (self.unknown_cloud, cloud, self.cloud_max) {
            (UnknownCloudRule::Only, cloud, _) => cloud.is_none(),
            (_, _, None) | (UnknownCloudRule::Include, None, _) => true,
            (UnknownCloudRule::Exclude, None, Some(_)) => false,
            (_, Some(cloud), Some(most)) => f64::from(cloud) <= most,
        }
    }

    /// The words, ready to be asked.
    #[must_use]
    pub fn words(&self) -> SearchedWords {
        SearchedWords(self.text.as_deref().and_then(Keyword::parse))
    }
}

/// Words of a search; none are everywhere.
#[derive(Debug, Default)]
pub struct SearchedWords(Option<Keyword>);

impl SearchedWords {
    /// Whether all of them are in one of these.
    #[must_use]
    pub fn are_in(&self, names: &FoldedNames) -> bool {
        let Some(keyword) = &self.0 else {
            return true;
        };
        let mut terms = keyword.terms().iter();
        terms.all(|term| term.is_in(&names.0))
    }
}

/// What words are looked for in, of one scene: folded once, however many searches ask, and one text, because each search
/// costs more to begin than to carry through. What parts the names is in no word.
#[derive(Debug)]
pub struct FoldedNames(String);

impl FoldedNames {
    /// A scene's name, its public id, its satellite and its sensor.
    #[must_use]
    pub fn new(names: [&str; 4]) -> Self {
        Self(names.map(fold).join("\n"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_part_narrows_by_itself() {
        let all = SubscriptionCriteria::default();
        assert!(
            all.takes_node(&[7]) && all.takes_instrument("GF1", "PMS") && all.takes_cloud(None)
        );
        let criteria = SubscriptionCriteria {
            node_ids: vec![3, 9],
            satellites: vec!["GF1".into()],
            sensors: vec!["PMS".into(), "WFV".into()],
            text: Some("gf-1 wfv".into()),
            ..all
        };
        assert!(criteria.takes_node(&[12, 9, 1]) && !criteria.takes_node(&[12, 1]));
        assert!(criteria.takes_instrument("GF1", "WFV"));
        assert!(!criteria.takes_instrument("GF2", "WFV") && !criteria.takes_instrument("GF1", "X"));
        let is_in = |names| criteria.words().are_in(&FoldedNames::new(names));
        assert!(is_in(["GF1_WFV4_E100", "1", "GF1", "WFV"]));
        assert!(!is_in(["GF1_PMS_E100", "1", "GF1", "PMS"]));
        // In no name by itself: where one ends, the next does not go on.
        assert!(!is_in(["GF", "1", "WF", "V"]));
        let none = SearchedWords::default();
        assert!(none.are_in(&FoldedNames::new(["GF1_PMS_E100", "1", "GF1", "PMS"])));
    }

    #[test]
    fn clouds_are_taken_as_searches_take_them() {
        use UnknownCloudRule::{Exclude, Include, Only};
        for (rule, most, cloud, taken) in [
            (Exclude, None, None, true),
            (Exclude, Some(20.0), None, false),
            (Exclude, Some(20.0), Some(20.0), true),
            (Exclude, Some(20.0), Some(20.5), false),
            (Include, Some(20.0), None, true),
            (Include, Some(20.0), Some(21.0), false),
            (Only, Some(20.0), None, true),
            (Only, None, Some(1.0), false),
        ] {
            let criteria = SubscriptionCriteria {
                cloud_max: most,
                unknown_cloud: rule,
                ..SubscriptionCriteria::default()
            };
            assert_eq!(
                criteria.takes_cloud(cloud),
                taken,
                "{rule:?} {most:?} {cloud:?}"
            );
        }
    }
}
