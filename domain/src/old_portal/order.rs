//! Orders of an old portal that are over.

use std::collections::{HashMap, HashSet};

use chrono::{DateTime, Utc};
use texts::ImportText;

use super::delivery::check_delivery;
use super::history::HistoryStep;
use super::order_row::{Canceller, OldDelivery, OldOrder};
use super::{OldRowFault, checked_text};
use crate::dictionary::FormWords;
use crate::ids::UserId;
use crate::order::application::{
    ApplicationContent, ApplicationForm, Incomplete, Intent, MAX_TEXT, check,
};
use crate::order::data_kind::DataKind;
use crate::order::feedback::{Feedback, MAX_CONTENT, Rating};
use crate::order::get_method::GetMethod;
use crate::order::kind::OrderKind;
use crate::order::number::OrderNumber;
use crate::order::rules;
use crate::order::state::OrderState;
use crate::size::ByteCount;

/// Names of unknown scenes that a refusal says; more are counted.
const NAMED: usize = 5;
/// Most characters of `dataType`.
const MAX_DATA_TYPE: usize = 20;

/// A scene as the catalogue has it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CataloguedScene {
    /// Number of the scene.
    pub did: i64,
    /// Bytes; 0: unknown.
    pub size: i64,
    /// Satellite imagery or another kind of data.
    pub kind: DataKind,
}

/// What is known while an order is looked at.
#[derive(Debug, Clone, Copy)]
pub struct OldOrderFacts<'a> {
    /// The account of a login name, in lower case.
    pub people: &'a HashMap<String, UserId>,
    /// The scenes of the catalogue by `dataid`.
    pub scenes: &'a HashMap<String, CataloguedScene>,
    /// Words that forms offer, or offered once.
    pub words: &'a FormWords,
    pub now: DateTime<Utc>,
}

/// A scene of an order that is taken in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CheckedScene {
    /// Its number in the catalogue.
    pub did: i64,
    /// Bytes that were handed out.
    pub size: i64,
    /// SHA-256 of them.
    pub sha256: Option<[u8; 32]>,
}

/// An order that can be taken in.
#[derive(Debug, Clone, PartialEq)]
pub struct CheckedOrder {
    /// 订单号
    pub number: OrderNumber,
    /// Final state.
    pub state: OrderState,
    pub kind: OrderKind,
    /// `dataType`
    pub data_type: String,
    /// Account of the applicant here.
    pub owner: UserId,
    /// Account of the auditor.
    pub auditor: UserId,
    pub form: ApplicationForm,
    /// How it was handed over.
    pub method: GetMethod,
    /// Its scenes, in their order, once each.
    pub scenes: Vec<CheckedScene>,
    /// Their sizes in the catalogue together, and how many have none.
    pub volume: (i64, i32),
    /// Steps of its life, in order.
    pub history: Vec<HistoryStep>,
    /// What the auditor said when approving it.
    pub opinion: String,
    /// Why it was rejected or cancelled.
    pub cause: String,
    /// The side that cancelled its preparation; `None`: it was not cancelled.
    pub cancelled_by: Option<Canceller>,
    /// Its delivery; `None`: nothing was handed out.
    pub delivery: Option<OldDelivery>,
    /// Rating of the applicant.
    pub feedback: Option<Feedback>,
}

/// The same words, all of them offered: what an old order says may be out of use by now.
#[must_use]
pub fn once_offered(mut words: FormWords) -> FormWords {
    for entry in words.usages.iter_mut().chain(&mut words.levels) {
        entry.on = true;
    }
    words
}

