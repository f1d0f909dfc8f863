//! `POST /api/exports`

use axum::extract::State;
use axum::http::StatusCode;
use domain::export::{MOST_LIVE, MOST_SCENES};
use domain::ids::OrderId;
use serde::{Deserialize, Serialize};
use storage::lifecycle::exports::{Choice, ExportError, begin};
use utoipa::ToSchema;
use uuid::Uuid;

use super::KindWord;
use crate::caller::Caller;
use crate::context::Context;
use crate::json::Json;
use crate::orders::visible;
use crate::problem::{FieldError, Problem, ProblemBody};

/// Seconds after which one of the exports is likely to be done.
const TRY_AGAIN: u32 = 5;
/// Unknown scenes that are named in the answer.
const MOST_NAMED: usize = 100;

/// Which scenes, and as what.
#[derive(Debug, Deserialize, ToSchema)]
#[schema(as = NewExport)]
#[serde(rename_all = "camelCase")]
pub(super) struct NewExport {
    kind: KindWord,
    /// Scenes of this order: all, or those in `dids`.
    #[schema(nullable = false)]
    order_id: Option<Uuid>,
    #[schema(nullable = false)]
    dids: Option<Vec<i64>>,
    /// Scenes of the catalogue; not together with `orderId`.
    #[schema(nullable = false)]
    data_ids: Option<Vec<String>>,
}

impl NewExport {
    fn choice(&self) -> Result<Choice<'_>, Problem> {
        match (self.order_id, &self.dids, &self.data_ids) {
            (Some(order), None, None) => Ok(Choice::Order(OrderId(order))),
            (Some(order), Some(dids), None) => Ok(Choice::SomeOfOrder(OrderId(order), dids)),
            (None, None, Some(data_ids)) => Ok(Choice::Catalogue(data_ids)),
            (None, None, None) => Err(ExportError::NothingChosen.into()),
            (Some(_), _, Some(_)) => Err(Problem::invalid_field(
                "dataIds",
                "dataIds 不能与 orderId 同时使用！",
            )),
            (None, Some(_), _) => Err(Problem::invalid_field(
                "dids",
                "dids 必须与 orderId 一起使用！",
            )),
        }
    }
}

/// The export that is being made.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = BegunExport)]
pub(super) struct Begun {
    uuid: Uuid,
}

/// Begins an export. Ask `GET /api/exports/{uuid}` until `F_STATUS` is no longer "0". The specification knows this call
/// under two names: `deriveShpByNewByOrderId` for the scenes of an order, and `getderiveShopDateOnlyShpByNew` for
/// chosen scenes. At most five exports of a person are made at the same time, and so many kept as the quota says.
#[utoipa::path(post, path = "/api/exports", tag = "exports", operation_id = "deriveShpByNewByOrderId",
    request_body = NewExport,
    responses((status = 202, body = Begun), (status = 404, body = ProblemBody), (status = 409, body = ProblemBody),
        (status = 422, body = ProblemBody),
        (status = 429, body = ProblemBody)))]
pub(super) async fn create(
    State(context): State<Context>,
    caller: Caller,
    Json(new): Json<NewExport>,
) -> Result<(StatusCode, Json<Begun>), Problem> {
    let choice = new.choice()?;
    if let Choice::Order(order) | Choice::SomeOfOrder(order, _) = choice {
        let mut db = context.connection().await?;
        visible(&mut db, &caller, order).await?;
    }
    let kind = new.kind.into();
    let quotas = &context.settings.quotas;
    let id = begin(
        &context.pool,
        caller.id,
        kind,
        choice,
        quotas,
        context.now(),
    )
    .await?;
    Ok((StatusCode::ACCEPTED, Json(Begun { uuid: id.0 })))
}

impl From<ExportError> for Problem {
    fn from(error: ExportError) -> Self {
        let unprocessable =
            |code, detail: String| Self::new(StatusCode::UNPROCESSABLE_ENTITY, code, detail);
        match error {
            ExportError::NothingChosen => {
                unprocessable("nothing_chosen", "请选择要导出的数据！".to_owned())
            }
            ExportError::TooManyScenes => unprocessable(
                "too_many_scenes",
                format!("一次最多导出{MOST_SCENES}景数据！"),
            ),
            ExportError::NoFootprint => unprocessable("no_footprint", "暂无空间信息".to_owned()),
            ExportError::UnknownScenes(ids) => {
                unprocessable("unknown_scenes", format!("有{}景数据不存在！", ids.len()))
                    .with_errors(ids.iter().take(MOST_NAMED).map(|id| unknown(id)).collect())
            }
            ExportError::TooManyExports => Self::new(
                StatusCode::TOO_MANY_REQUESTS,
                "too_many_exports",
                format!("您有{MOST_LIVE}个导出任务正在进行，请稍后再试！"),
            )
            .retry_after(TRY_AGAIN),
            ExportError::Quota(met) => met.into(),
            ExportError::Storage(error) => error.into(),
        }
    }
}

fn unknown(id: &str) -> FieldError {
    FieldError {
        field: "dataIds".into(),
        detail: format!("数据不存在：{id}").into(),
    }
}
