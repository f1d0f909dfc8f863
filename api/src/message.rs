//! What is said to people, as a code with parameters beside the Chinese words.

use std::borrow::Cow;

use serde::Serialize;
use serde_json::{Map, Value};
use texts::{Detail, Message};
use utoipa::ToSchema;

/// What the product says, for readers of other languages than Chinese.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = Message)]
pub struct MessageBody {
    /// Names the text in the catalogue of texts.
    code: Cow<'static, str>,
    /// Values of the text's parameters.
    #[serde(skip_serializing_if = "Map::is_empty")]
    #[schema(value_type = HashMap<String, Value>, required = false)]
    params: Map<String, Value>,
}

impl MessageBody {
    /// Of what is stored; `None`: somebody's own words.
    #[must_use]
    pub fn from_detail(detail: Detail) -> Option<Self> {
        detail.into_message().map(Self::from)
    }
}

impl From<Message> for MessageBody {
    fn from(message: Message) -> Self {
        let Message { code, params } = message;
        Self { code, params }
    }
}
