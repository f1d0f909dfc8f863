//! What the papers of a subscription say of it.

use chrono::NaiveDate;
use domain::push_target::TargetKind;
use domain::subscription::{Delay, Frequency, SubscriptionCriteria, UnknownCloudRule};

use super::chinese_day;

/// What a condition says that was not set.
const ANY: &str = "不限";
/// Most names in one condition; the rest is counted.
const MOST_NAMES: usize = 30;

/// What a subscription asks for.
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
    /// Where it goes; `None`: nothing is chosen yet.
    pub target: Option<TargetFacts>,
    /// When what came in goes out; `None`: at once.
    pub frequency: Option<Frequency>,
    /// And how long after.
    pub delay: Delay,
    /// The last day on which it holds, in China.
    pub valid_until: Option<NaiveDate>,
}

/// The rectangle around an area, degrees. East of 180 it goes on counting.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct AreaFacts {
    /// Its western edge.
    pub west: f64,
    /// Its southern edge.
    pub south: f64,
    /// Its eastern edge.
    pub east: f64,
    /// Its northern edge.
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
            ("区域", self.area.map(AreaFacts::words)),
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

/// The first names, and how many there are beside them; `unnamed` are counted only.
fn names(listed: &[String], unnamed: usize) -> Option<String> {
    let first = listed.get(..MOST_NAMES).unwrap_or(listed);
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
