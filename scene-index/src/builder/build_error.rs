//! Why a segment is not built.

/// Why scenes cannot become a segment.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum BuildError {
    /// More than 65,535 kinds of scenes in one segment.
    #[error("a segment holds at most 65,535 sources")]
    TooManySources,
    /// A source that was not named before.
    #[error("scene {0} has a source that the builder was not told")]
    UnknownSource(u64),
    /// More rows than four bytes count.
    #[error("a segment holds at most 2^32 - 1 scenes")]
    TooManyScenes,
    /// Two scenes of one number.
    #[error("scene {0} is there twice")]
    Twice(u64),
    /// A number, a size or a time that the columns have no room for.
    #[error("scene {0} has a number, a size or a time out of range")]
    OutOfRange(u64),
    /// A name of a satellite or a sensor of more than 65,535 bytes.
    #[error("a satellite or a sensor has too long a name")]
    LongName,
}
