//! Hands over every found scene.

use super::walk::{FoundNode, PartView, Sink};
use crate::snapshot::ScenePosition;

/// Hands over every found scene.
pub struct EachSink<F>(pub F);

impl<F: FnMut(ScenePosition)> Sink for EachSink<F> {
    fn take_node(&mut self, _: FoundNode<'_, '_>) -> bool {
        false
    }

    fn take_row(&mut self, part: &PartView<'_>, row: usize) {
        (self.0)(ScenePosition {
            segment: part.number,
            row: u32::try_from(row).unwrap_or(u32::MAX),
        });
    }
}
