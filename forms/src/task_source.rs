//! 任务来源说明: on whose behalf, and for which work, the data are applied for.

use crate::document::{Block, Cell, Document, FormRow, Paragraph, Table};
use crate::facts::{PaperFacts, PaperSubject, or_blank};

pub(crate) fn document(facts: &PaperFacts) -> Document {
    Document {
        title: "任务来源说明".to_owned(),
        blocks: vec![
            Block::Paragraph(Paragraph::body("数据管理部门：").flush()),
            Block::Paragraph(Paragraph::body(opening(facts))),
            Block::Gap(6.0),
            Block::Table(table(facts)),
            Block::Gap(6.0),
            Block::Paragraph(Paragraph::body("特此说明。")),
            Block::Gap(14.0),
            Block::Paragraph(Paragraph::body("项目负责人（签字）：　　　　　　　　").right()),
            Block::Paragraph(
                Paragraph::body(format!("{}（盖章）　　", or_blank(&facts.unit, 12))).right(),
            ),
            Block::Paragraph(Paragraph::body("年　　月　　日　　").right()),
            Block::Gap(10.0),
            Block::Paragraph(Paragraph::note(facts.origin(
                "空白处请手工填写，可附任务书或合同复印件，签字盖章后扫描上传。",
            ))),
        ],
    }
}

/// Which work the data are for, and which data.
fn opening(facts: &PaperFacts) -> String {
    let project = or_blank(&facts.project, 12);
    let number = facts.number_or_blank();
    match &facts.subject {
        PaperSubject::Order(order) => format!(
            "我单位承担“{project}”工作，因{}需要，申请使用卫星遥感数据（订单号：{number}，共 {}）。现将任务来源说明如下：",
            or_blank(&facts.usage, 6),
            order.amount(),
        ),
        PaperSubject::Subscription(one) => format!(
            "我单位承担“{project}”工作，申请订阅卫星遥感数据“{}”（订阅编号：{number}，有效期至{}）。现将任务来源说明如下：",
            or_blank(&one.name, 12),
            one.last_day(),
        ),
    }
}

/// What the data are needed for: of an order what the applicant remarks, of a subscription also what it brings.
fn needs(facts: &PaperFacts) -> String {
    match &facts.subject {
        PaperSubject::Order(_) => facts.description.clone(),
        PaperSubject::Subscription(one) => format!(
            "用途：{}\n数据范围：{}\n推送频率：{}",
            or_blank(&facts.usage, 12),
            one.scope(),
            one.rhythm(),
        ),
    }
}

fn table(facts: &PaperFacts) -> Table {
    let whole = |height: f32, label: &str, value: &str| {
        FormRow::new(height, [Cell::label(label), Cell::value(value).over(3)])
    };
    Table {
        columns: vec![20.0, 32.0, 18.0, 30.0],
        rows: vec![
            whole(30.0, "项目名称", &facts.project),
            whole(30.0, "任务下达单位", ""),
            FormRow::new(
                30.0,
                [
                    Cell::label("任务书\n（合同）编号"),
                    Cell::value(""),
                    Cell::label("项目起止时间"),
                    Cell::value(""),
                ],
            ),
            FormRow::new(
                30.0,
                [
                    Cell::label("联系人"),
                    Cell::value(&facts.applicant),
                    Cell::label("联系电话"),
                    Cell::value(&facts.phone),
                ],
            ),
            whole(120.0, "任务内容及\n数据需求", &needs(facts)),
        ],
    }
}
