//! `GET /api/stats/satisfaction/ratings`

use axum::extract::State;
use chrono::{DateTime, Utc};
use domain::ids::OrderId;
use domain::order::feedback::Rating;
use serde::{Deserialize, Serialize};
use storage::db::service_figures::{self, GivenRating, RatingCursor, RatingFilter};
use utoipa::{IntoParams, ToSchema};

use super::super::period::PeriodQuery;
use super::AspectQuery;
use crate::context::Context;
use crate::json::{Json, Query};
use crate::moment::cursor;
use crate::problem::{Problem, ProblemBody};

/// Ratings on a page.
const PAGE: usize = 50;

/// A rating in stars.
#[derive(Debug, Clone, Copy, Deserialize, ToSchema)]
#[schema(as = Stars)]
enum StarsName {
    /// Very dissatisfied.
    #[serde(rename = "1")]
    One,
    /// Dissatisfied.
    #[serde(rename = "2")]
    Two,
    /// Average.
    #[serde(rename = "3")]
    Three,
    /// Satisfied.
    #[serde(rename = "4")]
    Four,
    /// Very satisfied.
    #[serde(rename = "5")]
    Five,
}

impl StarsName {
    const fn rating(self) -> Rating {
        match self {
            Self::One => Rating::VeryDissatisfied,
            Self::Two => Rating::Dissatisfied,
            Self::Three => Rating::Average,
            Self::Four => Rating::Satisfied,
            Self::Five => Rating::VerySatisfied,
        }
    }
}

/// Filters of the ratings.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(default)]
#[into_params(parameter_in = Query)]
pub(super) struct RatingQuery {
    /// Only ratings with this number of stars.
    #[param(inline)]
    stars: Option<StarsName>,
    /// `next` of the page before.
    #[serde(deserialize_with = "cursor")]
    #[param(value_type = Option<String>)]
    before: Option<RatingCursor>,
}

/// What somebody said of an order, in stars from 1 (very dissatisfied) to 5 (very satisfied).
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = GivenRating)]
#[serde(rename_all = "camelCase")]
struct GivenRatingView {
    at: DateTime<Utc>,
    #[schema(value_type = Uuid)]
    order_id: OrderId,
    ordername: String,
    /// The applying unit.
    unit: String,
    /// Overall rating.
    overall: i16,
    /// Rating of the speed; null if not rated.
    #[schema(required)]
    speed: Option<i16>,
    /// Rating of how staff treated the applicant.
    #[schema(required)]
    attitude: Option<i16>,
    /// Comment of the applicant.
    content: String,
}

impl From<GivenRating> for GivenRatingView {
    fn from(given: GivenRating) -> Self {
        let feedback = given.feedback;
        Self {
            at: given.at,
            order_id: given.order,
            ordername: given.ordername,
            unit: given.unit,
            overall: feedback.overall.stars(),
            speed: feedback.response_speed.map(Rating::stars),
            attitude: feedback.service_attitude.map(Rating::stars),
            content: feedback.content,
        }
    }
}

/// Ratings, the last given first.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct GivenRatingPage {
    items: Vec<GivenRatingView>,
    /// Where the next ones begin; null: there are none.
    #[schema(required)]
    next: Option<String>,
}

/// The ratings that figures of the same days, aspect and stars count, the last given first.
#[utoipa::path(get, path = "/api/stats/satisfaction/ratings", tag = "statistics", operation_id = "getGivenRatings",
    params(AspectQuery, RatingQuery, PeriodQuery),
    responses((status = 200, body = GivenRatingPage), (status = 400, body = ProblemBody)))]
pub(super) async fn list(
    State(context): State<Context>,
    Query(AspectQuery { aspect }): Query<AspectQuery>,
    Query(query): Query<RatingQuery>,
    Query(days): Query<PeriodQuery>,
) -> Result<Json<GivenRatingPage>, Problem> {
    let filter = RatingFilter {
        period: days.period(context.now()),
        aspect: aspect.aspect(),
        rating: query.stars.map(StarsName::rating),
        before: query.before,
    };
    let mut db = context.connection().await?;
    let page = service_figures::ratings(&mut db, &filter, PAGE).await?;
    Ok(Json(GivenRatingPage {
        items: page.items.into_iter().map(Into::into).collect(),
        next: page.next.map(|next| next.to_string()),
    }))
}
