//! 介绍信: the unit introduces the person who applies.

use crate::document::{Align, Block, Document, Paragraph};
use crate::facts::{OrderFacts, chinese_day, or_blank};

pub(crate) fn document(facts: &OrderFacts) -> Document {
    let text = format!(
        "兹介绍我单位{}同志（身份证号：＿＿＿＿＿＿＿＿＿＿，联系电话：{}）等＿＿人，前往你处办理“{}”所需卫星遥感数据的申请与领取事宜\
         （订单号：{}，共 {}，用途：{}）。请予接洽为荷。",
        or_blank(&facts.applicant, 5),
        or_blank(&facts.phone, 6),
        or_blank(&facts.project, 12),
        facts.number_or_blank(),
        facts.amount(),
        or_blank(&facts.usage, 6),
    );
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
            Block::Paragraph(Paragraph::body(text)),
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
            Block::Paragraph(Paragraph::note(format!(
                "注：由系统于 {} 按订单信息生成；空白处请手工填写，加盖公章后扫描上传。",
                chinese_day(facts.day)
            ))),
        ],
    }
}
