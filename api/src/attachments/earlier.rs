//! `GET /api/attachments`

use axum::extract::State;
use domain::attachment::AttachmentKind;
use domain::ids::OrderId;
use serde::{Deserialize, Serialize};
use storage::db::attachments::{self, EarlierFilter, EarlierPaper};
use texts::FieldText;
use utoipa::{IntoParams, ToSchema};

use super::AttachmentView;
use crate::caller::Caller;
use crate::context::Context;
use crate::json::{Json, List, PageQuery, Query};
use crate::problem::{Problem, ProblemBody};

/// Filters of the papers.
#[derive(Debug, Clone, Copy, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub(super) struct EarlierQuery {
    /// Of this slot; without it of every slot.
    #[serde(rename = "type")]
    #[param(value_type = Option<crate::orders::codes::AttachmentType>)]
    kind: Option<i16>,
    /// Leaves out papers of this order.
    #[param(value_type = Option<uuid::Uuid>)]
    except_order: Option<OrderId>,
    /// 1-based.
    page: Option<i64>,
    /// Rows per page.
    page_size: Option<i64>,
}

/// A paper of an earlier order.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = EarlierAttachment)]
pub(super) struct EarlierView {
    #[serde(flatten)]
    paper: AttachmentView,
    /// Number of the latest order that holds it.
    ordername: String,
}

impl From<EarlierPaper> for EarlierView {
    fn from(earlier: EarlierPaper) -> Self {
        Self {
            paper: earlier.paper.into(),
            ordername: earlier.ordername,
        }
    }
}

/// Papers in the slots of one's own orders, those of the latest order first; the same file in the same slot is listed
/// once. `POST /api/attachments/reuse` makes one ready for another order.
#[utoipa::path(get, path = "/api/attachments", tag = "attachments", operation_id = "getEarlierAttachments",
    params(EarlierQuery),
    responses((status = 200, body = List<EarlierView>), (status = 400, body = ProblemBody)))]
pub(super) async fn earlier(
    State(context): State<Context>,
    caller: Caller,
    Query(query): Query<EarlierQuery>,
) -> Result<Json<List<EarlierView>>, Problem> {
    let filter = EarlierFilter {
        owner: caller.id,
        kind: query.kind.map(slot).transpose()?,
        except: query.except_order,
    };
    let page = PageQuery {
        page: query.page,
        page_size: query.page_size,
    };
    let mut db = context.connection().await?;
    let papers = attachments::earlier(&mut db, filter, page.page()).await?;
    Ok(Json(List::from_rows(papers, Into::into)))
}

fn slot(code: i16) -> Result<AttachmentKind, Problem> {
    AttachmentKind::try_from(code)
        .ok()
        .filter(|kind| kind.is_slot())
        .ok_or_else(|| Problem::invalid_field("type", FieldText::PaperTypeWrong))
}
