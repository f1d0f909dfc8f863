//! The catalogue's tree of nodes: what a node may be called, what its scenes are, and when it may be changed.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};
use strum::{EnumIter, EnumString, IntoStaticStr};
use texts::{FieldText, ProblemText};

use crate::order::state::OrderState;
use crate::text::{is_blank, is_forbidden};

pub mod instruments;
pub mod placement;
pub mod scene_type;

use scene_type::SceneType;

/// Longest label and collection, in characters.
const LONGEST_LABEL: usize = 100;
/// Most scenes whose kind may change while somebody waits.
pub const MAX_SCENES_CHANGED: i64 = 100_000;
/// Most levels of the tree: whoever shows it goes through it level by level.
pub const MAX_LEVELS: usize = 20;

/// Orders that wait for a decision or for data.
pub const STATES_IN_WORK: [OrderState; 3] = [
    OrderState::PendingReview,
    OrderState::Approved,
    OrderState::PendingPackaging,
];

/// Sort of data that a catalogue node holds.
#[derive(
    Debug,
    Clone,
    Copy,
    PartialEq,
    Eq,
    Hash,
    Serialize,
    Deserialize,
    IntoStaticStr,
    EnumString,
    EnumIter,
)]
pub enum NodeKind {
    /// Satellite imagery.
    #[serde(rename = "WX")]
    #[strum(serialize = "WX")]
    Imagery,
    /// Archives.
    #[serde(rename = "ZL")]
    #[strum(serialize = "ZL")]
    Archive,
    /// Standard products.
    #[serde(rename = "BZCP")]
    #[strum(serialize = "BZCP")]
    Product,
}

impl NodeKind {
    pub const ALL: [Self; 3] = [Self::Imagery, Self::Archive, Self::Product];

    /// The word stored in the database.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        self.into()
    }

    /// Reads the word stored in the database.
    #[must_use]
    pub fn parse(word: &str) -> Option<Self> {
        word.parse().ok()
    }

    /// What its scenes are where nobody says otherwise.
    #[must_use]
    pub const fn usual_scene_type(self) -> SceneType {
        match self {
            Self::Imagery => SceneType::OriginalImage,
            Self::Archive => SceneType::Archive,
            Self::Product => SceneType::StandardProduct,
        }
    }
}

/// All fields of a node that the form changes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NodeDraft {
    /// Label in the tree, Chinese.
    pub label: String,
    /// The same in English, or empty.
    pub label_en: String,
    /// Sort of data that the node holds.
    pub kind: NodeKind,
    /// Type of the node's scenes.
    pub scene_type: SceneType,
    /// The STAC collection whose items belong here.
    pub collection: Option<String>,
}

impl NodeDraft {
    /// What is wrong with it: fields of the request, and what is wrong with each.
    #[must_use]
    pub fn faults(&self) -> Vec<(&'static str, FieldText)> {
        let label = self.label.as_str();
        let collection = self.collection.as_deref();
        let checks = [
            ("label", is_blank(label) || !is_fit(label)),
            ("labelEn", !is_fit(&self.label_en)),
            (
                "collection",
                collection.is_some_and(|text| is_blank(text) || !is_fit(text)),
            ),
        ];
        checks
            .into_iter()
            .filter(|(_, is_wrong)| *is_wrong)
            .map(|(field, _)| (field, FieldText::NodeLabelWrong))
            .collect()
    }
}

fn is_fit(text: &str) -> bool {
    text.chars().count() <= LONGEST_LABEL && !text.chars().any(|c| is_forbidden(c, true))
}

/// What would be without a node if it went.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct NodeUses {
    pub scenes: i64,
    /// Nodes below it.
    pub children: i64,
    /// Grants that name it.
    pub grants: i64,
    /// Searches that people saved.
    pub searches: i64,
    /// Subscriptions that have not ended.
    pub subscriptions: i64,
    /// Field lists that are its own.
    pub field_lists: i64,
    /// Orders that wait for a decision or for data, with scenes of it.
    pub orders: i64,
    /// Rules that place scenes here, the fallback among them.
    pub rules: i64,
}

