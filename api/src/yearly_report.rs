//! 年度报告: what a year's figures say, with the notes of operators, as a page, Word and workbook; published for good.

mod edition;
mod file;
mod notes;
mod preview;
mod publish;
mod view;

use domain::calendar::china_day;
use domain::permission::Permission;
use domain::yearly_report::{ReportContent, ReportYear};
use serde::Deserialize;
use storage::db::handles::Transaction;
use storage::db::{handles, order_figures, yearly_reports};
use texts::FieldText;
use utoipa::IntoParams;
use utoipa_axum::routes;

use crate::context::Context;
use crate::problem::Problem;
use crate::router::{RouteAccess, Routes};
use crate::statistics::wait_until_counted;

/// It adds up everybody's deliveries and names none: whoever notes what stands out reads it without the registry.
const READERS: RouteAccess =
    RouteAccess::NeedsOne(&[Permission::Registry, Permission::NoteReports]);
const ANNOTATORS: RouteAccess = RouteAccess::Needs(Permission::NoteReports);
const PUBLISHERS: RouteAccess = RouteAccess::Needs(Permission::PublishReports);

pub(crate) fn declare(routes: &mut Routes) {
    routes.add(READERS, routes!(preview::preview));
    routes.add(READERS, routes!(file::draft));
    routes.add(READERS, routes!(edition::edition));
    routes.add(READERS, routes!(file::edition));
    routes.add(ANNOTATORS, routes!(notes::put));
    routes.add(PUBLISHERS, routes!(publish::publish));
}

/// Year and unit of the report.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct ReportQueryParams {
    /// 2000 to 2099.
    year: i32,
    /// 申请单位; left out or empty: all units.
    #[serde(default)]
    unit: String,
}

/// A year, and the unit where it is one unit's.
struct ReportKey {
    year: ReportYear,
    unit: Option<String>,
}

impl ReportKey {
    fn new(year: i32, unit: &str) -> Result<Self, Problem> {
        let year = ReportYear::try_from(year)
            .map_err(|_| Problem::invalid_field("year", FieldText::ReportYearUnknown))?;
        let unit = unit.trim();
        Ok(Self {
            year,
            unit: (!unit.is_empty()).then(|| unit.to_owned()),
        })
    }

    fn unit(&self) -> Option<&str> {
        self.unit.as_deref()
    }

    /// What the audit log calls it.
    fn subject(&self) -> (String, String) {
        let unit = self.unit().unwrap_or_default();
        let name = format!("{} {unit}", self.year);
        (self.year.to_string(), name.trim_end().to_owned())
    }
}

/// What a report says at a moment.
struct CountedReport {
    content: ReportContent,
    /// False when orders of its year or of the year before are not counted yet: it says too little of them.
    is_current: bool,
    /// What it was read over, one state of everything.
    reading: Transaction,
}

/// What the report says at this moment. Orders that were written just now are waited for a little.
async fn counted(context: &Context, key: &ReportKey) -> Result<CountedReport, Problem> {
    let today = china_day(context.now());
    let period = key.year.period(today);
    let before = key.year.period_before(period.last());
    wait_until_counted(context, period).await?;
    wait_until_counted(context, before).await?;
    let mut db = handles::begin_reading(&context.pool).await?;
    // Asked of the state that is read, not of the moment when the waiting ended.
    let mut is_current = true;
    for days in [period, before] {
        is_current &= !order_figures::is_due(&mut db, days).await?;
    }
    let figures = yearly_reports::figures(&mut db, key.year, key.unit(), today).await?;
    let notes = yearly_reports::notes(&mut db, key.year, key.unit()).await?;
    Ok(CountedReport {
        content: ReportContent::new(figures, notes),
        is_current,
        reading: db,
    })
}
