//! Messages out of the words that they were stored as.
//!
//! Earlier versions stored notices, failures and events as Chinese sentences alone. A reader of another language needs
//! their codes; the sentences were all made from the catalogue, so that the template a sentence fits gives the code, and
//! what stands in the template's braces the parameters.

use serde_json::{Map, Value};

use crate::catalogue::Locale;
use crate::message::Message;

/// Messages in messages that are looked for.
const DEEPEST: usize = 2;

/// What begins the codes of texts that are stored.
const STORED: [&str; 3] = ["event.", "failure.", "notice."];

/// Nothing but parameters and a colon: many a person's words would fit it.
const BARE: &str = "failure.said";

/// Words that a text had before.
const FORMER: [(&str, &str); 1] = [("event.cloned", "由订单{number}克隆")];

impl Message {
    /// The notice, failure or event whose Chinese words these are; `None`: somebody's own words.
    #[must_use]
    pub fn recognised(chinese: &str) -> Option<Self> {
        recognised(chinese, DEEPEST)
    }
}

fn recognised(chinese: &str, depth: usize) -> Option<Message> {
    let is_stored = |code: &str| code != BARE && STORED.iter().any(|room| code.starts_with(room));
    let fits = Locale::ZhCn
        .catalogue()
        .iter()
        .map(|(code, template)| (*code, template.as_str()))
        .filter(|(code, _)| is_stored(code))
        .chain(FORMER)
        .filter_map(|(code, template)| Some((code, parameters(chinese, template)?)));
    // Of several that fit, the one that leaves least to the parameters.
    let left = |params: &[(&str, &str)]| params.iter().map(|(_, value)| value.len()).sum::<usize>();
    let (code, params) = fits.min_by_key(|(code, params)| (left(params), *code))?;
    let params = params
        .into_iter()
        .map(|(name, value)| (name.to_owned(), parameter(value, depth)))
        .collect();
    Some(Message {
        code: code.into(),
        params,
    })
}

fn parameter(value: &str, depth: usize) -> Value {
    let inner = (depth > 0).then(|| recognised(value, depth - 1)).flatten();
    match inner {
        Some(Message { code, params }) => {
            let mut message = Map::new();
            message.insert("code".to_owned(), code.into());
            if !params.is_empty() {
                message.insert("params".to_owned(), params.into());
            }
            message.into()
        }
        None => value.into(),
    }
}

/// What stands in the braces of the template, if the text is made from it.
fn parameters<'a>(mut text: &'a str, template: &'a str) -> Option<Vec<(&'a str, &'a str)>> {
    let mut pieces = template.split('{');
    text = text.strip_prefix(pieces.next()?)?;
    let mut params = Vec::new();
    let mut pieces = pieces.peekable();
    while let Some(piece) = pieces.next() {
        let (name, literal) = piece.split_once('}')?;
        let end = if pieces.peek().is_none() {
            text.strip_suffix(literal)?.len()
        } else {
            text.find(literal)?
        };
        params.push((name, &text[..end]));
        text = &text[end + literal.len()..];
    }
    text.is_empty().then_some(params)
}