impl OldOrder {
    /// What of it is taken in.
    ///
    /// # Errors
    /// The first thing that this product's own orders cannot be.
    pub fn check(self, facts: &OldOrderFacts<'_>) -> Result<CheckedOrder, OldRowFault> {
        let number = OrderNumber::try_from(self.order_number.clone())
            .map_err(|_| OldRowFault::new("orderNumber", ImportText::NumberWrong))?;
        let state = self.ended_state()?;
        let kind = OrderKind::try_from(self.kind)
            .map_err(|_| OldRowFault::new("type", ImportText::TypeWrong))?;
        let (owner, auditor) = self.people(facts)?;
        let history = self.history(state, facts.now)?;
        let data_type = checked_text("dataType", &self.data_type, (MAX_DATA_TYPE, true))?;
        let (scenes, volume) = self.scenes_of_catalogue(&data_type, facts)?;
        let (form, method) = self.checked_form(kind, &scenes, (volume.0, facts.words))?;
        let cause = checked_text("cause", &self.cause, (MAX_TEXT, false))?;
        if state == OrderState::Rejected && rules::needs_cause(&cause).is_err() {
            return Err(OldRowFault::new("cause", ImportText::CauseMissing));
        }
        let opinion = checked_text("opinion", &self.opinion, (MAX_TEXT, false))?;
        check_delivery(&self, state, method, facts.now)?;
        Ok(CheckedOrder {
            number,
            state,
            kind,
            data_type: if data_type.is_empty() {
                DataKind::Product.code().to_owned()
            } else {
                data_type
            },
            owner,
            auditor,
            form,
            method,
            scenes,
            volume,
            history,
            opinion,
            cause,
            cancelled_by: self.cancelled_by,
            feedback: self.feedback(state)?,
            delivery: self.delivery,
        })
    }

    /// An order that is not over would begin work that the old portal may have done.
    fn ended_state(&self) -> Result<OrderState, OldRowFault> {
        use OrderState::{Completed, FeedbackGiven, Overdue, Rejected};
        let state = OrderState::try_from(self.state).ok();
        let ended =
            state.filter(|state| matches!(state, Rejected | Overdue | Completed | FeedbackGiven));
        let state = ended.ok_or_else(|| OldRowFault::new("state", ImportText::StateNotTaken))?;
        if self.cancelled_by.is_some() && state != Rejected {
            return Err(OldRowFault::new("cancelledBy", ImportText::CancellerWrong));
        }
        Ok(state)
    }

    /// Whose it is, and who audited it.
    fn people(&self, facts: &OldOrderFacts<'_>) -> Result<(UserId, UserId), OldRowFault> {
        let find = |name: &str| facts.people.get(&name.to_lowercase()).copied();
        let owner = find(&self.login_name).ok_or_else(|| {
            let name = self.login_name.clone();
            OldRowFault::new("loginName", ImportText::OwnerUnknown { name })
        })?;
        let fault = |text| OldRowFault::new("auditor", text);
        let name = (self.auditor.clone()).ok_or_else(|| fault(ImportText::AuditorMissing))?;
        let found = find(&name);
        let auditor = found.ok_or_else(|| fault(ImportText::AuditorUnknown { name }))?;
        if auditor == owner {
            return Err(fault(ImportText::AuditorIsOwner));
        }
        Ok((owner, auditor))
    }

    /// The scenes as the catalogue knows them, and what they are together.
    fn scenes_of_catalogue(
        &self,
        data_type: &str,
        facts: &OldOrderFacts<'_>,
    ) -> Result<(Vec<CheckedScene>, (i64, i32)), OldRowFault> {
        let fault = |text| OldRowFault::new("scenes", text);
        let mut unknown = Vec::new();
        let mut once = HashSet::new();
        let (mut scenes, mut kinds) = (Vec::new(), Vec::new());
        let (mut volume, mut unsized_scenes) = (0_i64, 0);
        for scene in &self.scenes {
            let Some(known) = facts.scenes.get(&scene.dataid) else {
                unknown.push(scene.dataid.as_str());
                continue;
            };
            if !once.insert(known.did) {
                continue;
            }
            scenes.push(CheckedScene {
                did: known.did,
                size: handed_out(scene.size)?.unwrap_or(known.size),
                sha256: scene.sha256.as_deref().map(checksum).transpose()?,
            });
            kinds.push(known.kind);
            volume = volume.saturating_add(known.size);
            unsized_scenes += i32::from(known.size == 0);
        }
        if !unknown.is_empty() {
            let count = unknown.len() as u64;
            let names = unknown.iter().take(NAMED).map(|name| (*name).to_owned());
            return Err(fault(ImportText::ScenesUnknown {
                count,
                names: names.collect(),
            }));
        }
        if scenes.is_empty() {
            return Err(fault(ImportText::NoScenes));
        }
        if rules::may_add(DataKind::of_order(data_type), &kinds).is_err() {
            return Err(fault(ImportText::ScenesOfOtherKind));
        }
        Ok((scenes, (volume, unsized_scenes)))
    }

