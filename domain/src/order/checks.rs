//! What a machine can say of an order before somebody decides about it: pure rules over facts that were loaded. None of
//! them decides; each says in a sentence where to look.

use serde::Serialize;
use texts::{CheckText, Message};

use super::get_method::GetMethod;
use crate::attachment::AttachmentKind;
use crate::size::ByteCount;
use crate::text::is_blank;

/// Orders of the applicant, else of the unit, that tell what is usual; the latest ones.
pub const USUAL_ORDERS: usize = 20;
/// Fewer than these tell nothing.
const FEWEST_ORDERS: usize = 3;
/// A volume is unusual when it is so many times the median of what is usual.
const UNUSUAL_TIMES: u64 = 4;
/// Up to this a volume is never unusual: it is still handed out online.
const SMALL: ByteCount = ByteCount::gib(5);
/// Above this, a volume that cannot be compared is looked at.
const LARGE: ByteCount = ByteCount::gib(100);

/// The question that a check answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum CheckKind {
    /// The papers that the get method needs.
    Papers,
    /// The applying unit.
    Unit,
    /// Scenes that were ordered before.
    Repeated,
    /// Volume of the scenes.
    Volume,
    /// Scenes beyond what the applicant may see.
    Scope,
    /// Scenes that are only in the catalogue.
    CatalogueOnly,
}

impl CheckKind {
    /// Every kind, in the order in which they are read.
    pub const ALL: [Self; 6] = [
        Self::Papers,
        Self::Unit,
        Self::Repeated,
        Self::Volume,
        Self::Scope,
        Self::CatalogueOnly,
    ];
}

/// Outcome of a check.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// Nothing is noticed.
    Ok,
    /// Somebody should look.
    Look,
    /// Something that is required is missing.
    Missing,
}

impl Verdict {
    /// Every one, the calmest first.
    pub const ALL: [Self; 3] = [Self::Ok, Self::Look, Self::Missing];
}

/// One check with its sentence.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Check {
    pub kind: CheckKind,
    /// Outcome of the check.
    pub verdict: Verdict,
    /// The sentence that auditors read.
    pub text: CheckText,
}

impl Check {
    const fn new(kind: CheckKind, verdict: Verdict, text: CheckText) -> Self {
        Self {
            kind,
            verdict,
            text,
        }
    }
}

/// Whether the unit is in the list of units.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum UnitStanding {
    Offered,
    /// It is no longer offered.
    Withdrawn,
    /// The list does not know it.
    Unknown,
}

/// Whose order holds scenes of this one as well.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EarlierApplicant {
    /// The same account.
    Same,
    /// Another account, for the same unit.
    Unit,
}

/// An earlier order that holds scenes of this one as well.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SharedScenes {
    /// The earlier order's applicant, as far as the reader may know.
    pub applicant: EarlierApplicant,
    /// How many scenes both hold.
    pub scenes: u64,
}

/// Everything that the checks look at.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OrderFacts {
    /// How it is handed out, as decided.
    pub get_method: Option<GetMethod>,
    /// The slots that hold a paper.
    pub papers: Vec<AttachmentKind>,
    /// The applying unit, as the form has it.
    pub unit: String,
    /// What the list of units says of it.
    pub standing: UnitStanding,
    /// Number of scenes of the order.
    pub scenes: u64,
    /// Of these, how many some earlier order holds as well.
    pub repeated: u64,
    /// Earlier orders with scenes of this one.
    pub earlier: Vec<SharedScenes>,
    /// Its volume, as far as that is known.
    pub volume: ByteCount,
    /// Scenes whose size nobody knows.
    pub unsized_scenes: u64,
    /// Volumes of the applicant's latest approved orders.
    pub own_volumes: Vec<ByteCount>,
    /// Volumes of the unit's latest approved orders.
    pub unit_volumes: Vec<ByteCount>,
    /// Scenes that the applicant's scope does not hold; with any, an approval is refused.
    pub out_of_scope: u64,
    /// Scenes without a file in the archive.
    pub catalogue_only: u64,
}

/// Every check, in the order in which they are read.
#[must_use]
pub fn check(facts: &OrderFacts) -> Vec<Check> {
    let mut checks = papers(facts);
    checks.extend([unit(facts), repeated(facts), volume(facts)]);
    checks.extend([scope(facts), catalogue_only(facts)]);
    checks
}

/// One line for each paper that is missing.
fn papers(facts: &OrderFacts) -> Vec<Check> {
    let Some(method) = facts.get_method else {
        let text = CheckText::GetMethodMissing;
        return vec![Check::new(CheckKind::Papers, Verdict::Missing, text)];
    };
    let required = AttachmentKind::required_for(method);
    let missing: Vec<_> = required
        .iter()
        .filter(|kind| !facts.papers.contains(kind))
        .map(|kind| {
            let paper = Message::from(kind.text());
            Check::new(
                CheckKind::Papers,
                Verdict::Missing,
                CheckText::PaperMissing { paper },
            )
        })
        .collect();
    if !missing.is_empty() {
        return missing;
    }
    let count = required.len().to_string();
    let text = CheckText::PapersComplete { count };
    vec![Check::new(CheckKind::Papers, Verdict::Ok, text)]
}

