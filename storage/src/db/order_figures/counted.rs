//! What all ways of counting orders share.

use std::collections::BTreeMap;

use chrono::NaiveDate;
use domain::size::ByteCount;
use domain::statistics::{MethodFigures, OrderFigures, Piece};

/// Figures by what tells them apart.
pub(super) type FiguresBy<K> = BTreeMap<K, MethodFigures>;

pub(super) fn counted(orders: i64, scenes: i64, bytes: i64) -> OrderFigures {
    OrderFigures {
        orders: orders.unsigned_abs(),
        scenes: scenes.unsigned_abs(),
        bytes: ByteCount(bytes.unsigned_abs()),
    }
}

/// Pieces, as a statement takes them.
pub(super) struct Pieces {
    pub(super) spans: Vec<String>,
    pub(super) from: Vec<NaiveDate>,
    pub(super) before: Vec<NaiveDate>,
}

impl Pieces {
    pub(super) fn new(pieces: &[Piece]) -> Self {
        Self {
            spans: pieces
                .iter()
                .map(|piece| piece.span.as_str().to_owned())
                .collect(),
            from: pieces.iter().map(|piece| piece.from).collect(),
            before: pieces.iter().map(|piece| piece.before).collect(),
        }
    }
}
