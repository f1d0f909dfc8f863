//! `GET` and `PUT /api/catalog/ingestRules`: into which node scenes go that come in.

mod dry_run;

use axum::extract::State;
use domain::catalogue::placement::{Pattern, PlacementRule, PlacementRules};
use domain::permission::Permission;
use serde::{Deserialize, Serialize};
use storage::lifecycle::catalogue::{CatalogueError, KnownRules};
use texts::FieldText;
use utoipa::ToSchema;
use utoipa_axum::routes;

use super::directory::desk;
use crate::caller::{Caller, Client};
use crate::context::Context;
use crate::json::Json;
use crate::problem::{FieldError, Problem, ProblemBody};
use crate::router::{RouteAccess, Routes};

pub(super) fn declare(routes: &mut Routes) {
    let manage = RouteAccess::Needs(Permission::ManageCatalogue);
    routes.add(manage, routes!(get, put));
    routes.add(manage, routes!(dry_run::dry_run));
}

/// Scenes that look like this go there. In patterns `*` stands for any characters; an empty one lets everything through.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct IngestRule {
    /// What the collection looks like.
    #[serde(default)]
    collection: String,
    /// What the satellite looks like.
    #[serde(default)]
    satellite: String,
    /// What the sensor looks like.
    #[serde(default)]
    sensor: String,
    /// What the processing level looks like.
    #[serde(default)]
    level: String,
    node_id: i64,
}

/// A stored rule with its number.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct NumberedIngestRule {
    /// Which of all rules it is, counted from 1.
    number: usize,
    #[serde(flatten)]
    rule: IngestRule,
}

/// The rules, in their order: the first that fits decides, then the node that has the collection, then the fallback.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct IngestRules {
    /// Those that lead to nodes which the caller sees.
    rules: Vec<NumberedIngestRule>,
    /// Where scenes go that nothing else takes; null: a node is made for their collection, or, where `mayChange` is false, they may
    /// go where the caller does not see them.
    #[schema(required)]
    fallback_id: Option<i64>,
    /// What a change has to name.
    version: i64,
    /// Whether the caller may change every node that the rules name, and so the rules; otherwise some may be left out.
    may_change: bool,
}

/// The rules to store in place of the present ones.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct IngestRulesDraft {
    rules: Vec<IngestRule>,
    /// Where scenes go that nothing else takes; null: a node is made for their collection.
    #[serde(default)]
    fallback_id: Option<i64>,
}

impl IngestRulesDraft {
    fn read(self) -> Result<PlacementRules, Problem> {
        let mut errors = Vec::new();
        let mut rules = Vec::with_capacity(self.rules.len());
        for (index, rule) in self.rules.into_iter().enumerate() {
            let mut pattern = |name: &str, text: &str| {
                Pattern::parse(text).unwrap_or_else(|| {
                    let field = format!("rules[{index}].{name}");
                    errors.push(FieldError::new(field, FieldText::PatternWrong));
                    Pattern::default()
                })
            };
            rules.push(PlacementRule {
                collection: pattern("collection", &rule.collection),
                satellite: pattern("satellite", &rule.satellite),
                sensor: pattern("sensor", &rule.sensor),
                level: pattern("level", &rule.level),
                node: rule.node_id,
            });
        }
        let rules = PlacementRules {
            rules,
            fallback: self.fallback_id,
        };
        if errors.is_empty() {
            let faults = rules.faults().into_iter();
            errors.extend(faults.map(|(field, text)| FieldError::new(field, text)));
        }
        if errors.is_empty() {
            Ok(rules)
        } else {
            Err(Problem::invalid(errors))
        }
    }
}

fn view(known: &KnownRules) -> IngestRules {
    let text = |pattern: &Pattern| pattern.as_str().to_owned();
    let items = known.rules.iter().map(|(number, rule)| NumberedIngestRule {
        number: *number,
        rule: IngestRule {
            collection: text(&rule.collection),
            satellite: text(&rule.satellite),
            sensor: text(&rule.sensor),
            level: text(&rule.level),
            node_id: rule.node,
        },
    });
    IngestRules {
        rules: items.collect(),
        fallback_id: known.fallback,
        version: known.version,
        may_change: known.may_change,
    }
}

/// The rules that place scenes which come in, as far as the caller sees the nodes that they lead to.
#[utoipa::path(get, path = "/api/catalog/ingestRules", tag = "catalogue", operation_id = "getIngestRules",
    responses((status = 200, body = IngestRules)))]
pub(super) async fn get(
    State(context): State<Context>,
    caller: Caller,
    client: Client,
) -> Result<Json<IngestRules>, Problem> {
    let known = desk(&context, &caller, &client).rules().await?;
    Ok(Json(view(&known)))
}

/// Rules as they are to be, by somebody who has read them.
#[derive(Debug, Deserialize, ToSchema)]
pub(super) struct ChangedIngestRules {
    /// The `version` that the caller has read.
    version: i64,
    #[serde(flatten)]
    draft: IngestRulesDraft,
}

/// Replaces all rules. The caller must be able to change every node that they name, before and after: whoever does not see one of
/// them takes none away unseen. Scenes that are there stay where they are until they
/// are ingested again.
#[utoipa::path(put, path = "/api/catalog/ingestRules", tag = "catalogue", operation_id = "putIngestRules",
    request_body = ChangedIngestRules,
    responses((status = 200, body = IngestRules), (status = 400, body = ProblemBody), (status = 409, body = ProblemBody)))]
pub(super) async fn put(
    State(context): State<Context>,
    caller: Caller,
    client: Client,
    Json(changed): Json<ChangedIngestRules>,
) -> Result<Json<IngestRules>, Problem> {
    let rules = changed.draft.read()?;
    let desk = desk(&context, &caller, &client);
    match desk.set_rules(changed.version, &rules).await {
        Ok(version) => Ok(Json(view(&KnownRules::replaced(rules, version)))),
        Err(CatalogueError::UnknownNode) => {
            Err(Problem::invalid_field("rules", FieldText::NoSuchNode))
        }
        Err(error) => Err(error.into()),
    }
}
