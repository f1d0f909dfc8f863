//! What the found scenes are, and how much of the drawn area those on the page cover.

use serde::Serialize;
use storage::db::scenes::Summary;
use utoipa::ToSchema;

use super::SceneBody;

/// A page of found scenes.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = FoundScenes)]
pub struct ScenePage {
    pub items: Vec<FoundScene>,
    /// Hits on all pages.
    pub total: i64,
    /// What all found scenes are; only when asked with `facets`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub facets: Option<Facets>,
    /// How many were taken in each month in China, months without one left out; only when asked with `facets`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub histogram: Option<Vec<MonthCount>>,
    /// Percent of the drawn area that the scenes of this page cover together; only when asked with `coverage`. Not there
    /// when nothing with a surface was drawn, or the drawing is too elaborate.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub coverage: Option<f64>,
}

/// A scene, and how much of the drawn area it covers.
#[derive(Debug, Serialize, ToSchema)]
pub struct FoundScene {
    #[serde(flatten)]
    pub scene: SceneBody,
    /// Percent of the drawn area, 0 to 100; where the page has a `coverage`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub coverage: Option<f64>,
}

/// How many of the found scenes, on all pages, are what.
#[derive(Debug, Serialize, ToSchema)]
pub struct Facets {
    /// Most scenes first.
    pub satellites: Vec<ValueCount>,
    /// Most scenes first.
    pub sensors: Vec<ValueCount>,
    /// Years in China, the latest first.
    pub years: Vec<ValueCount>,
    /// Catalogue nodes that the scenes lie in, most scenes first.
    pub nodes: Vec<NodeCount>,
    /// How many of the found are online.
    pub online: i64,
    /// Steps of ten percent; scenes of unknown cloud cover are in none.
    pub clouds: Vec<CloudCount>,
}

/// A value and its scenes.
#[derive(Debug, Serialize, ToSchema)]
pub struct ValueCount {
    pub value: String,
    pub count: i64,
}

/// A catalogue node and its scenes.
#[derive(Debug, Serialize, ToSchema)]
pub struct NodeCount {
    pub value: i64,
    pub count: i64,
}

/// Scenes with at least `from` and less than `to` percent of clouds; the last step also holds 100.
#[derive(Debug, Serialize, ToSchema)]
pub struct CloudCount {
    pub from: u8,
    pub to: u8,
    pub count: i64,
}

/// A month, `2024-05`, and its scenes.
#[derive(Debug, Serialize, ToSchema)]
pub struct MonthCount {
    pub month: String,
    pub count: i64,
}

impl From<&Summary> for Facets {
    fn from(summary: &Summary) -> Self {
        let mut years = std::collections::BTreeMap::new();
        for ((year, _), count) in &summary.months {
            *years.entry(*year).or_insert(0) += count;
        }
        let nodes = summary.nodes.iter();
        let mut nodes: Vec<NodeCount> = nodes
            .map(|(value, count)| NodeCount {
                value: *value,
                count: *count,
            })
            .collect();
        nodes.sort_by_key(|node| std::cmp::Reverse(node.count));
        Self {
            nodes,
            online: summary.online,
            satellites: most_first(&summary.satellites),
            sensors: most_first(&summary.sensors),
            years: years
                .into_iter()
                .rev()
                .map(|(year, count)| ValueCount {
                    value: year.to_string(),
                    count,
                })
                .collect(),
            clouds: summary
                .clouds
                .iter()
                .zip((0..).step_by(10))
                .map(|(count, from)| CloudCount {
                    from,
                    to: from + 10,
                    count: *count,
                })
                .collect(),
        }
    }
}

fn most_first(counts: &std::collections::BTreeMap<String, i64>) -> Vec<ValueCount> {
    let mut values: Vec<ValueCount> = counts
        .iter()
        .map(|(value, count)| ValueCount {
            value: value.clone(),
            count: *count,
        })
        .collect();
    values.sort_by_key(|value| std::cmp::Reverse(value.count));
    values
}

/// Scenes by month.
pub fn histogram(summary: &Summary) -> Vec<MonthCount> {
    let months = summary.months.iter();
    months
        .map(|((year, month), count)| MonthCount {
            month: format!("{year:04}-{month:02}"),
            count: *count,
        })
        .collect()
}
