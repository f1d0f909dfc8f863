//! Texts that have left their enums.

use std::borrow::Cow;
use std::fmt;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::catalogue::Locale;
use crate::names::MORE;

/// Messages in messages that are rendered; deeper ones stay codes. What is stored may come from anywhere.
const DEEPEST: usize = 8;

/// A text of the catalogue: its key, and as its serialised fields the parameters.
pub trait Text: Serialize {
    /// Where its words stand in the catalogue.
    fn key(&self) -> &'static str;
}

/// A code with parameters, as it is stored and sent.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Message {
    /// The key in the catalogue.
    pub code: Cow<'static, str>,
    /// What the text names in braces: texts, numbers, other messages, lists of names.
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    pub params: Map<String, Value>,
}

/// What is said of something, or within another text: a text of the catalogue, or the words of a system, a server or a
/// person. As JSON an object or a string.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Detail {
    /// A text of the catalogue of texts.
    Message(Message),
    /// Words that are in no catalogue.
    Words(String),
}

impl Default for Detail {
    fn default() -> Self {
        Self::Words(String::new())
    }
}

impl<T: Text> From<T> for Detail {
    fn from(text: T) -> Self {
        Self::Message(text.into())
    }
}

impl From<String> for Detail {
    fn from(words: String) -> Self {
        Self::Words(words)
    }
}

impl From<&str> for Detail {
    fn from(words: &str) -> Self {
        Self::Words(words.to_owned())
    }
}

/// In English, as logs are.
impl fmt::Display for Detail {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Message(message) => f.write_str(&message.render(Locale::En)),
            Self::Words(words) => f.write_str(words),
        }
    }
}

impl Detail {
    /// The words in a language; words that are in no catalogue are what they are.
    #[must_use]
    pub fn render(&self, locale: Locale) -> String {
        match self {
            Self::Message(message) => message.render(locale),
            Self::Words(words) => words.clone(),
        }
    }

    /// The words in Chinese.
    #[must_use]
    pub fn chinese(&self) -> String {
        self.render(Locale::ZhCn)
    }

    /// The text of the catalogue; `None`: it is in none.
    #[must_use]
    pub fn into_message(self) -> Option<Message> {
        match self {
            Self::Message(message) => Some(message),
            Self::Words(_) => None,
        }
    }

    /// What an earlier version stored as Chinese words alone.
    #[must_use]
    pub fn recognised(chinese: String) -> Self {
        match Message::recognised(&chinese) {
            Some(message) => Self::Message(message),
            None => Self::Words(chinese),
        }
    }

    /// The same with every word that is in no catalogue changed by `change`, those of messages in messages too.
    #[must_use]
    pub fn map_words(self, change: &dyn Fn(&str) -> String) -> Self {
        match self {
            Self::Message(message) => Self::Message(message.map_words(change)),
            Self::Words(words) => Self::Words(change(&words)),
        }
    }
}

impl<T: Text> From<T> for Message {
    fn from(text: T) -> Self {
        let params = match serde_json::to_value(&text) {
            // `{"Variant": {"most": 5}}`; a variant without fields is a string.
            Ok(Value::Object(variant)) => match variant.into_iter().next() {
                Some((_, Value::Object(fields))) => fields,
                _ => Map::new(),
            },
            _ => Map::new(),
        };
        Self {
            code: text.key().into(),
            params,
        }
    }
}

impl Message {
    /// The words in a language. A code that the catalogue does not know, as a later version may have stored it, stands
    /// for itself.
    #[must_use]
    pub fn render(&self, locale: Locale) -> String {
        fill(&self.code, &self.params, locale, DEEPEST)
    }

    /// The same with every text among its parameters changed by `change`, those of messages in messages too.
    #[must_use]
    pub fn map_words(mut self, change: &dyn Fn(&str) -> String) -> Self {
        for value in self.params.values_mut() {
            map_words(value, change);
        }
        self
    }

    /// The words in Chinese.
    #[must_use]
    pub fn chinese(&self) -> String {
        self.render(Locale::ZhCn)
    }
}

fn map_words(value: &mut Value, change: &dyn Fn(&str) -> String) {
    match value {
        Value::String(text) => *text = change(text),
        Value::Array(names) => {
            for name in names {
                map_words(name, change);
            }
        }
        Value::Object(message) => {
            if let Some(Value::Object(params)) = message.get_mut("params") {
                for value in params.values_mut() {
                    map_words(value, change);
                }
            }
        }
        _ => {}
    }
}

/// Puts the parameters where the template of `code` names them.
fn fill(code: &str, params: &Map<String, Value>, locale: Locale, depth: usize) -> String {
    let Some(template) = locale.catalogue().get(code) else {
        return code.to_owned();
    };
    let mut text = String::with_capacity(template.len());
    let mut rest = template.as_str();
    while let Some((before, name, after)) = next_parameter(rest) {
        text.push_str(before);
        match params.get(name) {
            Some(value) => text.push_str(&words(value, locale, depth)),
            None => text.push_str(&rest[before.len()..rest.len() - after.len()]),
        }
        rest = after;
    }
    text.push_str(rest);
    text
}

/// What stands before the next `{name}`, the name, and what stands behind it.
fn next_parameter(text: &str) -> Option<(&str, &str, &str)> {
    let (before, rest) = text.split_once('{')?;
    let (name, after) = rest.split_once('}')?;
    Some((before, name, after))
}

fn words(value: &Value, locale: Locale, depth: usize) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Object(message) => {
            let code = message
                .get("code")
                .and_then(Value::as_str)
                .unwrap_or_default();
            let params = message.get("params").and_then(Value::as_object);
            match params {
                Some(params) if depth > 0 => fill(code, params, locale, depth - 1),
                Some(_) => code.to_owned(),
                None => fill(code, &Map::new(), locale, 0),
            }
        }
        Value::Array(names) => joined(names, locale, depth),
        other => other.to_string(),
    }
}

/// [`Names`](crate::Names), as a sentence has them.
fn joined(names: &[Value], locale: Locale, depth: usize) -> String {
    let mut text = String::new();
    for name in names {
        let name = if depth > 0 {
            words(name, locale, depth - 1)
        } else {
            name.to_string()
        };
        if !text.is_empty() && name != MORE {
            text.push_str(locale.between_names());
        }
        text.push_str(&name);
    }
    text
}
