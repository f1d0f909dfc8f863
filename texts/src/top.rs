//! What `scenedock top` shows in a terminal.

use serde::Serialize;
use strum::{EnumIter, IntoStaticStr};

use crate::message::Text;

/// Lines, headings and columns of the terminal's monitor.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, IntoStaticStr, EnumIter)]
#[strum(serialize_all = "snake_case", prefix = "top.")]
pub enum TopText {
    Title {
        time: String,
    },
    Keys {
        seconds: u64,
    },
    Held,
    Away,
    Workers {
        processes: u64,
        used: u64,
        slots: i64,
    },
    NoWorkers,
    Tasks {
        waiting: i64,
        running: i64,
    },
    Ended {
        done: i64,
        failed: i64,
    },
    Waits {
        median: String,
        p95: String,
    },
    People {
        online: i64,
        all: i64,
    },
    Database {
        size: String,
    },
    Deliveries {
        size: String,
        count: i64,
        closing: i64,
    },
    Throughput,
    Queues,
    Running,
    RunningNone,
    Sessions,
    Resting,
    More {
        count: u64,
    },
    Kind,
    Waiting,
    Released,
    RunningTasks,
    Oldest,
    Task,
    Order,
    Scene,
    Worker,
    Attempt,
    Since,
    Progress,
    Account,
    Address,
    Fetched,
    File,
    Place,
    Failures,
    Until,
    Why,
    Direction,
    Sources,
    SourceLive,
    SourceState,
    SourceWorks,
    SourceProbed,
    SourceRests,
    SignedInFor,
    Source,
    Target,
    ExtractScene,
    PackageOrder,
    VerifyDelivery,
    Export,
    MakePreview,
    PushScene,
    BuildSegments,
    ReceiveRun,
    CopyScene,
    WithdrawScene,
    Newer,
}

impl Text for TopText {
    fn key(&self) -> &'static str {
        self.into()
    }
}
