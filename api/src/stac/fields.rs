//! The fields extension: which parts of an item are sent.

use serde::{Deserialize, Deserializer};
use serde_json::{Map, Value};

use super::extensions;

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
/// Demanded of an item by the STAC specification: without one of these clients such as pystac cannot open it. They are
/// sent whatever is asked for; what is to be left out of them is empty ([`emptied`]).
const ALWAYS: [&str; 8] = [
    "type",
    "stac_version",
    "id",
    "collection",
    "geometry",
    "links",
    "assets",
    "properties.datetime",
];
/// Schemas of the extensions whose fields an item has.
const EXTENSIONS: &str = "stac_extensions";

/// What stands in place of a demanded part that is to be left out; `None`: it is sent anyway.
fn emptied(name: &str) -> Option<Value> {
    match name {
        "geometry" => Some(Value::Null),
        "links" => Some(Value::Array(Vec::new())),
        "assets" => Some(Value::Object(Map::new())),
        _ => None,
    }
}

/// The `fields` parameter: parts to send, and parts to leave out.
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
    pub fn selected(&self, item: &Value) -> Value {
        let mut selection = self.chosen(item.clone());
        for name in ALWAYS {
            let lost = name
                .split('.')
                .try_fold(&selection, |part, name| part.get(name));
            if lost.is_none() {
                copy(item, &mut selection, name);
            }
        }
        for name in &self.exclude {
            if let Some(empty) = emptied(name) {
                selection[name.as_str()] = empty;
            }
        }
        self.declare_extensions(&mut selection);
        // A place without a geometry has no box.
        if selection["geometry"].is_null() {
            remove(&mut selection, "bbox");
        } else {
            copy(item, &mut selection, "bbox");
        }
        selection
    }

    /// A field means what its extension says only where the item declares it: what is sent is declared with it, whether
    /// the list of extensions was asked for or not.
    fn declare_extensions(&self, selection: &mut Value) {
        let left_out = self.exclude.iter().any(|name| name == EXTENSIONS);
        let Some(properties) = selection["properties"].as_object() else {
            return;
        };
        let declared = extensions::declared(properties);
        if !left_out && (selection.get(EXTENSIONS).is_some() || !declared.is_empty()) {
            selection[EXTENSIONS] = declared.into();
        }
    }

    fn chosen(&self, mut item: Value) -> Value {
        let include = self.include.as_deref();
        let all = include.is_none() && !self.exclude.is_empty();
        let only = include.filter(|include| !include.is_empty());
        let mut selection = match only {
            _ if all => item.take(),
            Some(include) => {
                let mut selection = Value::Object(Map::new());
                let names = ALWAYS.into_iter().chain(include.iter().map(String::as_str));
                names.for_each(|name| copy(&item, &mut selection, name));
                return selection;
            }
            None => {
                let mut selection = Value::Object(Map::new());
                for name in DEFAULT {
                    copy(&item, &mut selection, name);
                }
                selection
            }
        };
        for name in &self.exclude {
            remove(&mut selection, name);
        }
        selection
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

    fn selected_example(fields: &Fields) -> Value {
        fields.selected(&json!({
            "type": "Feature", "stac_version": "1.0.0", "id": "a", "collection": "c", "links": [1], "assets": {"a": 1},
            "geometry": 1, "bbox": 2, "extra": 3, "properties": {"datetime": "d", "gsd": 4}
        }))
    }

    #[test]
    fn what_is_asked_for_is_sent_with_what_an_item_needs() {
        let default = json!({"type": "Feature", "stac_version": "1.0.0", "id": "a", "collection": "c", "links": [1],
            "assets": {"a": 1}, "geometry": 1, "bbox": 2, "properties": {"datetime": "d"}});
        assert_eq!(selected_example(&Fields::read("")), default);
        assert_eq!(selected_example(&Fields::read("id")), default);
        assert_eq!(
            selected_example(&serde_json::from_value(json!({})).unwrap()),
            default
        );
        assert_eq!(
            selected_example(&serde_json::from_value(json!({"include": null})).unwrap()),
            default
        );
        let mut gsd = default.clone();
        gsd["properties"]["gsd"] = json!(4);
        assert_eq!(selected_example(&Fields::read("properties.gsd")), gsd);
        let less = selected_example(&Fields::read("-geometry,-properties.gsd"));
        assert_eq!(less["extra"], 3);
        assert_eq!(less["properties"], json!({"datetime": "d"}));
        assert!(less["geometry"].is_null() && less.get("geometry").is_some());
        assert!(less.get("bbox").is_none());
        let bare = selected_example(&Fields::read("-links,-assets,-properties,-id,-type"));
        assert_eq!((&bare["links"], &bare["assets"]), (&json!([]), &json!({})));
        assert_eq!(bare["properties"], json!({"datetime": "d"}));
        assert_eq!(
            (&bare["id"], &bare["type"]),
            (&json!("a"), &json!("Feature"))
        );
        let less = selected_example(
            &serde_json::from_value(json!({"include": [], "exclude": ["extra"]})).unwrap(),
        );
        assert!(less.get("extra").is_none());
    }

    #[test]
    fn fields_of_extensions_are_declared_with_them() {
        let eo = "https://stac-extensions.github.io/eo/v1.1.0/schema.json";
        let view = "https://stac-extensions.github.io/view/v1.0.0/schema.json";
        let item = json!({"type": "Feature", "stac_version": "1.0.0", "stac_extensions": [eo, view], "id": "a",
            "collection": "c", "links": [], "assets": {}, "geometry": 1, "bbox": 2,
            "properties": {"datetime": "d", "eo:cloud_cover": 5, "view:off_nadir": 3}});
        let declared = |fields: &str| Fields::read(fields).selected(&item)[EXTENSIONS].clone();
        assert_eq!(declared("properties.eo:cloud_cover"), json!([eo]));
        assert_eq!(declared("properties"), json!([eo, view]));
        assert_eq!(declared("-properties.eo:cloud_cover"), json!([view]));
        assert_eq!(declared("id"), Value::Null);
        assert_eq!(declared("-stac_extensions"), Value::Null);
    }
}
