//! What an old client sends: in the address, as JSON or as a form; keys in any case, arrays without indices.

use std::collections::HashMap;

use axum::http::{HeaderMap, header};
use serde_json::{Map, Value};
use texts::ProblemText;
use url::form_urlencoded;

use crate::nul_bytes;
use crate::problem::Problem;

/// Objects in which old clients wrap what they send.
const WRAPPERS: [&str; 2] = ["data", "params"];

/// What was sent, by its keys in small letters.
#[derive(Debug, Default)]
pub(super) struct Params(HashMap<String, Value>);

impl Params {
    /// Of an address and a body; what stands in both counts as the body has it.
    pub(super) fn read(
        query: Option<&str>,
        headers: &HeaderMap,
        body: &[u8],
    ) -> Result<Self, Problem> {
        let mut params = Self::default();
        params.add_pairs(query.unwrap_or_default().as_bytes());
        if body.is_empty() {
            return Ok(params);
        }
        if nul_bytes::is_in_json(body) {
            return Err(nul_bytes::problem());
        }
        let kind = headers.get(header::CONTENT_TYPE);
        let kind = kind.and_then(|kind| kind.to_str().ok()).unwrap_or_default();
        if kind.starts_with("application/x-www-form-urlencoded") {
            params.add_pairs(body);
            return Ok(params);
        }
        let reason = |error: serde_json::Error| ProblemText::BadJson {
            reason: error.to_string(),
        };
        match serde_json::from_slice(body).map_err(|error| Problem::bad_request(reason(error)))? {
            Value::Object(object) => params.add_object(object),
            // A bare list is what is acted on.
            list @ Value::Array(_) => params.add("ids", list),
            _ => {}
        }
        Ok(params)
    }

    fn add_pairs(&mut self, text: &[u8]) {
        let mut pairs: HashMap<String, Vec<String>> = HashMap::new();
        for (key, value) in form_urlencoded::parse(text) {
            let key = key.trim_end_matches("[]").to_lowercase();
            pairs.entry(key).or_default().push(value.into_owned());
        }
        for (key, mut values) in pairs {
            let value = match values.pop() {
                Some(only) if values.is_empty() => Value::from(only),
                Some(last) => {
                    values.push(last);
                    Value::from(values)
                }
                None => continue,
            };
            self.add(&key, value);
        }
    }

    fn add_object(&mut self, object: Map<String, Value>) {
        for (key, value) in object {
            self.add(&key, value);
        }
    }

    fn add(&mut self, key: &str, value: Value) {
        let key = key.to_lowercase();
        match value {
            Value::Object(inside) if WRAPPERS.contains(&key.as_str()) => self.add_object(inside),
            Value::Null => {}
            value => {
                self.0.insert(key, value);
            }
        }
    }

    /// The value under the first of these keys that has one.
    pub(super) fn value(&self, keys: &[&str]) -> Option<&Value> {
        keys.iter()
            .filter_map(|key| self.0.get(&key.to_lowercase()))
            .find(|value| value.as_str() != Some(""))
    }

    /// The same as a text; empty where there is none.
    pub(super) fn text(&self, keys: &[&str]) -> String {
        self.given(keys).unwrap_or_default()
    }

    /// The same as a text, if there is one.
    pub(super) fn given(&self, keys: &[&str]) -> Option<String> {
        match self.value(keys)? {
            Value::String(text) => Some(text.clone()),
            Value::Number(number) => Some(number.to_string()),
            Value::Bool(flag) => Some(flag.to_string()),
            _ => None,
        }
    }

    /// The parameter as a text; 400 if it is missing.
    pub(super) fn needed(&self, keys: &[&str]) -> Result<String, Problem> {
        self.given(keys).ok_or_else(|| missing(keys))
    }

    /// The parameter as a number; `None` if it is missing or no number.
    pub(super) fn number(&self, keys: &[&str]) -> Option<f64> {
        self.given(keys)?.trim().parse().ok()
    }

    /// The same as a whole number.
    pub(super) fn integer(&self, keys: &[&str]) -> Option<i64> {
        self.given(keys)?.trim().parse().ok()
    }

    /// The same as `"true"` and `"false"` say it.
    pub(super) fn flag(&self, keys: &[&str]) -> Option<bool> {
        match self.given(keys)?.to_lowercase().as_str() {
            "true" | "1" => Some(true),
            "false" | "0" => Some(false),
            _ => None,
        }
    }

    /// The same as a list: an array, or texts divided by commas.
    pub(super) fn list(&self, keys: &[&str]) -> Vec<String> {
        match self.value(keys) {
            Some(Value::Array(items)) => items.iter().filter_map(plain).collect(),
            Some(one) => plain(one)
                .into_iter()
                .flat_map(|text| text.split(',').map(str::to_owned).collect::<Vec<_>>())
                .map(|text| text.trim().to_owned())
                .filter(|text| !text.is_empty())
                .collect(),
            None => Vec::new(),
        }
    }

    /// The same as objects: an array of them, or the JSON of one.
    pub(super) fn objects(&self, keys: &[&str]) -> Vec<Params> {
        let parsed;
        let items = match self.value(keys) {
            Some(Value::Array(items)) => items.as_slice(),
            Some(Value::String(json)) => {
                parsed = serde_json::from_str(json).unwrap_or_else(|_| Vec::new());
                &parsed
            }
            _ => &[],
        };
        let objects = items.iter().filter_map(Value::as_object);
        objects
            .map(|object| {
                let mut params = Self::default();
                params.add_object(object.clone());
                params
            })
            .collect()
    }
}

fn plain(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()),
        Value::Number(number) => Some(number.to_string()),
        _ => None,
    }
}

/// The problem (400) that names a missing parameter.
pub(super) fn missing(keys: &[&str]) -> Problem {
    let name = keys.first().copied().unwrap_or_default();
    Problem::bad_request(ProblemText::BadQuery {
        reason: format!("missing: {name}"),
    })
}
