//! What a subscription searches. Where scenes must be is compared by whoever can.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

use crate::catalogue::NodeKind;
use crate::keyword::{Keyword, fold};

use super::kept_condition::KeptCondition;

/// What becomes of scenes whose cloud cover nobody knows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum UnknownCloudRule {
    /// A limit of cloud cover leaves them out.
    #[default]
    Exclude,
    /// A limit lets them through.
    Include,
    /// Only scenes of unknown cloud cover.
    Only,
}

/// What is searched; what is empty does not narrow.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct SubscriptionCriteria {
    /// Catalogue nodes, with everything below them.
    pub node_ids: Vec<i64>,
    /// Area as WKT, WGS 84.
    pub area: Option<String>,
    /// Code of the region that the area is, as it was when it was searched; what is drawn has none. It does not narrow.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub region: Option<String>,
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
    // What follows is written where it narrows only: whatever was kept before stays the same to the letter, and so does its
    // version.
    /// Only scenes of nodes of these kinds.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub obj_types: Vec<NodeKind>,
    /// Taken at or after.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from: Option<DateTime<Utc>>,
    /// Taken at or before.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub to: Option<DateTime<Utc>>,
    /// Only scenes whose file is online.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub online_only: bool,
    /// What must hold of single fields; all of it holds. The database decides, as it does for searches.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub conditions: Vec<KeptCondition>,
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

    /// Whether scenes of a node of this kind are wanted; `None`: there is no such node.
    #[must_use]
    pub fn takes_kind(&self, kind: Option<NodeKind>) -> bool {
        self.obj_types.is_empty() || kind.is_some_and(|kind| self.obj_types.contains(&kind))
    }

    /// Whether a scene that was taken then is wanted.
    #[must_use]
    pub fn takes_time(&self, acquired: DateTime<Utc>) -> bool {
        self.from.is_none_or(|from| from <= acquired) && self.to.is_none_or(|to| acquired <= to)
    }

    /// Whether a scene is wanted whose file is online, or is not.
    #[must_use]
    pub const fn takes_file(&self, is_online: bool) -> bool {
        is_online || !self.online_only
    }

    /// The words, ready to be asked.
    #[must_use]
    pub fn words(&self) -> SearchedWords {
        SearchedWords(self.text.as_deref().and_then(Keyword::parse))
    }
}

/// Keywords that scenes must contain; `None`: every scene matches.
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
    fn kinds_times_and_files_narrow_by_themselves() {
        let moment = |text: &str| text.parse::<DateTime<Utc>>().unwrap();
        let all = SubscriptionCriteria::default();
        assert!(all.takes_kind(None) && all.takes_file(false));
        assert!(all.takes_time(moment("1970-01-01T00:00:00Z")));
        let criteria = SubscriptionCriteria {
            obj_types: vec![NodeKind::Product, NodeKind::Archive],
            from: Some(moment("2026-01-01T00:00:00Z")),
            to: Some(moment("2026-06-30T15:59:59.999999Z")),
            online_only: true,
            ..all
        };
        for (kind, is_taken) in [
            (Some(NodeKind::Product), true),
            (Some(NodeKind::Imagery), false),
            (None, false),
        ] {
            assert_eq!(criteria.takes_kind(kind), is_taken, "{kind:?}");
        }
        for (acquired, is_taken) in [
            ("2025-12-31T23:59:59.999999Z", false),
            ("2026-01-01T00:00:00Z", true),
            ("2026-06-30T15:59:59.999999Z", true),
            ("2026-06-30T16:00:00Z", false),
        ] {
            assert_eq!(
                criteria.takes_time(moment(acquired)),
                is_taken,
                "{acquired}"
            );
        }
        assert!(criteria.takes_file(true) && !criteria.takes_file(false));
    }

    #[test]
    fn what_does_not_narrow_is_not_written() {
        let before = serde_json::json!({"nodeIds": [3], "area": null, "satellites": ["GF1"], "sensors": [],
            "cloudMax": 20.0, "unknownCloud": "exclude", "text": null});
        let read: SubscriptionCriteria = serde_json::from_value(before.clone()).unwrap();
        assert_eq!(serde_json::to_value(&read).unwrap(), before);
        let narrowed = SubscriptionCriteria {
            obj_types: vec![NodeKind::Imagery],
            online_only: true,
            ..read
        };
        let written = serde_json::to_value(&narrowed).unwrap();
        assert_eq!(
            (&written["objTypes"], &written["onlineOnly"]),
            (&serde_json::json!(["WX"]), &serde_json::json!(true))
        );
        let again: SubscriptionCriteria = serde_json::from_value(written).unwrap();
        assert_eq!(again, narrowed);
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
