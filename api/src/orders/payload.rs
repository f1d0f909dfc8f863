//! What applicants send.

use chrono::{Datelike as _, NaiveDate};
use domain::attachment::AttachmentKind;
use domain::ids::AttachmentId;
use domain::order::application::{ApplicationForm, CatalogueOnly, Intent};
use domain::order::get_method::GetMethod;
use domain::order::kind::OrderKind;
use domain::text::is_forbidden;
use serde::{Deserialize, Serialize};
use texts::FieldText;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::moment::none_if_empty;
use crate::problem::Problem;

/// Most scenes of one order.
pub(super) const MAX_SCENES: usize = 10_000;
/// Years of a 期望完成时间.
const WANTED_YEARS: std::ops::RangeInclusive<i32> = 2000..=2999;
/// Longest `dataType`, in bytes.
const LONGEST_DATA_TYPE: usize = 20;

/// The application form (申请表).
#[derive(Debug, Clone, Default, Serialize, Deserialize, ToSchema)]
#[schema(as = OrderForm)]
#[serde(rename_all = "camelCase", default)]
pub(super) struct FormPayload {
    /// 申请人
    applyuser: String,
    /// 联系电话, 11 digits
    apply_user_phone: String,
    /// 申请单位
    apply_user_unit: String,
    /// 项目名称
    product_name: String,
    /// 用途
    apply_user_used: String,
    /// A wish; over 5 GiB and for reprocessing it is 2.
    #[schema(value_type = Option<super::codes::GetMethod>)]
    get_method: Option<i16>,
    /// 备注
    description: String,
    /// 处理描述 (reprocessing)
    process_describe: String,
    /// 提取要素 (reprocessing)
    extracting_elements: String,
    /// 处理级别 (reprocessing)
    assignment: String,
    /// 期望完成时间 (reprocessing), `yyyy-MM-dd`
    #[serde(deserialize_with = "none_if_empty")]
    #[schema(value_type = Option<String>, format = Date)]
    wanted_end: Option<NaiveDate>,
}

impl FormPayload {
    fn parsed(self) -> Result<ApplicationForm, Problem> {
        let get_method = self
            .get_method
            .map(GetMethod::try_from)
            .transpose()
            .map_err(|_| Problem::invalid_field("getMethod", FieldText::GetMethodWrong))?;
        if self
            .wanted_end
            .is_some_and(|day| !WANTED_YEARS.contains(&day.year()))
        {
            return Err(Problem::invalid_field(
                "wantedEnd",
                FieldText::WantedEndWrong,
            ));
        }
        Ok(ApplicationForm {
            applyuser: self.applyuser,
            phone: self.apply_user_phone,
            unit: self.apply_user_unit,
            project: self.product_name,
            usage: self.apply_user_used,
            get_method,
            description: self.description,
            process_describe: self.process_describe,
            extracting_elements: self.extracting_elements,
            assignment: self.assignment,
            wanted_end: self.wanted_end,
        })
    }
}

/// A paper in its slot.
#[derive(Debug, Clone, Copy, Serialize, Deserialize, ToSchema)]
#[schema(as = AttachmentRef)]
#[serde(rename_all = "camelCase")]
pub(crate) struct PaperPayload {
    #[serde(rename = "type")]
    #[schema(value_type = super::codes::AttachmentType)]
    kind: i16,
    attachment_id: Uuid,
}

/// Only kept, or handed in.
#[derive(Debug, Clone, Copy, Default, Serialize, Deserialize, ToSchema)]
#[schema(as = OrderIntent)]
#[serde(rename_all = "lowercase")]
pub(super) enum IntentPayload {
    #[default]
    Save,
    Submit,
}

impl From<IntentPayload> for Intent {
    fn from(intent: IntentPayload) -> Self {
        match intent {
            IntentPayload::Save => Self::Save,
            IntentPayload::Submit => Self::Submit,
        }
    }
}

