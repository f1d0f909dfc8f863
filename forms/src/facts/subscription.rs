//! What the papers of a subscription say of it.

use chrono::{NaiveDate, TimeDelta};
use domain::calendar::china_day;
use domain::catalogue::NodeKind;
use domain::field::{Field, FieldTest};
use domain::push_target::TargetKind;
use domain::subscription::{
    Delay, Frequency, KeptCondition, SubscriptionCriteria, UnknownCloudRule,
};

use super::chinese_day::chinese_day;

/// What a condition says that was not set.
const ANY: &str = "不限";
/// Most names in one condition; the rest is counted.
const MAX_NAMES: usize = 30;

/// Contents of a subscription as its form prints them.
#[derive(Debug, Clone)]
pub struct SubscriptionFacts {
    /// 订阅名称
    pub name: String,
    /// What is searched. Nodes and area are told by [`Self::nodes`] and [`Self::area`].
    pub criteria: SubscriptionCriteria,
    /// The catalogue nodes, as the tree calls them: of those that are searched the ones that the reader sees.
    pub nodes: Vec<String>,
    /// What the searched area reaches to; `None`: it is searched everywhere.
    pub area: Option<AreaFacts>,
    /// Name of the region that the area is; `None`: it was drawn.
    pub region: Option<String>,
    /// Where it goes; `None`: nothing is chosen yet.
    pub target: Option<TargetFacts>,
    /// When what came in goes out; `None`: at once.
    pub frequency: Option<Frequency>,
    /// How long scenes wait after that, so that a correction can overtake them.
    pub delay: Delay,
    /// The last day on which it holds, in China.
    pub valid_until: Option<NaiveDate>,
}

/// The rectangle around an area, degrees. East of 180 it goes on counting.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct AreaFacts {
    /// Western edge.
    pub west: f64,
    /// Southern edge.
    pub south: f64,
    /// Eastern edge.
    pub east: f64,
    /// Northern edge.
    pub north: f64,
}

/// A target as far as a paper that others read tells of it: neither its address nor who signs in there.
#[derive(Debug, Clone)]
pub struct TargetFacts {
    /// What its owner calls it.
    pub name: String,
    /// How it is spoken to; `None`: of a target that is gone nobody knows.
    pub kind: Option<TargetKind>,
}

impl SubscriptionFacts {
    /// `2027年11月25日`
    pub(crate) fn last_day(&self) -> String {
        self.valid_until
            .map_or_else(|| "＿＿年＿＿月＿＿日".to_owned(), chinese_day)
    }

    /// `省中心（SFTP）`
    pub(crate) fn target_name(&self) -> String {
        match &self.target {
            None => String::new(),
            Some(TargetFacts { name, kind: None }) => name.clone(),
            Some(TargetFacts {
                name,
                kind: Some(kind),
            }) => format!("{name}（{}）", kind_name(*kind)),
        }
    }

    /// When its files go out.
    pub(crate) fn rhythm(&self) -> String {
        let rhythm = match self.frequency {
            None => "入库后立即",
            Some(Frequency::Day) => "每日",
            Some(Frequency::Week) => "每周",
            Some(Frequency::Month) => "每月",
            Some(Frequency::Year) => "每年",
        };
        match self.delay.hours() {
            0 => rhythm.to_owned(),
            hours => format!("{rhythm}，延迟 {hours} 小时"),
        }
    }

    /// Every condition by its name, also those that were not set: who signs sees that they were not.
    pub(crate) fn conditions(&self) -> impl Iterator<Item = (&'static str, String)> {
        let conditions = [
            ("数据目录", self.node_names()),
            ("卫星", names(&self.criteria.satellites, 0)),
            ("传感器", names(&self.criteria.sensors, 0)),
            ("云量", self.cloud()),
            ("关键词", self.criteria.text.clone()),
            ("区域", self.area_words()),
            ("数据类型", self.kinds()),
            ("拍摄时间", self.times()),
            ("数据状态", self.online()),
            ("目录字段", self.fields()),
        ];
        conditions
            .into_iter()
            .map(|(name, value)| (name, value.unwrap_or_else(|| ANY.to_owned())))
    }

    /// The conditions that were set, in one line.
    pub(crate) fn scope(&self) -> String {
        let set = self.conditions().filter(|(_, value)| value != ANY);
        let set: Vec<_> = set
            .map(|(name, value)| format!("{name}：{value}"))
            .collect();
        if set.is_empty() {
            "全部数据".to_owned()
        } else {
            set.join("；")
        }
    }

    fn node_names(&self) -> Option<String> {
        let unnamed = self
            .criteria
            .node_ids
            .len()
            .saturating_sub(self.nodes.len());
        names(&self.nodes, unnamed)
    }

    /// `北京市，东经 115.42°—117.51°，北纬 39.44°—41.06°（外接范围）`
    fn area_words(&self) -> Option<String> {
        let reach = self.area?.words();
        Some(match &self.region {
            Some(region) => format!("{region}，{reach}"),
            None => reach,
        })
    }

