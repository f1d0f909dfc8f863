//! Extractors and answers whose refusals are problem+json.

use axum::body::{Body, Bytes};
use axum::extract::rejection::JsonRejection;
use axum::extract::{FromRequest, FromRequestParts, Request};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use storage::db::{Listing, Page};
use utoipa::{IntoParams, ToSchema};

use crate::nul_bytes;
use crate::problem::Problem;

/// Bytes: a page of ten scenes. A buffer that grows is copied each time.
const USUAL_ANSWER: usize = 8 * 1024;

/// A JSON body, in or out.
#[derive(Debug, Clone, Copy)]
pub struct Json<T>(pub T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for Json<T> {
    type Rejection = Problem;

    /// Within the route's body limit; refuses U+0000 in every text.
    async fn from_request(request: Request, state: &S) -> Result<Self, Problem> {
        let (parts, body) = request.into_parts();
        let arriving = Request::from_parts(parts.clone(), body);
        let bytes = Bytes::from_request(arriving, state)
            .await
            .map_err(JsonRejection::from)?;
        if nul_bytes::is_in_json(&bytes) {
            return Err(nul_bytes::problem());
        }
        let arrived = Request::from_parts(parts, Body::from(bytes));
        let axum::Json(value) = axum::Json::from_request(arrived, state).await?;
        Ok(Self(value))
    }
}

impl<T: Serialize> IntoResponse for Json<T> {
    fn into_response(self) -> Response {
        let mut body = Vec::with_capacity(USUAL_ANSWER);
        match serde_json::to_writer(&mut body, &self.0) {
            Ok(()) => ([(header::CONTENT_TYPE, "application/json")], body).into_response(),
            Err(error) => {
                tracing::error!(%error, "an answer cannot be written as JSON");
                Problem::internal().into_response()
            }
        }
    }
}

/// Query parameters.
#[derive(Debug, Clone, Copy, FromRequestParts)]
#[from_request(via(axum::extract::Query), rejection(Problem))]
pub struct Query<T>(pub T);

/// Path parameters. What cannot be read as one is a 404.
#[derive(Debug, Clone, Copy, FromRequestParts)]
#[from_request(via(axum::extract::Path), rejection(Problem))]
pub struct Path<T>(pub T);

/// A multipart body.
#[derive(Debug)]
pub struct Multipart(pub axum::extract::Multipart);

impl<S: Send + Sync> FromRequest<S> for Multipart {
    type Rejection = Problem;
    async fn from_request(request: Request, state: &S) -> Result<Self, Problem> {
        Ok(Self(
            axum::extract::Multipart::from_request(request, state).await?,
        ))
    }
}

/// `page` and `pageSize`.
#[derive(Debug, Clone, Copy, Default, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub struct PageQuery {
    /// 1-based.
    pub page: Option<i64>,
    /// Rows per page.
    pub page_size: Option<i64>,
}

impl PageQuery {
    /// Clamped to something answerable.
    #[must_use]
    pub fn page(self) -> Page {
        Page::new(self.page, self.page_size)
    }
}

/// A page of a list.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct List<T> {
    /// The rows of the page.
    pub items: Vec<T>,
    /// Rows on all pages.
    pub total: i64,
}

impl<T> List<T> {
    /// All rows on one page.
    #[must_use]
    pub fn whole(items: Vec<T>) -> Self {
        Self {
            total: i64::try_from(items.len()).unwrap_or(i64::MAX),
            items,
        }
    }

    /// Turns rows into what is shown of them.
    pub fn from_rows<R>(rows: Listing<R>, show: impl FnMut(R) -> T) -> Self {
        Self {
            total: rows.total,
            items: rows.items.into_iter().map(show).collect(),
        }
    }
}
