//! A scene that was found.

/// What the index knows of it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Hit {
    pub(super) did: i64,
    pub(super) acquired: i64,
    pub(super) cloud: f32,
    pub(super) class: u32,
    /// Bytes.
    pub(super) size: i64,
    pub(super) spot: ScenePosition,
}

/// Where in the content a scene is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct ScenePosition {
    /// [`LOOSE`]: in none.
    pub(super) chunk: u32,
    pub(super) place: u32,
}

/// The chunk of those in no chunk.
pub(super) const LOOSE: u32 = u32::MAX;

impl ScenePosition {
    pub(super) fn new(chunk: usize, place: usize) -> Self {
        let number = |it: usize| u32::try_from(it).unwrap_or(LOOSE);
        Self {
            chunk: number(chunk),
            place: number(place),
        }
    }
}
