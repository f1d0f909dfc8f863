//! Why a row of an old portal is not taken in.

use serde::Serialize;
use strum::{EnumIter, IntoStaticStr};

use crate::message::Text;
use crate::names::Names;

/// What is wrong with a row of `scenedock import`, beside what [`crate::FieldText`] says of single fields.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, IntoStaticStr, EnumIter)]
#[strum(serialize_all = "snake_case", prefix = "import.")]
pub enum ImportText {
    LineUnreadable { why: String },
    LineTooLong { most: u64 },
    IdWrong { most: u64 },
    PasswordHashWrong,
    UnitPathWrong,
    NumberWrong,
    NumberTaken,
    TypeWrong,
    StateNotTaken,
    OwnerUnknown { name: String },
    AuditorMissing,
    AuditorUnknown { name: String },
    AuditorIsOwner,
    MomentMissing,
    MomentUnfit,
    MomentBefore { other: String },
    MomentOutOfRange,
    CauseMissing,
    CancellerWrong,
    NoScenes,
    ScenesUnknown { count: u64, names: Names },
    ScenesOfOtherKind,
    SizeWrong,
    ChecksumWrong,
    MethodForced,
    DeliveryMissing,
    DeliveryUnfit,
    ProtocolWrong,
    RatingMissing,
    RatingUnfit,
    RatingWrong,
    BehaviourWrong,
    CountWrong,
    StayWrong,
}

impl Text for ImportText {
    fn key(&self) -> &'static str {
        self.into()
    }
}
