//! `POST /api/exports`

use axum::extract::State;
use axum::http::StatusCode;
use domain::export::{MAX_LIVE, MAX_SCENES};
use domain::ids::{ExportId, OrderId};
use domain::order::rules;
use serde::{Deserialize, Serialize};
use storage::db::scopes;
use storage::lifecycle::exports::{Choice, ExportError, begin_as};
use texts::{FieldText, ProblemText};
use utoipa::ToSchema;
use uuid::Uuid;

use super::found_scenes::found_scenes;
use super::{ContentWord, KindWord};
use crate::caller::{Caller, Client};
use crate::catalogue_scope;
use crate::context::Context;
use crate::json::Json;
use crate::orders::visible;
use crate::problem::{FieldError, Problem, ProblemBody};
use crate::scenes::request::Search;

/// Seconds after which one of the exports is likely to be done.
const TRY_AGAIN: u32 = 5;
/// Unknown scenes that are named in the answer.
const MAX_NAMED: usize = 100;

/// Which scenes, and as what.
#[derive(Debug, Deserialize, ToSchema)]
#[schema(as = NewExport)]
#[serde(rename_all = "camelCase")]
pub(super) struct NewExport {
    kind: KindWord,
    /// What it tells of each scene.
    #[serde(default)]
    content: ContentWord,
    /// Scenes of this order: all, or those in `dids`.
    #[schema(nullable = false)]
    order_id: Option<Uuid>,
    #[schema(nullable = false)]
    dids: Option<Vec<i64>>,
    /// Scenes of the catalogue; not together with `orderId`.
    #[schema(nullable = false)]
    data_ids: Option<Vec<String>>,
    /// The id that it is to have, which must be nobody's; left out: a fresh one.
    #[schema(nullable = false)]
    uuid: Option<Uuid>,
    /// Everything that this search finds at the moment, in its order; alone.
    #[schema(nullable = false)]
    search: Option<Search>,
}

impl NewExport {
    const fn names_scenes(&self) -> bool {
        self.order_id.is_some() || self.dids.is_some() || self.data_ids.is_some()
    }

    fn choice(&self) -> Result<Choice<'_>, Problem> {
        match (self.order_id, &self.dids, &self.data_ids) {
            (Some(order), None, None) => Ok(Choice::Order(OrderId(order))),
            (Some(order), Some(dids), None) => Ok(Choice::SomeOfOrder(OrderId(order), dids)),
            (None, None, Some(data_ids)) => Ok(Choice::Catalogue(data_ids)),
            (None, None, None) => Err(ExportError::NothingChosen.into()),
            (Some(_), _, Some(_)) => Err(Problem::invalid_field(
                "dataIds",
                FieldText::DataIdsWithOrder,
            )),
            (None, Some(_), _) => Err(Problem::invalid_field("dids", FieldText::DidsNeedOrder)),
        }
    }
}

/// The export that is being made.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = BegunExport)]
pub(super) struct CreatedExport {
    uuid: Uuid,
}

/// Begins an export. Ask `GET /api/exports/{uuid}` until `F_STATUS` is no longer "0". The specification knows this call
/// under two names: `deriveShpByNewByOrderId` for the scenes of an order, and `getderiveShopDateOnlyShpByNew` for
/// chosen scenes. At most five exports of a person are made at the same time, and so many kept as the quota says.
#[utoipa::path(post, path = "/api/exports", tag = "exports", operation_id = "deriveShpByNewByOrderId",
    request_body = NewExport,
    responses((status = 202, body = CreatedExport), (status = 404, body = ProblemBody), (status = 409, body = ProblemBody),
        (status = 422, body = ProblemBody),
        (status = 429, body = ProblemBody)))]
pub(super) async fn create(
    State(context): State<Context>,
    caller: Caller,
    client: Client,
    Json(mut new): Json<NewExport>,
) -> Result<(StatusCode, Json<CreatedExport>), Problem> {
    let found = match new.search.take() {
        None => None,
        Some(_) if new.names_scenes() => {
            return Err(Problem::invalid_field("search", FieldText::SearchNotAlone));
        }
        Some(search) => {
            // One more than an export holds, when there are more.
            let asker = (&caller, &client);
            let (dids, _) = found_scenes(&context, asker, search, MAX_SCENES + 1).await?;
            Some(dids)
        }
    };
    let choice = match &found {
        Some(dids) => Choice::Found(dids),
        None => new.choice()?,
    };
    if let Choice::Order(order) | Choice::SomeOfOrder(order, _) = choice {
        let mut db = context.connection().await?;
        visible(&mut db, &caller, order).await?;
        let viewer = catalogue_scope::viewer(Some(&caller));
        let scope = catalogue_scope::scope_of(&context, &mut db, viewer).await?;
        let hidden = scopes::hidden_of_order(&mut db, &scope, order).await?;
        rules::must_be_in_scope(hidden as u64)?;
    }
    if let Choice::Catalogue(data_ids) = choice {
        refuse_hidden(&context, &caller, data_ids).await?;
    }
    let requested = (new.kind.into(), new.content.into());
    let quotas = &context.settings.quotas;
    let id = begin_as(
        new.uuid.map_or_else(ExportId::fresh, ExportId),
        &context.pool,
        caller.id,
        requested,
        choice,
        quotas,
        context.now(),
    )
    .await?;
    Ok((StatusCode::ACCEPTED, Json(CreatedExport { uuid: id.0 })))
}