/// What becomes of scenes that are only in the catalogue.
#[derive(Debug, Clone, Copy, Serialize, Deserialize, ToSchema)]
#[schema(as = CatalogueOnlyScenes)]
#[serde(rename_all = "snake_case")]
pub(super) enum CatalogueOnlyPayload {
    /// They stay: the survey retrieves them, and they are extracted when the archive has them.
    Ask,
    /// These scenes are removed from the order.
    LeaveOut,
}

impl From<CatalogueOnlyPayload> for CatalogueOnly {
    fn from(choice: CatalogueOnlyPayload) -> Self {
        match choice {
            CatalogueOnlyPayload::Ask => Self::Ask,
            CatalogueOnlyPayload::LeaveOut => Self::LeaveOut,
        }
    }
}

fn product_data() -> String {
    "0".to_owned()
}

#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[schema(as = OrderDraft)]
#[serde(rename_all = "camelCase")]
pub(super) struct NewOrderPayload {
    #[serde(rename = "type", default)]
    #[schema(value_type = super::codes::OrderType)]
    pub(super) kind: i16,
    /// "1" archive data, anything else product data.
    #[serde(default = "product_data")]
    pub(super) data_type: String,
    #[serde(default)]
    pub(super) form: FormPayload,
    /// `dataid` of every scene.
    #[serde(default)]
    pub(super) data_ids: Vec<String>,
    #[serde(default)]
    pub(super) attachments: Vec<PaperPayload>,
    #[serde(default)]
    pub(super) action: IntentPayload,
    /// Needed to submit scenes that are only in the catalogue.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub(super) catalogue_only: Option<CatalogueOnlyPayload>,
}

/// A changed order. Its owner sends all of it; an administrator the papers of a prepared order.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[schema(as = OrderChange)]
#[serde(rename_all = "camelCase")]
pub(super) struct ChangedOrderPayload {
    #[schema(nullable = false)]
    pub(super) form: Option<FormPayload>,
    /// `dataid` of every scene.
    #[schema(nullable = false)]
    pub(super) data_ids: Option<Vec<String>>,
    #[schema(nullable = false)]
    pub(super) attachments: Option<Vec<PaperPayload>>,
    #[serde(default)]
    pub(super) action: IntentPayload,
    /// Needed to submit scenes that are only in the catalogue.
    #[schema(nullable = false)]
    pub(super) catalogue_only: Option<CatalogueOnlyPayload>,
}

pub(super) fn kind(code: i16) -> Result<OrderKind, Problem> {
    OrderKind::try_from(code).map_err(|_| Problem::invalid_field("type", FieldText::OrderTypeWrong))
}

pub(super) fn data_type(text: &str) -> Result<&str, Problem> {
    if text.len() > LONGEST_DATA_TYPE || text.chars().any(char::is_control) {
        return Err(Problem::invalid_field("dataType", FieldText::DataTypeWrong));
    }
    Ok(text)
}

/// A text without characters that must not stand in one.
pub(super) fn several_lines<'a>(field: &'static str, text: &'a str) -> Result<&'a str, Problem> {
    if text.chars().any(|c| is_forbidden(c, false)) {
        return Err(Problem::invalid_field(field, FieldText::ControlCharacters));
    }
    Ok(text)
}

pub(super) fn form(payload: FormPayload) -> Result<ApplicationForm, Problem> {
    payload.parsed()
}

pub(super) fn scenes(data_ids: &[String]) -> Result<&[String], Problem> {
    if data_ids.len() > MAX_SCENES {
        return Err(too_many_scenes(MAX_SCENES));
    }
    Ok(data_ids)
}

/// More scenes than an order can hold.
pub(super) fn too_many_scenes(most: usize) -> Problem {
    Problem::invalid_field("dataIds", FieldText::TooManyScenes { most: most as u64 })
}

/// Papers by the slots that they are named for.
pub(crate) fn papers(
    payload: &[PaperPayload],
) -> Result<Vec<(AttachmentKind, AttachmentId)>, Problem> {
    payload
        .iter()
        .map(|paper| {
            let kind = AttachmentKind::try_from(paper.kind)
                .map_err(|_| Problem::invalid_field("attachments", FieldText::PaperTypeWrong))?;
            Ok((kind, AttachmentId(paper.attachment_id)))
        })
        .collect()
}
