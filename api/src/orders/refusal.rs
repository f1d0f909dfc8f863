//! What the life cycle refuses, in words for the person who asked.

use std::borrow::Cow;

use axum::http::StatusCode;
use domain::order::application::{FieldFault, Incomplete};
use domain::order::state::{OrderState, Refusal};
use storage::lifecycle::{LifecycleError, OneRefused};

use super::payload;
use crate::problem::{FieldError, Problem};

const UNPROCESSABLE: StatusCode = StatusCode::UNPROCESSABLE_ENTITY;

impl From<LifecycleError> for Problem {
    fn from(error: LifecycleError) -> Self {
        match error {
            // What was deleted does not exist for anybody.
            LifecycleError::Refused(Refusal::WrongState {
                from: OrderState::Deleted,
                ..
            }) => Refusal::Invisible.into(),
            LifecycleError::Refused(refusal) => refusal.into(),
            LifecycleError::Incomplete(incomplete) => incomplete.into(),
            LifecycleError::TooManyScenes(most) => payload::too_many_scenes(most),
            LifecycleError::UnknownScenes(ids) => unknown_scenes(ids),
            LifecycleError::UnusablePapers => {
                Self::new(UNPROCESSABLE, "unusable_papers", "附件不可用，请重新上传！")
            }
            LifecycleError::SharedName(name) => {
                Self::new(UNPROCESSABLE, "shared_file_name", "文件重名")
                    .with_errors(vec![field("attachments", format!("文件重名：{name}"))])
            }
            LifecycleError::CauseMissing => cause_missing("请填写驳回原因！"),
            LifecycleError::NothingToContinue => Self::conflict(
                "nothing_to_continue",
                "没有提取完成的数据，或仍有数据正在提取，不能继续！",
            ),
            LifecycleError::NothingOnline => Self::conflict(
                "nothing_online",
                "订单中的数据都仅有目录，没有可以准备的数据！",
            ),
            LifecycleError::NothingFailed => {
                Self::conflict("nothing_failed", "没有提取失败的数据，无需重提！")
            }
            LifecycleError::ReorderOff => Self::conflict("reorder_off", "未开启重提数据！"),
            LifecycleError::NoOpenDelivery => {
                Self::conflict("no_open_delivery", "订单没有正在开放的下载地址！")
            }
            LifecycleError::AlreadyAsked => {
                Self::conflict("already_asked", "已申请延期，请等待管理员处理！")
            }
            LifecycleError::KeyReused => Self::new(
                UNPROCESSABLE,
                "idempotency_key_reused",
                "该 Idempotency-Key 已用于内容不同的请求",
            ),
            LifecycleError::Quota(met) => met.into(),
            LifecycleError::Storage(error) => error.into(),
        }
    }
}

/// A cause was asked for and not given.
pub(super) fn cause_missing(detail: &'static str) -> Problem {
    Problem::new(UNPROCESSABLE, "cause_missing", detail).with_errors(vec![FieldError {
        field: "cause".into(),
        detail: detail.into(),
    }])
}

impl From<Incomplete> for Problem {
    fn from(incomplete: Incomplete) -> Self {
        let (code, detail) = (incomplete.code(), incomplete.to_string());
        let errors = match incomplete {
            Incomplete::NothingChanged => Vec::new(),
            Incomplete::CatalogueOnlyUndecided(scenes) => {
                let detail = format!("有{scenes}景仅有目录，暂无可交付的文件");
                vec![field("catalogueOnly", detail)]
            }
            Incomplete::NoScenes => vec![field("dataIds", detail.clone())],
            Incomplete::RequiredEmpty(faults) | Incomplete::Invalid(faults) => {
                faults.into_iter().map(fault).collect()
            }
            Incomplete::PapersMissing(kinds) => kinds
                .into_iter()
                .map(|kind| field("attachments", format!("请上传{}！", kind.name())))
                .collect(),
        };
        Self::new(UNPROCESSABLE, code, detail).with_errors(errors)
    }
}

fn fault(fault: FieldFault) -> FieldError {
    field(fault.field, fault.detail)
}

fn field(field: &'static str, detail: impl Into<Cow<'static, str>>) -> FieldError {
    FieldError {
        field: field.into(),
        detail: detail.into(),
    }
}

fn unknown_scenes(mut ids: Vec<String>) -> Problem {
    ids.sort_unstable();
    let errors = ids
        .into_iter()
        .map(|id| field("dataIds", format!("数据不存在：{id}")))
        .collect();
    Problem::new(UNPROCESSABLE, "unknown_scenes", "订购的数据不存在！").with_errors(errors)
}

impl From<OneRefused> for Problem {
    /// Names the order that refused, unless the caller may not know of it.
    fn from(refused: OneRefused) -> Self {
        match (refused.number, refused.error) {
            (Some(number), LifecycleError::Refused(Refusal::WrongState { from, .. }))
                if from != OrderState::Deleted =>
            {
                Self::conflict(
                    "wrong_state",
                    format!("订单 {number} 的当前状态不能执行此操作，没有订单被删除"),
                )
            }
            (_, error) => error.into(),
        }
    }
}
