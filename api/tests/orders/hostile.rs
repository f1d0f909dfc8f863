//! What people with bad intentions, or bad luck, send. Nothing of it ends in a 5xx, every refusal has a stable code and
//! Chinese words, and what is accepted reads back as it was stored.

mod shapes;
mod tabs;
mod texts;
mod uploads;

use crate::world::Answer;

/// The refusal in full, after a look at its shape.
#[track_caller]
fn refused(answer: &Answer) -> (u16, String) {
    let (status, code, detail) = answer.refusal();
    assert!((400..500).contains(&status), "{status} {code} {detail}");
    assert_eq!(answer.header("content-type"), "application/problem+json");
    let word = |c: char| c.is_ascii_lowercase() || c == '_';
    assert!(!code.is_empty() && code.chars().all(word), "{code:?}");
    let chinese = detail
        .chars()
        .any(|c| ('\u{4E00}'..='\u{9FFF}').contains(&c));
    assert!(chinese, "{detail:?}");
    assert!(detail.len() < 2000, "{}", detail.len());
    (status, code)
}
