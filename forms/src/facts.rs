//! What a form is filled in with.

mod chinese_day;
mod subscription;

use chrono::NaiveDate;
use domain::order::get_method::GetMethod;
use domain::order::kind::OrderKind;
use domain::size::ByteCount;

pub use chinese_day::chinese_day;
pub use subscription::{AreaFacts, SubscriptionFacts, TargetFacts};

/// An application as its papers speak of it. Empty texts become blanks to be filled in by hand.
#[derive(Debug, Clone)]
pub struct PaperFacts {
    /// 订单号, or 订阅编号; `None` before it is kept.
    pub number: Option<String>,
    /// 申请人
    pub applicant: String,
    /// 联系电话
    pub phone: String,
    /// 申请单位
    pub unit: String,
    /// 项目名称
    pub project: String,
    /// 数据用途
    pub usage: String,
    /// 备注
    pub description: String,
    /// The day of printing, in China.
    pub day: NaiveDate,
    /// Order or subscription applied for.
    pub subject: PaperSubject,
}

/// What an application is about.
#[derive(Debug, Clone)]
pub enum PaperSubject {
    /// Scenes that there are.
    Order(OrderFacts),
    /// Scenes to come.
    Subscription(Box<SubscriptionFacts>),
}

/// Contents of an order as its form prints them.
#[derive(Debug, Clone)]
pub struct OrderFacts {
    pub kind: OrderKind,
    /// 获取方式
    pub get_method: Option<GetMethod>,
    /// 处理描述 (reprocessing)
    pub process_describe: String,
    /// 提取要素 (reprocessing)
    pub extracting_elements: String,
    /// 处理级别 (reprocessing)
    pub assignment: String,
    /// 期望完成时间 (reprocessing)
    pub wanted_end: Option<NaiveDate>,
    /// Number of scenes.
    pub scene_count: usize,
    /// Sum of the sizes that are known.
    pub volume: ByteCount,
    /// Scenes whose size nobody knows.
    pub unsized_scenes: usize,
    /// The first of them, as many as the form lists.
    pub scenes: Vec<SceneFacts>,
}

/// A scene in the list of a form.
#[derive(Debug, Clone)]
pub struct SceneFacts {
    /// 数据名称
    pub name: String,
    /// The catalogue node it lies in, as the tree calls it.
    pub node: String,
    /// The day of acquisition, in China.
    pub acquired: NaiveDate,
    /// Bytes; `None`: nobody knows.
    pub size: Option<ByteCount>,
}

impl PaperFacts {
    pub(crate) fn number_or_blank(&self) -> &str {
        self.number.as_deref().unwrap_or("（提交后生成）")
    }

    /// What its number is called.
    pub(crate) const fn number_label(&self) -> &'static str {
        match self.subject {
            PaperSubject::Order(_) => "订单号",
            PaperSubject::Subscription(_) => "订阅编号",
        }
    }

    /// When and from what the paper was filled in, and what is still to do by hand.
    pub(crate) fn origin(&self, by_hand: &str) -> String {
        let source = match self.subject {
            PaperSubject::Order(_) => "订单",
            PaperSubject::Subscription(_) => "订阅",
        };
        let day = chinese_day(self.day);
        format!("注：由系统于 {day} 按{source}信息生成；{by_hand}")
    }
}

impl OrderFacts {
    /// Most scenes that a form lists; the rest is counted.
    pub const MAX_SCENES: usize = 200;

    /// "12 景，约 4.3 GB"
    #[must_use]
    pub fn amount(&self) -> String {
        let count = format!("{} 景", self.scene_count);
        match (self.volume.0, self.unsized_scenes) {
            (_, 0) => format!("{count}，约 {}", self.volume.with_unit()),
            (0, _) => format!("{count}，数据量待核定"),
            (_, unknown) => format!(
                "{count}，约 {}（另有 {unknown} 景数据量待核定）",
                self.volume.with_unit()
            ),
        }
    }

    pub(crate) const fn kind_name(&self) -> &'static str {
        match self.kind {
            OrderKind::ExistingProduct => "现有产品订单",
            OrderKind::RoutineDemand => "常规需求订单",
            OrderKind::Reprocessing => "再加工订单",
        }
    }

    pub(crate) const fn method_name(&self) -> &'static str {
        match self.get_method {
            Some(GetMethod::OnlineDownload) => "在线下载",
            Some(GetMethod::OfflineCopy) => "离线拷贝",
            None => "□ 在线下载    □ 离线拷贝",
        }
    }
}

/// The text, or a line to write on.
pub(crate) fn or_blank(text: &str, blanks: usize) -> String {
    if text.trim().is_empty() {
        return "＿".repeat(blanks);
    }
    text.trim().to_owned()
}
