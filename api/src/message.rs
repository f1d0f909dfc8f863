//! What was stored as a Chinese sentence, as a code with parameters beside it.

use std::borrow::Cow;

use serde::Serialize;
use serde_json::{Map, Value};
use texts::Message;
use utoipa::ToSchema;

/// What the product says, for readers of other languages than Chinese.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = Message)]
pub struct MessageBody {
    /// Names the text in the catalogue of texts.
    code: Cow<'static, str>,
    /// What the text names.
    #[serde(skip_serializing_if = "Map::is_empty")]
    #[schema(value_type = HashMap<String, Value>, required = false)]
    params: Map<String, Value>,
}

impl MessageBody {
    /// Of a stored sentence; `None`: somebody's own words.
    #[must_use]
    pub fn recognised(chinese: &str) -> Option<Self> {
        let Message { code, params } = Message::recognised(chinese)?;
        Some(Self { code, params })
    }
}
