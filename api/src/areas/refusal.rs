//! Why a file is not taken, in the specification's words (portal specification sections 5, 8 and 9).

use axum::http::StatusCode;
use geo::Coord;

use crate::geometry::parse::MOST_VERTICES;
use crate::problem::{FieldError, Problem};

/// Why a file is not taken.
#[derive(Debug, Clone, PartialEq)]
pub enum Refusal {
    /// It cannot be read; the reason.
    Unreadable(String),
    /// It holds no polygon, or several.
    NotOnePolygon,
    /// More than [`MOST_VERTICES`].
    TooManyVertices,
    /// A ring of it crosses itself, here in degrees.
    SelfCrossing(Coord),
}

impl Refusal {
    /// Cannot be read, because of this.
    pub fn because(reason: impl std::fmt::Display) -> Self {
        Self::Unreadable(reason.to_string())
    }
}

impl From<Refusal> for Problem {
    fn from(refusal: Refusal) -> Self {
        match refusal {
            Refusal::Unreadable(reason) => {
                Self::bad_request("unreadable_area", "上传失败，请重新上传！").with_errors(vec![
                    FieldError {
                        field: "file".into(),
                        detail: reason.into(),
                    },
                ])
            }
            Refusal::NotOnePolygon => Self::new(
                StatusCode::UNPROCESSABLE_ENTITY,
                "not_one_polygon",
                "请使用单面矢量数据或者合并后的多面矢量数据执行数据查询！",
            ),
            Refusal::TooManyVertices => Self::new(
                StatusCode::UNPROCESSABLE_ENTITY,
                "too_many_vertices",
                format!("上传成功，但矢量数据的顶点数超过{MOST_VERTICES}个，请简化后重新上传！"),
            ),
            Refusal::SelfCrossing(Coord { x, y }) => {
                let place = format!("{x:.4}, {y:.4}");
                Self::new(
                    StatusCode::UNPROCESSABLE_ENTITY,
                    "self_crossing",
                    format!("多边形自相交（{place} 附近），请修改后重试"),
                )
                .with_errors(vec![FieldError {
                    field: "place".into(),
                    detail: place.into(),
                }])
            }
        }
    }
}
