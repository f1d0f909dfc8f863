//! What of the monitor names scenes, or files that are called after them.

use domain::ids::TaskId;
use storage::PgConnection;
use storage::db::archive_sources::{self, WatchedSource};
use storage::db::ftp_sessions::{self, FtpSession};
use storage::db::monitor::{self, OpenTransfer, RunningTask};
use storage::db::resting_places::{self, RestingPlace};

use crate::caller::Caller;
use crate::context::Context;
use crate::problem::Problem;
use crate::task_sight::TaskSight;

/// Rows that may name scenes.
pub(super) struct NamingRows {
    pub running: Vec<RunningTask>,
    pub transfers: Vec<OpenTransfer>,
    pub sessions: Vec<FtpSession>,
    pub sources: Vec<WatchedSource>,
    pub resting: Vec<RestingPlace>,
}

impl NamingRows {
    /// All of them, without names of scenes that the caller may not see.
    pub(super) async fn read(
        context: &Context,
        db: &mut PgConnection,
        caller: &Caller,
    ) -> Result<Self, Problem> {
        let mut rows = Self {
            running: monitor::running(db).await?,
            transfers: monitor::transfers(db).await?,
            sessions: ftp_sessions::served(db).await?,
            sources: archive_sources::watched(db).await?,
            resting: resting_places::resting(db, context.now()).await?,
        };
        let ids: Vec<TaskId> = rows.running.iter().map(|task| task.id).collect();
        let sight = TaskSight::for_tasks((context, caller), db, &ids).await?;
        rows.hide(&sight);
        Ok(rows)
    }

    /// Files are called after their scenes, errors name files, and nothing else says which scene that is.
    fn hide(&mut self, sight: &TaskSight) {
        let running = self.running.iter_mut();
        for task in running.filter(|task| !sight.shows(task.id)) {
            task.scene = None;
        }
        if sight.shows_everything() {
            return;
        }
        for transfer in &mut self.transfers {
            transfer.path.clear();
        }
        let paths = self.sessions.iter_mut();
        for path in paths.filter_map(|session| session.path.as_mut()) {
            path.clear();
        }
        for source in &mut self.sources {
            source.failure = None;
        }
        for resting in &mut self.resting {
            resting.failure = None;
        }
    }
}