    /// The form as one that is kept, and how the order was handed over: as this product would have decided.
    fn checked_form(
        &self,
        kind: OrderKind,
        scenes: &[CheckedScene],
        (volume, words): (i64, &FormWords),
    ) -> Result<(ApplicationForm, GetMethod), OldRowFault> {
        let form = self.form.clone().trimmed();
        let wish = form.get_method;
        let dids = scenes.iter().map(|scene| scene.did).collect();
        // Papers stay with the old portal: they are asked for when somebody hands in, or completes, an order here.
        let content = ApplicationContent::new(form, dids, Vec::new());
        check(&content, (kind, words), Intent::Save, wish, None).map_err(form_fault)?;
        let missing = || OldRowFault::new("getMethod", texts::FieldText::GetMethodMissing);
        let wish = wish.ok_or_else(missing)?;
        let decided = GetMethod::decide(wish, kind, ByteCount(volume.unsigned_abs()));
        if decided != wish {
            return Err(OldRowFault::new("getMethod", ImportText::MethodForced));
        }
        Ok((content.form, wish))
    }

    fn feedback(&self, state: OrderState) -> Result<Option<Feedback>, OldRowFault> {
        let fault = |text| OldRowFault::new("evaluation", text);
        let is_rated = state == OrderState::FeedbackGiven;
        let Some(evaluation) = &self.evaluation else {
            return if is_rated {
                Err(fault(ImportText::RatingMissing))
            } else {
                Ok(None)
            };
        };
        if !is_rated {
            return Err(fault(ImportText::RatingUnfit));
        }
        let rating = |code| Rating::try_from(code).map_err(|_| fault(ImportText::RatingWrong));
        Ok(Some(Feedback {
            overall: rating(evaluation.overall)?,
            response_speed: evaluation.response_speed.map(rating).transpose()?,
            service_attitude: evaluation.service_attitude.map(rating).transpose()?,
            content: checked_text("evaluation", &evaluation.content, (MAX_CONTENT, false))?,
        }))
    }
}

fn handed_out(size: Option<i64>) -> Result<Option<i64>, OldRowFault> {
    match size {
        Some(size) if size < 0 => Err(OldRowFault::new("scenes", ImportText::SizeWrong)),
        size => Ok(size),
    }
}

fn checksum(text: &str) -> Result<[u8; 32], OldRowFault> {
    let wrong = || OldRowFault::new("scenes", ImportText::ChecksumWrong);
    if text.len() != 64 || !text.bytes().all(|byte| byte.is_ascii_hexdigit()) {
        return Err(wrong());
    }
    let mut bytes = [0; 32];
    for (at, byte) in bytes.iter_mut().enumerate() {
        let digits = &text[2 * at..2 * at + 2];
        *byte = u8::from_str_radix(digits, 16).map_err(|_| wrong())?;
    }
    Ok(bytes)
}

/// The first field that is wrong.
fn form_fault(incomplete: Incomplete) -> OldRowFault {
    match incomplete {
        Incomplete::RequiredEmpty(faults) | Incomplete::Invalid(faults) => {
            let first = faults.into_iter().next();
            first.map_or_else(
                || OldRowFault::new("form", ImportText::NoScenes),
                |fault| OldRowFault::new(fault.field, fault.text),
            )
        }
        other => OldRowFault::new("form", other.text()),
    }
}
