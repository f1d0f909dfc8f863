//! The application form (申请表) and what must hold before an order is kept or handed in
//! (orders specification section 5).

use chrono::NaiveDate;
use serde::{Deserialize, Serialize};
use texts::{FieldText, ProblemText};

use super::get_method::GetMethod;
use super::kind::OrderKind;
use crate::attachment::AttachmentKind;
use crate::dictionary::{FormWords, WordStanding};
use crate::ids::AttachmentId;
use crate::text::{is_blank, is_forbidden};

/// Most characters of a one-line field.
pub const MAX_LINE: usize = 200;
/// Most characters of a text of several lines.
pub const MAX_TEXT: usize = 4000;
/// Digits of a phone number.
pub const PHONE_DIGITS: usize = 11;

/// What the applicant fills in. Field names are the specification's.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct ApplicationForm {
    /// 申请人
    pub applyuser: String,
    /// 联系电话
    #[serde(rename = "applyUserPhone")]
    pub phone: String,
    /// 申请单位
    #[serde(rename = "applyUserUnit")]
    pub unit: String,
    /// 项目名称
    #[serde(rename = "productName")]
    pub project: String,
    /// 用途
    #[serde(rename = "applyUserUsed")]
    pub usage: String,
    /// 获取方式; `None` while nothing is chosen.
    #[serde(rename = "getMethod")]
    pub get_method: Option<GetMethod>,
    /// 备注
    pub description: String,
    /// 处理描述 (reprocessing)
    #[serde(rename = "processDescribe")]
    pub process_describe: String,
    /// 提取要素 (reprocessing)
    #[serde(rename = "extractingElements")]
    pub extracting_elements: String,
    /// 处理级别 (reprocessing)
    pub assignment: String,
    /// 期望完成时间 (reprocessing)
    #[serde(rename = "wantedEnd")]
    pub wanted_end: Option<NaiveDate>,
}

impl ApplicationForm {
    /// The form without blanks around its values.
    #[must_use]
    pub fn trimmed(self) -> Self {
        let trim = |text: String| text.trim().to_owned();
        Self {
            applyuser: trim(self.applyuser),
            phone: trim(self.phone),
            unit: trim(self.unit),
            project: trim(self.project),
            usage: trim(self.usage),
            get_method: self.get_method,
            description: trim(self.description),
            process_describe: trim(self.process_describe),
            extracting_elements: trim(self.extracting_elements),
            assignment: trim(self.assignment),
            wanted_end: self.wanted_end,
        }
    }

    fn lines(&self) -> [(&'static str, &str, FieldText); 5] {
        [
            ("applyuser", &self.applyuser, FieldText::ApplicantMissing),
            ("applyUserUnit", &self.unit, FieldText::ApplicantUnitMissing),
            ("productName", &self.project, FieldText::ProjectMissing),
            ("applyUserUsed", &self.usage, FieldText::UsageMissing),
            ("applyUserPhone", &self.phone, FieldText::PhoneMissing),
        ]
    }
}

/// Everything of an order that its applicant decides.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ApplicationContent {
    pub form: ApplicationForm,
    /// `did` of every scene, ascending.
    pub scenes: Vec<i64>,
    /// The papers, one a slot, by slot.
    pub papers: Vec<(AttachmentKind, AttachmentId)>,
}

impl ApplicationContent {
    /// Puts the parts into the one order in which two contents compare.
    #[must_use]
    pub fn new(
        form: ApplicationForm,
        mut scenes: Vec<i64>,
        mut papers: Vec<(AttachmentKind, AttachmentId)>,
    ) -> Self {
        scenes.sort_unstable();
        papers.sort_unstable();
        Self {
            form,
            scenes,
            papers,
        }
    }

    fn has(&self, kind: AttachmentKind) -> bool {
        self.papers.iter().any(|(held, _)| *held == kind)
    }

    /// The slots of `required` that hold no paper.
    #[must_use]
    pub fn missing(&self, required: &[AttachmentKind]) -> Vec<AttachmentKind> {
        required
            .iter()
            .copied()
            .filter(|kind| !self.has(*kind))
            .collect()
    }
}

/// Whether a form is only kept, or handed in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Intent {
    /// 保存
    Save,
    /// 提交
    Submit,
}

/// What becomes of the scenes of an order that only the catalogue knows (仅目录): no archive holds a file of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CatalogueOnly {
    /// They stay, and somebody retrieves them.
    Ask,
    /// These scenes are removed from the order.
    LeaveOut,
}

/// Whether an order may be handed in that holds `catalogued` scenes without a file: only with a choice, because its
/// applicant would otherwise learn after the approval that they cannot be prepared.
pub const fn check_catalogued(
    catalogued: u64,
    intent: Intent,
    choice: Option<CatalogueOnly>,
) -> Result<(), Incomplete> {
    match (intent, choice) {
        (Intent::Submit, None) if catalogued > 0 => {
            Err(Incomplete::CatalogueOnlyUndecided(catalogued))
        }
        _ => Ok(()),
    }
}

/// One field that is wrong.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FieldFault {
    /// The field's name in the payload.
    pub field: &'static str,
    /// What is wrong with it.
    pub text: FieldText,
}

impl FieldFault {
    const fn new(field: &'static str, text: FieldText) -> Self {
        Self { field, text }
    }
}

