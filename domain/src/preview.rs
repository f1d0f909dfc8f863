//! Pictures of scenes (缩略图, 预览图): their sizes, and what becomes of a scene whose picture cannot be made.

use std::time::Duration;

use serde::{Deserialize, Serialize};
use strum::{EnumString, IntoStaticStr};

use crate::task::ErrorClass;

/// Longest side of a thumbnail, pixels.
pub const THUMBNAIL_SIDE: u32 = 256;
/// Longest side of a preview, pixels.
pub const PREVIEW_SIDE: u32 = 1024;
/// Every order and every export goes first.
pub const PRIORITY: i32 = -2;
/// Somebody looked for this picture.
pub const WANTED_PRIORITY: i32 = -1;

/// Where a scene's pictures stand.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, IntoStaticStr, EnumString,
)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum PreviewState {
    /// Still to be made.
    None,
    /// Made, and true to the scene's file.
    Made,
    /// Of this file they cannot be made.
    Impossible,
}

impl PreviewState {
    /// Every state.
    pub const ALL: [Self; 3] = [Self::None, Self::Made, Self::Impossible];

    /// The word stored.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        self.into()
    }

    /// Reads the word stored.
    #[must_use]
    pub fn parse(word: &str) -> Option<Self> {
        word.parse().ok()
    }
}

/// Rounds of tries after which even a file that may come back is given up; the waits between them double from an hour,
/// five days in all.
const MAX_ROUNDS: u32 = 8;
const FIRST_WAIT: Duration = Duration::from_hours(1);

/// How long to wait before pictures are tried again whose task has now failed for good `rounds` times (1 or more);
/// `None`: never, unless the scene's file changes. A file that is damaged or that nobody understands stays so; one that
/// is missing may lie on a mount that is not there yet.
#[must_use]
pub fn again_after(class: ErrorClass, rounds: u32) -> Option<Duration> {
    let may_pass = matches!(
        class,
        ErrorClass::SourceMissing
            | ErrorClass::TransientIo
            | ErrorClass::DependencyAway
            | ErrorClass::NoSpace
    );
    if !may_pass || rounds >= MAX_ROUNDS {
        return None;
    }
    Some(FIRST_WAIT * 2_u32.pow(rounds.saturating_sub(1)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_read_back() {
        for state in PreviewState::ALL {
            assert_eq!(PreviewState::parse(state.as_str()), Some(state));
        }
        assert_eq!(PreviewState::parse("sung"), None);
    }

    #[test]
    fn what_may_pass_is_tried_again_and_not_for_ever() {
        let hours = |class| {
            (1..100)
                .map_while(|rounds| again_after(class, rounds))
                .map(|wait| wait.as_secs() / 3600)
                .collect::<Vec<_>>()
        };
        for class in [
            ErrorClass::SourceCorrupt,
            ErrorClass::Bug,
            ErrorClass::Cancelled,
        ] {
            assert_eq!(hours(class), Vec::<u64>::new(), "{class:?}");
        }
        for class in [
            ErrorClass::SourceMissing,
            ErrorClass::TransientIo,
            ErrorClass::DependencyAway,
            ErrorClass::NoSpace,
        ] {
            assert_eq!(hours(class), [1, 2, 4, 8, 16, 32, 64], "{class:?}");
        }
    }

    #[test]
    fn pictures_wait_for_everything_else() {
        const { assert!(PRIORITY < WANTED_PRIORITY && WANTED_PRIORITY < 0) };
    }
}
