//! Order statistics (订单统计): how many orders, scenes and bytes, by whom, when and for what; how often people did what
//! (用户行为统计); what the archive took in (数据接收统计), and what was
//! downloaded of it (数据下载统计); how well the survey served; how the scenes of the catalogue cover an area (覆盖统计);
//! what client systems call for (开放服务).
//!
//! What each figure means stands in docs/figures.md. All but coverage, which one look of the scene index
//! counts, are read from roll-ups that workers keep
//! ([`storage::db::order_figures`], [`storage::db::received`], [`storage::db::downloads`], [`storage::db::service_figures`]);
//! calls of client systems are summed where they are counted ([`storage::db::open_services`]).

mod behaviours;
mod breakdown;
mod coverage;
mod downloads;
mod exploitation;
mod figure_list;
mod figures;
mod month_table;
mod monthly;
mod names;
mod open_services;
mod orders_seen;
mod overview;
mod period;
mod preparation;
mod ranking;
mod received;
mod satisfaction;
mod shown_table;
mod source;
mod units;
mod workbook;

use domain::permission::Permission;
use utoipa_axum::routes;

use crate::router::{RouteAccess, Routes};

pub(crate) use figure_list::FigureList;
pub(crate) use period::{PeriodQuery, wait_until_counted, wait_until_results_counted};

pub(crate) fn declare(routes: &mut Routes) {
    routes.add(
        RouteAccess::Needs(Permission::OrderStatistics),
        routes!(overview::overview),
    );
    routes.add(
        RouteAccess::Needs(Permission::OrderStatistics),
        routes!(overview::workbook),
    );
    routes.add(
        RouteAccess::Needs(Permission::OrderStatistics),
        routes!(monthly::monthly),
    );
    routes.add(
        RouteAccess::Needs(Permission::OrderStatistics),
        routes!(monthly::workbook),
    );
    routes.add(
        RouteAccess::Needs(Permission::OrderStatistics),
        routes!(units::units),
    );
    routes.add(
        RouteAccess::Needs(Permission::OrderStatistics),
        routes!(units::workbook),
    );
    routes.add(
        RouteAccess::Needs(Permission::OrderStatistics),
        routes!(ranking::workbook),
    );
    routes.add(
        RouteAccess::Needs(Permission::OrderStatistics),
        routes!(breakdown::breakdown),
    );
    routes.add(
        RouteAccess::Needs(Permission::OrderStatistics),
        routes!(breakdown::workbook),
    );
    routes.add(
        RouteAccess::Needs(Permission::BehaviourStatistics),
        routes!(behaviours::behaviours),
    );
    routes.add(
        RouteAccess::Needs(Permission::BehaviourStatistics),
        routes!(behaviours::workbook),
    );
    received::declare(routes);
    downloads::declare(routes);
    coverage::declare(routes);
    preparation::declare(routes);
    satisfaction::declare(routes);
    exploitation::declare(routes);
    open_services::declare(routes);
    shown_table::declare(routes);
}

#[cfg(test)]
mod tests;
