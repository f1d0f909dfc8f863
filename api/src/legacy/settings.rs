//! What differs between installations.

use std::collections::BTreeMap;
use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;

use super::cipher::LegacyKey;

/// How the old addresses are answered.
#[derive(Debug, Clone)]
pub struct LegacySettings {
    /// What stands for `{product}` in them.
    pub product: String,
    /// Under which flagged answers are encrypted; `None`: nothing is.
    pub key: Option<LegacyKey>,
    /// Names under which old clients know base maps.
    pub base_maps: BaseMapNames,
    /// How long an answer waits for the file of an export: old clients had it in the answer.
    pub export_wait: Duration,
}

impl Default for LegacySettings {
    fn default() -> Self {
        Self {
            product: "agrs".to_owned(),
            key: None,
            base_maps: BaseMapNames::default(),
            export_wait: Duration::ZERO,
        }
    }
}

/// From names of services of the portal before this one to the base maps and layers that stand for them; written
/// `name=layer,name=layer`. Capital and small letters are the same.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct BaseMapNames(Arc<BTreeMap<String, String>>);

/// A text that names no base maps.
#[derive(Debug, thiserror::Error)]
#[error("{0} is not name=layer")]
pub struct BadBaseMapName(String);

impl FromStr for BaseMapNames {
    type Err = BadBaseMapName;
    fn from_str(text: &str) -> Result<Self, BadBaseMapName> {
        let mut names = BTreeMap::new();
        for pair in text
            .split(',')
            .map(str::trim)
            .filter(|pair| !pair.is_empty())
        {
            let bad = || BadBaseMapName(pair.to_owned());
            let (name, layer) = pair.split_once('=').ok_or_else(bad)?;
            let (name, layer) = (name.trim(), layer.trim());
            if name.is_empty() || layer.is_empty() {
                return Err(bad());
            }
            names.insert(name.to_lowercase(), layer.to_owned());
        }
        Ok(Self(Arc::new(names)))
    }
}

impl BaseMapNames {
    /// What stands for a service; one that is not listed stands for itself.
    pub(super) fn layer_of<'a>(&'a self, service: &'a str) -> &'a str {
        let layer = self.0.get(&service.to_lowercase());
        layer.map_or(service, String::as_str)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_pairs_between_commas() {
        let names: BaseMapNames = " Map/Vector = vectorMap, 影像=影像图层,".parse().unwrap();
        assert_eq!(names.layer_of("map/vector"), "vectorMap");
        assert_eq!(names.layer_of("影像"), "影像图层");
        assert_eq!(names.layer_of("imageMap"), "imageMap");
        for wrong in ["vec", "=vectorMap", "vec="] {
            let refused = wrong.parse::<BaseMapNames>().unwrap_err().to_string();
            assert!(refused.contains(wrong), "{refused}");
        }
        assert_eq!("".parse::<BaseMapNames>().unwrap(), BaseMapNames::default());
    }
}
