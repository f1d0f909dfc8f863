//! What whoever watches the workers may learn of the scenes that they work on.

use std::collections::HashSet;

use domain::ids::TaskId;
use storage::PgConnection;
use storage::db::scopes;

use crate::caller::Caller;
use crate::catalogue_scope::{scope_of, viewer};
use crate::context::Context;
use crate::problem::Problem;

/// The tasks whose scenes the caller may see; `None`: all.
pub(crate) struct TaskSight(Option<HashSet<TaskId>>);

impl TaskSight {
    /// Of these tasks, at this moment.
    pub(crate) async fn for_tasks(
        (context, caller): (&Context, &Caller),
        db: &mut PgConnection,
        tasks: &[TaskId],
    ) -> Result<Self, Problem> {
        let scope = scope_of(context, db, viewer(Some(caller))).await?;
        let visible = scopes::visible_tasks(db, &scope, tasks).await?;
        Ok(Self(visible))
    }

    /// Whether the task's scene may be named, and the files that its errors name.
    pub(crate) fn shows(&self, task: TaskId) -> bool {
        let visible = self.0.as_ref();
        visible.is_none_or(|visible| visible.contains(&task))
    }

    /// Whether every scene may be named.
    pub(crate) const fn shows_everything(&self) -> bool {
        self.0.is_none()
    }
}
