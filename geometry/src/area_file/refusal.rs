//! Why a file is not taken, in the specification's words (portal specification sections 5, 8 and 9).

use geo::Coord;
use texts::{AreaFileText, Message};

use crate::crs::CrsError;

/// Why a file is not taken.
#[derive(Debug, Clone, PartialEq)]
pub enum Refusal {
    /// It cannot be read; the reason.
    Unreadable(Message),
    /// It holds no polygon, or several.
    NotOnePolygon,
    /// More than [`MAX_VERTICES`](crate::wkt::MAX_VERTICES).
    TooManyVertices,
    /// A ring of it crosses itself, here in degrees.
    SelfCrossing(Coord),
}

impl Refusal {
    /// Cannot be read, because of this.
    pub fn unreadable(reason: impl Into<Message>) -> Self {
        Self::Unreadable(reason.into())
    }
}

impl From<CrsError> for Refusal {
    fn from(error: CrsError) -> Self {
        Self::unreadable(match error {
            CrsError::Parameters => AreaFileText::CrsParametersWrong,
            CrsError::OutOfRange => AreaFileText::CrsOutOfRange,
        })
    }
}
