//! Headers that mail programs look for.

use lettre::message::header::{Header, HeaderName, HeaderValue};

/// A header whose value is text that is sent as it is.
macro_rules! header {
    ($(#[$doc:meta])* $kind:ident($value:expr), $name:literal) => {
        impl Header for $kind {
            fn name() -> HeaderName {
                HeaderName::new_from_ascii_str($name)
            }

            fn parse(_: &str) -> Result<Self, Box<dyn std::error::Error + Send + Sync>> {
                Err("only written, never read".into())
            }

            fn display(&self) -> HeaderValue {
                let value: fn(&Self) -> String = $value;
                let text = value(self);
                // Made of ASCII by us, and not to be folded: mail programs look for it in one piece.
                HeaderValue::dangerous_new_pre_encoded(Self::name(), text.clone(), text)
            }
        }
    };
}

/// RFC 2369: where the link leads.
#[derive(Clone)]
pub(super) struct ListUnsubscribe(pub(super) String);
header!(ListUnsubscribe(|me| me.0.clone()), "List-Unsubscribe");

/// RFC 8058: that one POST does it.
#[derive(Clone, Copy)]
pub(super) struct ListUnsubscribePost;
header!(
    ListUnsubscribePost(|_| "List-Unsubscribe=One-Click".into()),
    "List-Unsubscribe-Post"
);

/// RFC 3834: out-of-office assistants need not answer.
#[derive(Clone, Copy)]
pub(super) struct AutoSubmitted;
header!(AutoSubmitted(|_| "auto-generated".into()), "Auto-Submitted");