/// Scenes that the caller may not see do not exist for the caller.
async fn refuse_hidden(
    context: &Context,
    caller: &Caller,
    data_ids: &[String],
) -> Result<(), Problem> {
    let mut db = context.connection().await?;
    let viewer = catalogue_scope::viewer(Some(caller));
    let scope = catalogue_scope::scope_of(context, &mut db, viewer).await?;
    let hidden = scopes::hidden_ids(&mut db, &scope, data_ids).await?;
    if hidden.is_empty() {
        return Ok(());
    }
    Err(ExportError::UnknownScenes(hidden).into())
}

impl From<ExportError> for Problem {
    fn from(error: ExportError) -> Self {
        let unprocessable = |text| Self::new(StatusCode::UNPROCESSABLE_ENTITY, text);
        match error {
            ExportError::NothingChosen => unprocessable(ProblemText::NothingChosen),
            ExportError::TooManyScenes => unprocessable(ProblemText::TooManyScenesToExport {
                most: MAX_SCENES as u64,
            }),
            ExportError::NoFootprint => unprocessable(ProblemText::NoFootprint),
            ExportError::UnknownScenes(ids) => {
                let count = ids.len() as u64;
                unprocessable(ProblemText::UnknownScenesToExport { count })
                    .with_errors(ids.iter().take(MAX_NAMED).map(|id| unknown(id)).collect())
            }
            ExportError::TooManyExports => Self::new(
                StatusCode::TOO_MANY_REQUESTS,
                ProblemText::TooManyExports {
                    most: MAX_LIVE.unsigned_abs(),
                },
            )
            .retry_after(TRY_AGAIN),
            ExportError::IdTaken => Self::invalid_field("uuid", FieldText::IdTaken),
            ExportError::Quota(met) => met.into(),
            ExportError::Storage(error) => error.into(),
        }
    }
}

fn unknown(id: &str) -> FieldError {
    FieldError::new("dataIds", FieldText::SceneUnknown { id: id.to_owned() })
}

#[cfg(test)]
mod tests {
    use domain::export::MAX_SCENES;
    use domain::role::Role;
    use serde_json::json;

    use crate::testing::{TestApi, scene, square};

    #[tokio::test]
    async fn everything_that_a_search_finds_is_exported() {
        let api = TestApi::new().await;
        api.node(1, None, "卫星").await;
        api.scenes(&[
            scene("a", &square(100.0, 30.0)),
            scene("b", &square(101.0, 30.0)),
            scene("c", &square(120.0, 30.0)),
        ])
        .await;
        let token = api.signed_in("zhang", Role::Applicant).await;
        let area = "POLYGON((99 29,103 29,103 32,99 32,99 29))";
        for (search, status, count) in [
            (json!({"wkt": area}), 202, Some(2)),
            (json!({}), 202, Some(3)),
            (json!({"text": "nothing"}), 422, None),
            (json!({"sort": "wrong"}), 400, None),
        ] {
            let asked = json!({"kind": "csv", "search": search});
            let answer = api.post("/api/exports", &token, asked).await;
            assert_eq!(
                answer.status.as_u16(),
                status,
                "{search}: {}",
                answer.json()
            );
            if let Some(count) = count {
                let list = api.get("/api/exports", &token).await.json();
                let uuid = &answer.json()["uuid"];
                let items = list["items"].as_array().unwrap();
                let export = items.iter().find(|one| one["uuid"] == *uuid).unwrap();
                assert_eq!(export["count"], count, "{export}");
                assert_eq!(export["content"], "list");
            }
            // What an export would hold is said before: also that it would be nothing.
            let counted = api.post("/api/exports/count", &token, search.clone()).await;
            if status == 400 {
                assert_eq!(counted.status, 400, "{search}");
            } else {
                let told = json!({"count": count.unwrap_or(0), "most": MAX_SCENES});
                assert_eq!(counted.json(), told, "{search}");
            }
        }
        let metadata = json!({"kind": "xlsx", "content": "metadata", "search": {}});
        let answer = api.post("/api/exports", &token, metadata).await;
        let path = format!("/api/exports/{}", answer.json()["uuid"].as_str().unwrap());
        let export = api.get(&path, &token).await.json();
        assert_eq!(export["content"], "metadata");
        assert_eq!(
            (&export["written"], &export["count"]),
            (&json!(0), &json!(3))
        );
        let both = json!({"kind": "csv", "search": {}, "dataIds": ["a"]});
        let answer = api.post("/api/exports", &token, both).await;
        assert_eq!(answer.json()["errors"][0]["field"], "search");
    }
}
