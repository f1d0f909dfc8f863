//! What is wrong with searches of the STAC interface.

use serde::Serialize;
use strum::{EnumIter, IntoStaticStr};

use crate::message::{Message, Text};

/// What is wrong with a search of the STAC interface.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, IntoStaticStr, EnumIter)]
#[strum(serialize_all = "snake_case", prefix = "filter.")]
pub enum FilterText {
    FilterWrong { reason: Message },
    QueryWrong { reason: Message },
    TooManyParts,
    TypeMismatch,
    NotTime { text: String },
    Incomplete,
    NotUnderstood { text: String },
    Expected { reason: Message, mark: String },
    TooDeep,
    QuoteOpen,
    ShapeOpen,
    OpMissing,
    ArgsMissing,
    Unsupported { op: String },
    UnsupportedOrMiscounted { op: String },
    OnlyGeometry,
    NotQueryable { name: String },
    NumberTooLarge,
    NotValue { text: String },
    ListTooLong,
    LikeNeedsText,
    LikeEndsEscaped,
    IntervalWrong,
    IntervalNeedsEnds,
    OperatorsMissing { name: String },
    OperatorNeedsText { operator: String },
    InNeedsList,
    DatetimeWrong,
    BboxNotNumbers,
    BboxCountWrong,
    BboxTurned,
    BboxWithIntersects,
    LimitWrong,
    NotJson { field: String, error: String },
    NotGeoJson { error: String },
    CrsUnsupported,
    LanguageUnsupported,
    TooManyListed { field: String },
    TokenWrong,
}

impl Text for FilterText {
    fn key(&self) -> &'static str {
        self.into()
    }
}
