//! The fields extension: which parts of an item are sent.

use serde::{Deserialize, Deserializer};
use serde_json::{Map, Value};

/// Sent unless something else is asked for.
const DEFAULT: [&str; 9] = [
    "type",
    "stac_version",
    "id",
    "collection",
    "geometry",
    "bbox",
    "links",
    "assets",
    "properties.datetime",
];
/// Without these nobody could tell what an item is.
const ALWAYS: [&str; 4] = ["type", "id", "collection", "links"];

/// What was asked for.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(default)]
pub struct Fields {
    /// Only these. Absent and empty differ: an empty list means the default.
    #[serde(deserialize_with = "present")]
    include: Option<Vec<String>>,
    #[serde(deserialize_with = "list")]
    exclude: Vec<String>,
}

fn present<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Vec<String>>, D::Error> {
    list(deserializer).map(Some)
}

fn list<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<String>, D::Error> {
    Ok(Option::deserialize(deserializer)?.unwrap_or_default())
}

impl Fields {
    /// Reads the query parameter: `id,+properties.gsd,-geometry`.
    pub fn read(text: &str) -> Self {
        let (mut include, mut exclude) = (Vec::new(), Vec::new());
        // A plus sign in an address is a blank.
        for word in text
            .split(',')
            .map(str::trim)
            .filter(|word| !word.is_empty())
        {
            match word.strip_prefix('-') {
                Some(word) => exclude.push(word.to_owned()),
                None => include.push(word.trim_start_matches('+').to_owned()),
            }
        }
        let only_less = include.is_empty() && !exclude.is_empty();
        Self {
            include: (!only_less).then_some(include),
            exclude,
        }
    }

    /// The asked-for parts of an item.
    pub fn of(&self, mut item: Value) -> Value {
        let include = self.include.as_deref();
        let all = include.is_none() && !self.exclude.is_empty();
        let only = include.filter(|include| !include.is_empty());
        let mut shown = match only {
            _ if all => item.take(),
            Some(include) => {
                let mut shown = Value::Object(Map::new());
                let names = ALWAYS.into_iter().chain(include.iter().map(String::as_str));
                names.for_each(|name| copy(&item, &mut shown, name));
                return shown;
            }
            None => {
                let mut shown = Value::Object(Map::new());
                for name in DEFAULT {
                    copy(&item, &mut shown, name);
                }
                shown
            }
        };
        for name in &self.exclude {
            remove(&mut shown, name);
        }
        shown
    }
}

fn copy(from: &Value, to: &mut Value, path: &str) {
    let (name, rest) = path
        .split_once('.')
        .map_or((path, None), |(name, rest)| (name, Some(rest)));
    let (Some(value), Some(to)) = (from.get(name), to.as_object_mut()) else {
        return;
    };
    match rest {
        None => {
            to.insert(name.to_owned(), value.clone());
        }
        Some(rest) if value.is_object() => {
            copy(
                value,
                to.entry(name).or_insert_with(|| Map::new().into()),
                rest,
            );
        }
        Some(_) => {}
    }
}

fn remove(from: &mut Value, path: &str) {
    let Some(fields) = from.as_object_mut() else {
        return;
    };
    match path.split_once('.') {
        None => {
            fields.remove(path);
        }
        Some((name, rest)) => {
            if let Some(inner) = fields.get_mut(name) {
                remove(inner, rest);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn shown(fields: &Fields) -> Value {
        fields.of(json!({
            "type": "Feature", "id": "a", "collection": "c", "links": [], "geometry": 1, "bbox": 2, "extra": 3,
            "properties": {"datetime": "d", "gsd": 4}
        }))
    }

    #[test]
    fn what_is_asked_for_is_sent() {
        let default = json!({"type": "Feature", "id": "a", "collection": "c", "links": [], "geometry": 1, "bbox": 2,
            "properties": {"datetime": "d"}});
        assert_eq!(shown(&Fields::read("")), default);
        assert_eq!(shown(&serde_json::from_value(json!({})).unwrap()), default);
        assert_eq!(
            shown(&serde_json::from_value(json!({"include": null})).unwrap()),
            default
        );
        let gsd = json!({"type": "Feature", "id": "a", "collection": "c", "links": [], "properties": {"gsd": 4}});
        assert_eq!(shown(&Fields::read("-properties, properties.gsd")), gsd);
        let less = shown(&Fields::read("-geometry,-properties.gsd"));
        assert_eq!(less["extra"], 3);
        assert_eq!(less["properties"], json!({"datetime": "d"}));
        assert!(less.get("geometry").is_none());
        let less =
            shown(&serde_json::from_value(json!({"include": [], "exclude": ["bbox"]})).unwrap());
        assert!(less.get("bbox").is_none() && less.get("extra").is_none());
    }
}
