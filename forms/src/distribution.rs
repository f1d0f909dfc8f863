//! 分发登记表: what is handed out, to whom, for what; signed by both sides.

use domain::order::kind::OrderKind;

use crate::document::{Align, Block, Cell, Document, FormRow, Paragraph, Table};
use crate::facts::{
    OrderFacts, PaperFacts, PaperSubject, SceneFacts, SubscriptionFacts, chinese_day,
};

const LINE: f32 = 26.0;

pub(crate) fn document(facts: &PaperFacts) -> Document {
    let (listed, copies) = match &facts.subject {
        PaperSubject::Order(order) => (scenes(order), "；领取离线拷贝时请携带原件"),
        PaperSubject::Subscription(one) => (searched(one), ""),
    };
    let blocks = vec![
        Block::Ends(
            format!("{}：{}", facts.number_label(), facts.number_or_blank()),
            format!("填表日期：{}", chinese_day(facts.day)),
        ),
        Block::Table(application(facts)),
        Block::Gap(10.0),
        Block::Table(listed),
        Block::Gap(10.0),
        Block::Table(signatures()),
        Block::Gap(4.0),
        Block::Paragraph(Paragraph::note(format!(
            "注：本表一式两份，经签字并加盖公章后扫描上传{copies}。"
        ))),
    ];
    Document {
        title: "卫星遥感数据分发登记表".to_owned(),
        blocks,
    }
}

fn pair(left: &str, value: &str, right: &str, other: &str) -> FormRow {
    let cells = [
        Cell::label(left),
        Cell::value(value),
        Cell::label(right),
        Cell::value(other),
    ];
    FormRow::new(LINE, cells)
}

fn whole(label: &str, value: &str) -> FormRow {
    FormRow::new(LINE, [Cell::label(label), Cell::value(value).over(3)])
}

fn application(facts: &PaperFacts) -> Table {
    let mut rows = vec![
        whole("申请单位", &facts.unit),
        pair("申请人", &facts.applicant, "联系电话", &facts.phone),
        whole("项目名称", &facts.project),
    ];
    match &facts.subject {
        PaperSubject::Order(order) => rows.extend(ordered(&facts.usage, order)),
        PaperSubject::Subscription(one) => rows.extend(subscribed(&facts.usage, one)),
    }
    rows.push(whole("备注", &facts.description));
    Table {
        columns: vec![16.0, 37.0, 17.0, 30.0],
        rows,
    }
}

fn ordered(usage: &str, order: &OrderFacts) -> Vec<FormRow> {
    let mut rows = vec![
        pair("数据用途", usage, "获取方式", order.method_name()),
        pair("订单类型", order.kind_name(), "数据量", &order.amount()),
    ];
    if order.kind == OrderKind::Reprocessing {
        let end = order.wanted_end.map_or_else(String::new, chinese_day);
        rows.push(whole("提取要素", &order.extracting_elements));
        rows.push(pair("处理级别", &order.assignment, "期望完成时间", &end));
        rows.push(whole("处理描述", &order.process_describe));
    }
    rows
}

fn subscribed(usage: &str, one: &SubscriptionFacts) -> Vec<FormRow> {
    let target = one.target_name();
    vec![
        whole("订阅名称", &one.name),
        whole("数据用途", usage),
        pair("推送目标", &target, "推送频率", &one.rhythm()),
        pair("有效期至", &one.last_day(), "数据量", "以实际推送为准"),
    ]
}

/// What scenes to come have to be, in place of a list of those that there are.
fn searched(one: &SubscriptionFacts) -> Table {
    let mut rows = vec![FormRow::new(22.0, [Cell::label("订阅条件").over(2)])];
    rows.extend(
        one.conditions()
            .map(|(name, value)| FormRow::new(LINE, [Cell::label(name), Cell::value(value)])),
    );
    Table {
        columns: vec![16.0, 84.0],
        rows,
    }
}

fn scenes(order: &OrderFacts) -> Table {
    let head = ["序号", "数据名称", "数据目录", "获取日期", "数据量"];
    let mut rows = vec![FormRow {
        cells: head.map(Cell::label).into(),
        height: 22.0,
    }];
    rows.extend(
        order
            .scenes
            .iter()
            .zip(1..)
            .map(|(scene, at)| line(at, scene)),
    );
    let rest = order.scene_count.saturating_sub(order.scenes.len());
    if rest > 0 {
        let text = format!("其余 {rest} 景见系统中的订单数据清单。");
        rows.push(FormRow::new(20.0, [Cell::value(text).over(5).sized(9.0)]));
    }
    Table {
        columns: vec![8.0, 46.0, 19.0, 14.0, 13.0],
        rows,
    }
}

fn line(at: usize, scene: &SceneFacts) -> FormRow {
    let size = scene
        .size
        .map_or_else(|| "未知".to_owned(), domain::size::ByteCount::with_unit);
    let cells = [
        Cell::value(at.to_string()).at(Align::Center).sized(9.0),
        Cell::value(&scene.name).sized(9.0),
        Cell::value(&scene.node).sized(9.0),
        Cell::value(scene.acquired.to_string())
            .at(Align::Center)
            .sized(9.0),
        Cell::value(size).at(Align::Right).sized(9.0),
    ];
    FormRow::new(19.0, cells)
}

fn signatures() -> Table {
    const DATE: &str = "年　　月　　日";
    const OATH: &str = "本单位承诺：所领取的数据仅用于上述项目和用途，不转让、不向第三方提供；使用成果注明数据来源并保护版权；\
        遵守国家保密规定，妥善保管数据。";
    let opinion = |text: &str| {
        Cell::value(text).over(2).signed([
            "负责人（签字）：　　　　　　　　",
            "单位（盖章）　　　　　　　　",
            DATE,
        ])
    };
    let hand = |text: &str| {
        Cell::value(text)
            .over(2)
            .signed(["签字：　　　　　　　　", DATE])
    };
    Table {
        columns: vec![25.0, 25.0, 25.0, 25.0],
        rows: vec![
            FormRow::new(30.0, [Cell::value(OATH).over(4)]),
            FormRow::new(
                112.0,
                [opinion("申请单位意见："), opinion("数据管理部门意见：")],
            ),
            FormRow::new(70.0, [hand("领取人："), hand("发放人：")]),
        ],
    }
}
