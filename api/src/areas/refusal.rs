//! What a file that is no area is answered (portal specification sections 5, 8 and 9).

use axum::http::StatusCode;
use geo::Coord;
use geometry::area_file::Refusal;
use geometry::wkt::MAX_VERTICES;
use texts::{FieldText, ProblemText};

use crate::problem::{FieldError, Problem};

impl From<Refusal> for Problem {
    fn from(refusal: Refusal) -> Self {
        let unprocessable = |text| Self::new(StatusCode::UNPROCESSABLE_ENTITY, text);
        match refusal {
            Refusal::Unreadable(reason) => Self::bad_request(ProblemText::UnreadableArea)
                .with_errors(vec![FieldError::new("file", reason)]),
            Refusal::NotOnePolygon => unprocessable(ProblemText::NotOnePolygon),
            Refusal::TooManyVertices => unprocessable(ProblemText::TooManyVertices {
                most: MAX_VERTICES as u64,
            }),
            Refusal::SelfCrossing(Coord { x, y }) => {
                let point = format!("{x:.4}, {y:.4}");
                let error = FieldError::new(
                    "place",
                    FieldText::Coordinates {
                        place: point.clone(),
                    },
                );
                unprocessable(ProblemText::SelfCrossing { place: point }).with_errors(vec![error])
            }
        }
    }
}
