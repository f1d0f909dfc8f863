//! Which tasks.

use domain::ids::{OrderId, TaskId};
use domain::task::{ErrorClass, TaskKind};
use domain::task_state::TaskState;
use serde::Deserialize;
use storage::db::task_listing::TaskFilter;
use utoipa::{IntoParams, ToSchema};

use crate::orders::codes;

/// Filters of the tasks; a parameter left out filters nothing.
#[derive(Debug, Default, Deserialize, IntoParams, ToSchema)]
#[serde(rename_all = "camelCase", default)]
#[into_params(parameter_in = Query)]
pub(super) struct TaskFilterQuery {
    /// Only the task with this id.
    #[param(value_type = Option<Uuid>)]
    #[schema(value_type = Option<Uuid>, nullable = false)]
    id: Option<TaskId>,
    /// Only tasks in this state.
    #[param(value_type = Option<codes::TaskStateWord>, inline)]
    #[schema(value_type = Option<codes::TaskStateWord>, nullable = false)]
    state: Option<TaskState>,
    /// Only tasks of this kind.
    #[param(value_type = Option<codes::TaskKindWord>, inline)]
    #[schema(value_type = Option<codes::TaskKindWord>, nullable = false)]
    kind: Option<TaskKind>,
    /// Only tasks of this order.
    #[param(value_type = Option<Uuid>)]
    #[schema(value_type = Option<Uuid>, nullable = false)]
    order: Option<OrderId>,
    /// Part of the order number.
    #[schema(nullable = false)]
    ordername: Option<String>,
    /// Part of the login name or the name of the person whose they are.
    #[schema(nullable = false)]
    person: Option<String>,
    /// Only with this class of their last error.
    #[param(value_type = Option<codes::ErrorClassWord>, inline)]
    #[schema(value_type = Option<codes::ErrorClassWord>, nullable = false)]
    error_class: Option<ErrorClass>,
    /// Only with this code of their last error.
    #[schema(nullable = false)]
    error_code: Option<String>,
    /// Only at the worker process of this name.
    #[schema(nullable = false)]
    worker: Option<String>,
    /// Only of scenes that lie on this host.
    #[schema(nullable = false)]
    source: Option<String>,
    /// Only paused ones, or only the others.
    #[schema(nullable = false)]
    paused: Option<bool>,
    /// Only those that ended for good and wait for somebody to decide, or only the others.
    #[schema(nullable = false)]
    unresolved: Option<bool>,
}

impl From<TaskFilterQuery> for TaskFilter {
    fn from(query: TaskFilterQuery) -> Self {
        let text = |text: Option<String>| {
            let text = text.map(|text| text.trim().to_owned());
            text.filter(|text| !text.is_empty())
        };
        Self {
            ids: query.id.into_iter().collect(),
            states: query.state.into_iter().collect(),
            kind: query.kind,
            order: query.order,
            number: text(query.ordername),
            person: text(query.person),
            class: query.error_class.map(|class| class.as_str().to_owned()),
            code: text(query.error_code),
            worker: text(query.worker),
            source: text(query.source),
            paused: query.paused,
            unresolved: query.unresolved,
        }
    }
}
