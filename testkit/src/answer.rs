//! What an application that is called without a network answers.

use reqwest::StatusCode;
use reqwest::header::HeaderMap;
use serde_json::Value;

/// An answer that was read whole.
pub struct Answer {
    pub status: StatusCode,
    pub headers: HeaderMap,
    /// The body.
    pub bytes: Vec<u8>,
}

impl Answer {
    /// The body as JSON; null, when it is none.
    #[must_use]
    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.bytes).unwrap_or(Value::Null)
    }

    /// The body as text.
    #[must_use]
    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.bytes).into_owned()
    }

    /// The code of a refusal.
    #[must_use]
    pub fn code(&self) -> String {
        self.refusal().1
    }

    /// Status, code and message of a refusal.
    #[must_use]
    pub fn refusal(&self) -> (u16, String, String) {
        let body = self.json();
        let text = |name: &str| body[name].as_str().unwrap_or_default().to_owned();
        (self.status.as_u16(), text("code"), text("detail"))
    }

    /// A header; empty, when there is none of that name.
    #[must_use]
    pub fn header(&self, name: &str) -> &str {
        let value = self.headers.get(name);
        value.map_or("", |value| value.to_str().unwrap_or_default())
    }

    /// The body of an answer that must be a good one.
    ///
    /// # Panics
    /// When it is a refusal.
    #[track_caller]
    #[expect(
        clippy::must_use_candidate,
        reason = "often it only matters that it is a good one"
    )]
    pub fn ok(self) -> Value {
        let body = String::from_utf8_lossy(&self.bytes);
        assert!(self.status.is_success(), "{} {body}", self.status);
        self.json()
    }
}