/// Why a node is not made, changed, moved or removed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum CatalogueRefusal {
    /// It would be below itself.
    #[error("a node cannot be below itself")]
    BelowItself,
    /// The tree would get more levels than [`MAX_LEVELS`].
    #[error("the tree would be too deep")]
    TooDeep,
    /// Somebody changed it after it was read.
    #[error("the node was changed meanwhile")]
    ChangedMeanwhile,
    /// Only leaves change what lies in them.
    #[error("nodes below it keep its kind")]
    KindOfBranch,
    /// Orders in work hold its scenes, and an order is of one kind.
    #[error("orders in work hold its scenes")]
    KindInWork,
    /// Too many scenes would change with it.
    #[error("too many scenes would change")]
    KindOfMany,
    /// Who acts may not see it, or not all of it.
    #[error("the change goes beyond the own scope")]
    BeyondOwnScope,
    /// Others would see more or less, which who acts may not decide.
    #[error("the move changes what others see")]
    ChangesScopes,
}

impl CatalogueRefusal {
    /// What the person is told.
    #[must_use]
    pub const fn text(self) -> ProblemText {
        match self {
            Self::BelowItself => ProblemText::NodeBelowItself,
            Self::TooDeep => ProblemText::NodeTooDeep {
                most: MAX_LEVELS as u64,
            },
            Self::ChangedMeanwhile => ProblemText::ChangedMeanwhile,
            Self::KindOfBranch => ProblemText::NodeKindOfBranch,
            Self::KindInWork => ProblemText::NodeKindInWork,
            Self::KindOfMany => ProblemText::NodeKindOfMany,
            Self::BeyondOwnScope => ProblemText::ScopeBeyondOwn,
            Self::ChangesScopes => ProblemText::MoveChangesScopes,
        }
    }
}

/// Whether a node may be put below another one: `above` is that one with all above it.
pub fn check_move(node: i64, above: &[i64]) -> Result<(), CatalogueRefusal> {
    if above.contains(&node) {
        return Err(CatalogueRefusal::BelowItself);
    }
    Ok(())
}

/// Whether a node that has so many levels with all below it may be put below so many. `former`: those that it is below now.
/// A tree that is deeper than it may be can be made flatter step by step.
pub fn check_levels(
    former: Option<usize>,
    above: usize,
    levels: usize,
) -> Result<(), CatalogueRefusal> {
    let is_deeper = former.is_none_or(|former| above > former);
    if is_deeper && above.saturating_add(levels) > MAX_LEVELS {
        return Err(CatalogueRefusal::TooDeep);
    }
    Ok(())
}

/// Whether what lies in a node may become something else.
pub fn check_kind_change(uses: &NodeUses) -> Result<(), CatalogueRefusal> {
    if uses.children > 0 {
        Err(CatalogueRefusal::KindOfBranch)
    } else if uses.orders > 0 {
        Err(CatalogueRefusal::KindInWork)
    } else if uses.scenes > MAX_SCENES_CHANGED {
        Err(CatalogueRefusal::KindOfMany)
    } else {
        Ok(())
    }
}

/// Whether a grant of these nodes (`None`: all) holds a node: `chain` is the node with all above it.
#[must_use]
pub fn is_held(nodes: Option<&BTreeSet<i64>>, chain: &[i64]) -> bool {
    nodes.is_none_or(|nodes| chain.iter().any(|id| nodes.contains(id)))
}

/// What happens to the catalogue's tree and to what follows from it.
#[derive(
    Debug,
    Clone,
    Copy,
    PartialEq,
    Eq,
    Hash,
    Serialize,
    Deserialize,
    IntoStaticStr,
    EnumString,
    EnumIter,
)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum CatalogueAction {
    /// A node was made.
    CreateNode,
    /// A node got another name, kind or collection.
    ChangeNode,
    /// A node was put elsewhere.
    MoveNode,
    /// A node was removed.
    DeleteNode,
    /// Scenes are placed by other rules.
    ChangeRules,
    /// Scenes show other fields, or are searched by others.
    ChangeFields,
    /// Satellites or sensors are called something else.
    NameInstruments,
    /// Scenes were taken out of the catalogue.
    WithdrawScenes,
}

impl CatalogueAction {
    pub const ALL: [Self; 8] = [
        Self::CreateNode,
        Self::ChangeNode,
        Self::MoveNode,
        Self::DeleteNode,
        Self::ChangeRules,
        Self::ChangeFields,
        Self::NameInstruments,
        Self::WithdrawScenes,
    ];

    /// The word stored in the database.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        self.into()
    }

    /// Reads the word stored in the database.
    #[must_use]
    pub fn parse(word: &str) -> Option<Self> {
        word.parse().ok()
    }
}

#[cfg(test)]
mod tests;