/// Why a form is not accepted; the first of the specification's checks that fails.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Incomplete {
    /// A rejected order comes back as it was.
    #[error("a rejected order comes back unchanged")]
    NothingChanged,
    /// One of the six required fields is empty.
    #[error("required fields are empty")]
    RequiredEmpty(Vec<FieldFault>),
    #[error("no scene is ordered")]
    NoScenes,
    /// A required paper is missing.
    #[error("required papers are missing")]
    PapersMissing(Vec<AttachmentKind>),
    /// A field holds what it must not.
    #[error("fields of the form are wrong")]
    Invalid(Vec<FieldFault>),
    /// So many scenes are only in the catalogue, and nobody chose what becomes of them.
    #[error("nobody chose what becomes of {0} catalogue-only scenes")]
    CatalogueOnlyUndecided(u64),
}

impl Incomplete {
    /// Message to the applicant.
    #[must_use]
    pub const fn text(&self) -> ProblemText {
        match self {
            Self::NothingChanged => ProblemText::NothingChanged,
            Self::RequiredEmpty(_) => ProblemText::RequiredEmpty,
            Self::NoScenes => ProblemText::NoScenes,
            Self::PapersMissing(_) => ProblemText::PapersMissing,
            Self::Invalid(_) => ProblemText::FormInvalid,
            Self::CatalogueOnlyUndecided(_) => ProblemText::CatalogueOnlyUndecided,
        }
    }
}

/// The checks of the specification, in its order. `rejected` is what a rejected order held when it
/// was rejected; `words` are what the form offers; `get_method` is the decided one ([`GetMethod::decide`]), on which the
/// papers depend.
pub fn check(
    content: &ApplicationContent,
    (kind, words): (OrderKind, &FormWords),
    intent: Intent,
    get_method: Option<GetMethod>,
    rejected: Option<&ApplicationContent>,
) -> Result<(), Incomplete> {
    if rejected == Some(content) {
        return Err(Incomplete::NothingChanged);
    }
    let empty = empty_fields(&content.form);
    if !empty.is_empty() {
        return Err(Incomplete::RequiredEmpty(empty));
    }
    if content.scenes.is_empty() {
        return Err(Incomplete::NoScenes);
    }
    if let (Intent::Submit, Some(method)) = (intent, get_method) {
        let missing = content.missing(AttachmentKind::required_for(method));
        if !missing.is_empty() {
            return Err(Incomplete::PapersMissing(missing));
        }
    }
    let faults = faulty_fields(&content.form, kind, words);
    if faults.is_empty() {
        Ok(())
    } else {
        Err(Incomplete::Invalid(faults))
    }
}

fn empty_fields(form: &ApplicationForm) -> Vec<FieldFault> {
    let mut faults: Vec<_> = form
        .lines()
        .into_iter()
        .filter(|(_, value, _)| is_blank(value))
        .map(|(field, _, text)| FieldFault::new(field, text))
        .collect();
    if form.get_method.is_none() {
        faults.push(FieldFault::new("getMethod", FieldText::GetMethodMissing));
    }
    faults
}

fn faulty_fields(form: &ApplicationForm, kind: OrderKind, words: &FormWords) -> Vec<FieldFault> {
    let mut faults = Vec::new();
    if !is_phone(&form.phone) {
        faults.push(FieldFault::new("applyUserPhone", FieldText::PhoneWrong));
    }
    faults.extend(unoffered(form, kind, words));
    let lines = form.lines();
    let texts = [
        ("description", form.description.as_str()),
        ("processDescribe", &form.process_describe),
        ("extractingElements", &form.extracting_elements),
    ];
    let lengths = lines
        .iter()
        .map(|(field, value, _)| (*field, *value, MAX_LINE))
        .chain([("assignment", form.assignment.as_str(), MAX_LINE)])
        .chain(texts.map(|(field, value)| (field, value, MAX_TEXT)));
    for (field, value, most) in lengths {
        if value.chars().count() > most {
            faults.push(FieldFault::new(
                field,
                FieldText::FormTextTooLong { most: most as u64 },
            ));
        }
        let one_line = most == MAX_LINE;
        if value.chars().any(|c| is_forbidden(c, one_line)) {
            faults.push(FieldFault::new(field, FieldText::ControlCharacters));
        }
    }
    if kind == OrderKind::Reprocessing && is_blank(&form.extracting_elements) {
        faults.push(FieldFault::new(
            "extractingElements",
            FieldText::ElementsMissing,
        ));
    }
    faults
}

/// Words that the form does not offer. A level is asked for by reprocessing orders only, and by them it may be left out.
fn unoffered(form: &ApplicationForm, kind: OrderKind, words: &FormWords) -> Vec<FieldFault> {
    let usage = match words.usage(&form.usage) {
        WordStanding::Offered => None,
        WordStanding::SwitchedOff => Some(FieldText::UsageOff),
        WordStanding::Unknown => Some(FieldText::UsageUnknown),
    };
    let asks_for_level = kind == OrderKind::Reprocessing && !form.assignment.is_empty();
    let level = match words.level(&form.assignment) {
        WordStanding::SwitchedOff if asks_for_level => Some(FieldText::LevelOff),
        WordStanding::Unknown if asks_for_level => Some(FieldText::LevelUnknown),
        _ => None,
    };
    [("applyUserUsed", usage), ("assignment", level)]
        .into_iter()
        .filter_map(|(field, text)| Some(FieldFault::new(field, text?)))
        .collect()
}

fn is_phone(text: &str) -> bool {
    text.len() == PHONE_DIGITS && text.bytes().all(|byte| byte.is_ascii_digit())
}

#[cfg(test)]
mod tests;
