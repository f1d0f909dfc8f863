//! 介绍信: the unit introduces the person who applies.

use crate::document::{Align, Block, Document, Paragraph};
use crate::facts::{PaperFacts, PaperSubject, or_blank};

pub(crate) fn document(facts: &PaperFacts) -> Document {
    Document {
        title: "介　绍　信".to_owned(),
        blocks: vec![
            Block::Paragraph(Paragraph {
                text: "（　　　）字第　　　　　　号".to_owned(),
                align: Align::Right,
                size: 12.0,
                indented: false,
                bold: false,
            }),
            Block::Gap(12.0),
            Block::Paragraph(Paragraph::body("数据管理部门：").flush()),
            Block::Paragraph(Paragraph::body(errand(facts))),
            Block::Paragraph(Paragraph::body("此致")),
            Block::Paragraph(Paragraph::body("敬礼！").flush()),
            Block::Gap(48.0),
            Block::Paragraph(
                Paragraph::body(format!("{}（公章）　　", or_blank(&facts.unit, 12))).right(),
            ),
            Block::Paragraph(Paragraph::body("年　　月　　日　　").right()),
            Block::Gap(20.0),
            Block::Paragraph(Paragraph::body("（有效期　　　天）").flush()),
            Block::Gap(30.0),
            Block::Paragraph(Paragraph::note(
                facts.origin("空白处请手工填写，加盖公章后扫描上传。"),
            )),
        ],
    }
}

/// The sentence that says who visits, and for what.
fn errand(facts: &PaperFacts) -> String {
    let matter = match &facts.subject {
        PaperSubject::Order(order) => format!(
            "“{}”所需卫星遥感数据的申请与领取事宜（订单号：{}，共 {}，用途：{}）",
            or_blank(&facts.project, 12),
            facts.number_or_blank(),
            order.amount(),
            or_blank(&facts.usage, 6),
        ),
        PaperSubject::Subscription(one) => format!(
            "“{}”卫星遥感数据的订阅事宜（订阅编号：{}，有效期至{}，用途：{}）",
            or_blank(&one.name, 12),
            facts.number_or_blank(),
            one.last_day(),
            or_blank(&facts.usage, 12),
        ),
    };
    format!(
        "兹介绍我单位{}同志（身份证号：＿＿＿＿＿＿＿＿＿＿，联系电话：{}）等＿＿人，前往你处办理{matter}。请予接洽为荷。",
        or_blank(&facts.applicant, 5),
        or_blank(&facts.phone, 6),
    )
}
