//! What the time line of an order says.

use serde::Serialize;
use strum::{EnumIter, IntoStaticStr};

use crate::message::Text;
use crate::names::Names;

/// What an event of an order says beyond its name.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, IntoStaticStr, EnumIter)]
#[strum(serialize_all = "snake_case", prefix = "event.")]
pub enum EventText {
    CancelledByApplicant { cause: String },
    CancelledByAdministrator { cause: String },
    PriorityChanged { from: String, to: String },
    EmergencyMarked { cause: String },
    EmergencyEnded,
    TaskPriorityChanged { count: String, to: String },
    TasksTouched { count: String },
    ScenesAdded { added: String },
    Cloned { number: String },
    Extended { days: String, time: String },
    LeftOut { count: String, scenes: Names },
    LeftOutSome { count: String, scenes: Names },
    Imported,
}

impl Text for EventText {
    fn key(&self) -> &'static str {
        self.into()
    }
}