    fn kinds(&self) -> Option<String> {
        let kinds = self.criteria.obj_types.iter();
        let names_of_kinds: Vec<_> = kinds.map(|kind| node_kind(*kind).to_owned()).collect();
        names(&names_of_kinds, 0)
    }

    fn online(&self) -> Option<String> {
        let is_narrowed = self.criteria.online_only;
        is_narrowed.then(|| "仅在线数据".to_owned())
    }

    /// The days in China on which scenes were taken; midnight ends the day before.
    fn times(&self) -> Option<String> {
        let first = self.criteria.from.map(china_day).map(chinese_day);
        let last = self.criteria.to.map(|to| to - TimeDelta::milliseconds(1));
        let last = last.map(china_day).map(chinese_day);
        match (first, last) {
            (None, None) => None,
            (Some(first), None) => Some(format!("{first}及以后")),
            (None, Some(last)) => Some(format!("{last}及以前")),
            (Some(first), Some(last)) => Some(format!("{first}至{last}")),
        }
    }

    fn fields(&self) -> Option<String> {
        let conditions: Vec<_> = self.criteria.conditions.iter().map(field_words).collect();
        (!conditions.is_empty()).then(|| conditions.join("，"))
    }

    fn cloud(&self) -> Option<String> {
        let most = self
            .criteria
            .cloud_max
            .map(|most| format!("不超过 {most}%"));
        match (self.criteria.unknown_cloud, most) {
            (UnknownCloudRule::Only, _) => Some("仅云量未知的数据".to_owned()),
            (UnknownCloudRule::Include, Some(most)) => Some(format!("{most}，含云量未知的数据")),
            (_, most) => most,
        }
    }
}

impl AreaFacts {
    fn words(self) -> String {
        let longitudes = range([self.west, self.east].map(longitude));
        let latitudes = range([self.south, self.north].map(latitude));
        format!("{longitudes}，{latitudes}（外接范围）")
    }
}

const fn kind_name(kind: TargetKind) -> &'static str {
    match kind {
        TargetKind::Ftp => "FTP",
        TargetKind::Ftps => "FTPS",
        TargetKind::Sftp => "SFTP",
        TargetKind::S3 => "S3",
        TargetKind::Shelf => "本系统数据架",
    }
}

const fn node_kind(kind: NodeKind) -> &'static str {
    match kind {
        NodeKind::Imagery => "卫星影像",
        NodeKind::Archive => "档案资料",
        NodeKind::Product => "标准产品",
    }
}

/// `分辨率（m）不超过 2.5`
fn field_words(condition: &KeptCondition) -> String {
    let Field { label, unit, .. } = &condition.field;
    let label = unit
        .as_ref()
        .map_or_else(|| label.clone(), |unit| format!("{label}（{unit}）"));
    let bounds = |from: Option<String>, to: Option<String>| match (from, to) {
        (Some(from), Some(to)) => format!("{label} {from} 至 {to}"),
        (Some(from), None) => format!("{label}不小于 {from}"),
        (None, to) => format!("{label}不超过 {}", to.unwrap_or_default()),
    };
    let number = |number: f64| number.to_string();
    let day = |time| chinese_day(china_day(time));
    match &condition.test {
        FieldTest::AnyOf(texts) => format!("{label}为{}", texts.join("、")),
        FieldTest::AnyNumber(numbers) => {
            let numbers: Vec<_> = numbers.iter().map(ToString::to_string).collect();
            format!("{label}为 {}", numbers.join("、"))
        }
        FieldTest::Range(min, max) => bounds(min.map(number), max.map(number)),
        FieldTest::Times(from, to) => bounds(from.map(day), to.map(day)),
        FieldTest::Contains(text) => format!("{label}包含“{text}”"),
    }
}

/// The first names, and how many there are beside them; `unnamed` are counted only.
fn names(listed: &[String], unnamed: usize) -> Option<String> {
    let first = listed.get(..MAX_NAMES).unwrap_or(listed);
    let rest = listed.len() - first.len() + unnamed;
    match (first.is_empty(), rest) {
        (true, 0) => None,
        (true, rest) => Some(format!("{rest} 个")),
        (false, 0) => Some(first.join("、")),
        (false, rest) => Some(format!("{}，另有 {rest} 个", first.join("、"))),
    }
}

/// A half of the globe, and degrees in it.
type Side = (&'static str, f64);

fn longitude(degrees: f64) -> Side {
    let turned = if degrees > 180.0 {
        degrees - 360.0
    } else {
        degrees
    };
    if turned < 0.0 {
        ("西经", -turned)
    } else {
        ("东经", turned)
    }
}

fn latitude(degrees: f64) -> Side {
    if degrees < 0.0 {
        ("南纬", -degrees)
    } else {
        ("北纬", degrees)
    }
}

/// `东经 100.00°—101.00°`; on both sides of a zero line each end names its side.
fn range([(from_side, from), (to_side, to)]: [Side; 2]) -> String {
    if from_side == to_side {
        format!("{from_side} {from:.2}°—{to:.2}°")
    } else {
        format!("{from_side} {from:.2}°—{to_side} {to:.2}°")
    }
}
