//! What a machine says of an order before somebody decides about it.

use serde::Serialize;
use strum::{EnumIter, IntoStaticStr};

use crate::message::{Message, Text};

/// The sentence of a check.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, IntoStaticStr, EnumIter)]
#[strum(serialize_all = "snake_case", prefix = "check.")]
pub enum CheckText {
    PapersComplete {
        count: String,
    },
    PaperMissing {
        paper: Message,
    },
    GetMethodMissing,
    UnitKnown {
        unit: String,
    },
    UnitWithdrawn {
        unit: String,
    },
    UnitUnknown {
        unit: String,
    },
    UnitMissing,
    NotOrderedBefore,
    OrderedByApplicant {
        scenes: String,
        all: String,
        orders: String,
    },
    OrderedByUnit {
        scenes: String,
        all: String,
        orders: String,
    },
    VolumeUnknown {
        volume: String,
        scenes: String,
    },
    VolumeSmall {
        volume: String,
        limit: String,
    },
    VolumeAboveApplicants {
        volume: String,
        usual: String,
    },
    VolumeAboveUnits {
        volume: String,
        usual: String,
    },
    VolumeLikeApplicants {
        volume: String,
        usual: String,
    },
    VolumeLikeUnits {
        volume: String,
        usual: String,
    },
    VolumeLarge {
        volume: String,
        limit: String,
    },
    VolumeIncomparable {
        volume: String,
    },
    AllInScope,
    SomeOutOfScope {
        scenes: String,
        all: String,
    },
    NoneInScope,
    AllArchived,
    SomeCatalogueOnly {
        scenes: String,
        all: String,
    },
    NoneArchived,
}

impl Text for CheckText {
    fn key(&self) -> &'static str {
        self.into()
    }
}
