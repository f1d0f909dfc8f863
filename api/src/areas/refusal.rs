//! Why a file is not taken, in the specification's words (portal specification sections 5, 8 and 9).

use axum::http::StatusCode;
use geo::Coord;
use texts::{FieldText, Message, ProblemText};

use crate::geometry::parse::MOST_VERTICES;
use crate::problem::{FieldError, Problem};

/// Why a file is not taken.
#[derive(Debug, Clone, PartialEq)]
pub enum Refusal {
    /// It cannot be read; the reason.
    Unreadable(Message),
    /// It holds no polygon, or several.
    NotOnePolygon,
    /// More than [`MOST_VERTICES`].
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

impl From<Refusal> for Problem {
    fn from(refusal: Refusal) -> Self {
        let unprocessable = |text| Self::new(StatusCode::UNPROCESSABLE_ENTITY, text);
        match refusal {
            Refusal::Unreadable(reason) => Self::bad_request(ProblemText::UnreadableArea)
                .with_errors(vec![FieldError::new("file", reason)]),
            Refusal::NotOnePolygon => unprocessable(ProblemText::NotOnePolygon),
            Refusal::TooManyVertices => unprocessable(ProblemText::TooManyVertices {
                most: MOST_VERTICES as u64,
            }),
            Refusal::SelfCrossing(Coord { x, y }) => {
                let place = format!("{x:.4}, {y:.4}");
                let error = FieldError::new(
                    "place",
                    FieldText::Coordinates {
                        place: place.clone(),
                    },
                );
                unprocessable(ProblemText::SelfCrossing { place }).with_errors(vec![error])
            }
        }
    }
}