fn unit(facts: &OrderFacts) -> Check {
    if is_blank(&facts.unit) {
        return Check::new(CheckKind::Unit, Verdict::Missing, CheckText::UnitMissing);
    }
    let unit = facts.unit.clone();
    let (verdict, text) = match facts.standing {
        UnitStanding::Offered => (Verdict::Ok, CheckText::UnitKnown { unit }),
        UnitStanding::Withdrawn => (Verdict::Look, CheckText::UnitWithdrawn { unit }),
        UnitStanding::Unknown => (Verdict::Look, CheckText::UnitUnknown { unit }),
    };
    Check::new(CheckKind::Unit, verdict, text)
}

fn repeated(facts: &OrderFacts) -> Check {
    let orders = facts.earlier.len().to_string();
    let (scenes, all) = (facts.repeated.to_string(), facts.scenes.to_string());
    let is_own = |one: &SharedScenes| one.applicant == EarlierApplicant::Same;
    let (verdict, text) = if facts.earlier.is_empty() {
        (Verdict::Ok, CheckText::NotOrderedBefore)
    } else if facts.earlier.iter().any(is_own) {
        let text = CheckText::OrderedByApplicant {
            scenes,
            all,
            orders,
        };
        (Verdict::Look, text)
    } else {
        let text = CheckText::OrderedByUnit {
            scenes,
            all,
            orders,
        };
        (Verdict::Look, text)
    };
    Check::new(CheckKind::Repeated, verdict, text)
}

fn volume(facts: &OrderFacts) -> Check {
    let volume = facts.volume.with_unit();
    let (verdict, text) = if facts.unsized_scenes > 0 {
        let scenes = facts.unsized_scenes.to_string();
        (Verdict::Look, CheckText::VolumeUnknown { volume, scenes })
    } else if facts.volume <= SMALL {
        let limit = SMALL.with_unit();
        (Verdict::Ok, CheckText::VolumeSmall { volume, limit })
    } else {
        compared(facts, volume)
    };
    Check::new(CheckKind::Volume, verdict, text)
}

/// Against what the applicant usually orders, or the unit where that is too little to tell, or a limit.
fn compared(facts: &OrderFacts, volume: String) -> (Verdict, CheckText) {
    let own = median(&facts.own_volumes);
    match own.or_else(|| median(&facts.unit_volumes)) {
        Some(median) => {
            let unusual = facts.volume.0 > median.0.saturating_mul(UNUSUAL_TIMES);
            let usual = median.with_unit();
            match (own.is_some(), unusual) {
                (true, true) => (
                    Verdict::Look,
                    CheckText::VolumeAboveApplicants { volume, usual },
                ),
                (false, true) => (Verdict::Look, CheckText::VolumeAboveUnits { volume, usual }),
                (true, false) => (
                    Verdict::Ok,
                    CheckText::VolumeLikeApplicants { volume, usual },
                ),
                (false, false) => (Verdict::Ok, CheckText::VolumeLikeUnits { volume, usual }),
            }
        }
        None if facts.volume > LARGE => {
            let limit = LARGE.with_unit();
            (Verdict::Look, CheckText::VolumeLarge { volume, limit })
        }
        None => (Verdict::Ok, CheckText::VolumeIncomparable { volume }),
    }
}

/// The lower median, where there are enough of them to tell what is usual.
fn median(volumes: &[ByteCount]) -> Option<ByteCount> {
    if volumes.len() < FEWEST_ORDERS {
        return None;
    }
    let mut sorted = volumes.to_vec();
    sorted.sort_unstable();
    sorted.get((sorted.len() - 1) / 2).copied()
}

fn scope(facts: &OrderFacts) -> Check {
    let (scenes, all) = (facts.out_of_scope.to_string(), facts.scenes.to_string());
    let (verdict, text) = if facts.out_of_scope == 0 {
        (Verdict::Ok, CheckText::AllInScope)
    } else if facts.out_of_scope < facts.scenes {
        (Verdict::Look, CheckText::SomeOutOfScope { scenes, all })
    } else {
        (Verdict::Look, CheckText::NoneInScope)
    };
    Check::new(CheckKind::Scope, verdict, text)
}

fn catalogue_only(facts: &OrderFacts) -> Check {
    let (scenes, all) = (facts.catalogue_only.to_string(), facts.scenes.to_string());
    let (verdict, text) = if facts.catalogue_only == 0 {
        (Verdict::Ok, CheckText::AllArchived)
    } else if facts.catalogue_only < facts.scenes {
        (Verdict::Look, CheckText::SomeCatalogueOnly { scenes, all })
    } else {
        (Verdict::Missing, CheckText::NoneArchived)
    };
    Check::new(CheckKind::CatalogueOnly, verdict, text)
}

#[cfg(test)]
mod tests;
