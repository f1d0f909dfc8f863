//! 身份证: a sheet on which both sides of the card are copied.

use crate::document::{Block, Cell, Document, FormRow, Paragraph, Table};
use crate::facts::{PaperFacts, PaperSubject};

pub(crate) fn document(facts: &PaperFacts) -> Document {
    let number = facts.number_or_blank();
    let used_for = match facts.subject {
        PaperSubject::Order(_) => {
            format!("本复印件仅用于办理遥感数据订单 {number} 的申请与领取，他用无效。")
        }
        PaperSubject::Subscription(_) => {
            format!("本复印件仅用于办理遥感数据订阅 {number} 的申请与接收，他用无效。")
        }
    };
    Document {
        title: "身份证复印件".to_owned(),
        blocks: vec![
            Block::Table(person(facts)),
            Block::Gap(24.0),
            Block::CardFrame("居民身份证　人像面".to_owned()),
            Block::Gap(24.0),
            Block::CardFrame("居民身份证　国徽面".to_owned()),
            Block::Gap(24.0),
            Block::Paragraph(Paragraph::body(used_for)),
            Block::Gap(10.0),
            Block::Paragraph(Paragraph::body("本人（签字）：　　　　　　　　").right()),
            Block::Paragraph(Paragraph::body("年　　月　　日　　").right()),
            Block::Gap(10.0),
            Block::Paragraph(Paragraph::note(
                facts.origin("请将身份证正反两面按原大小复印或粘贴于框内，签字后扫描上传。"),
            )),
        ],
    }
}

fn person(facts: &PaperFacts) -> Table {
    Table {
        columns: vec![16.0, 34.0, 16.0, 34.0],
        rows: vec![
            FormRow::new(
                28.0,
                [
                    Cell::label("姓名"),
                    Cell::value(&facts.applicant),
                    Cell::label("联系电话"),
                    Cell::value(&facts.phone),
                ],
            ),
            FormRow::new(
                28.0,
                [Cell::label("单位"), Cell::value(&facts.unit).over(3)],
            ),
        ],
    }
}
