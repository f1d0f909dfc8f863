//! The blank papers as people open them: text by `pdftotext`, fonts by `pdffonts`, parts of the DOCX by `zip`.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::io::{Cursor, Read as _};
use std::path::Path;
use std::process::Command;

use chrono::NaiveDate;
use domain::attachment::AttachmentKind;
use domain::order::get_method::GetMethod;
use domain::order::kind::OrderKind;
use domain::size::ByteCount;
use forms::facts::{OrderFacts, SceneFacts};
use forms::{Format, document, write};

const KINDS: [AttachmentKind; 4] = AttachmentKind::FOR_COMPLETION;

fn day(text: &str) -> NaiveDate {
    text.parse().unwrap()
}

fn facts(scenes: usize) -> OrderFacts {
    let scene = |at: usize| SceneFacts {
        name: format!("GF1_E102.3_N30.4_L1A{at:05}"),
        node: "高分一号".into(),
        acquired: day("2024-05-01"),
        size: (at > 0).then_some(ByteCount(734_003_200)),
    };
    OrderFacts {
        number: Some("20261122WP160312345".into()),
        kind: OrderKind::ExistingProduct,
        applicant: "欧阳翀".into(),
        phone: "13812345678".into(),
        unit: "中国地质调查局成都地质调查中心（西南地质科技创新中心）".into(),
        project: "西南三江造山带1:5万区域地质调查（2026年度）".into(),
        usage: "地质矿产调查评价".into(),
        get_method: Some(GetMethod::OfflineCopy),
        description: "请于雨季前提供。".into(),
        process_describe: String::new(),
        extracting_elements: String::new(),
        assignment: String::new(),
        wanted_end: None,
        scene_count: scenes,
        volume: ByteCount(734_003_200 * scenes.saturating_sub(1) as u64),
        unsized_scenes: 1,
        scenes: (0..scenes.min(OrderFacts::MOST_SCENES))
            .map(scene)
            .collect(),
        day: day("2026-11-22"),
    }
}

fn pdf(kind: AttachmentKind, facts: &OrderFacts) -> Vec<u8> {
    write(&document(kind, facts).unwrap(), Format::Pdf).unwrap()
}

/// What a program of poppler says of a PDF.
fn poppler(program: &str, pdf: &[u8], after: &[&str]) -> String {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("form.pdf");
    std::fs::write(&file, pdf).unwrap();
    keep(pdf, "pdf");
    let said = Command::new(program)
        .arg(Path::new(&file))
        .args(after)
        .output()
        .expect("poppler-utils");
    assert!(
        said.status.success(),
        "{}",
        String::from_utf8_lossy(&said.stderr)
    );
    String::from_utf8(said.stdout).unwrap()
}

/// Leaves the papers in a folder that `FORMS_LOOK` names, to be looked at.
fn keep(bytes: &[u8], ending: &str) {
    if let Some(folder) = std::env::var_os("FORMS_LOOK").filter(|folder| !folder.is_empty()) {
        let name = format!("{}-{}.{ending}", ending, bytes.len());
        std::fs::write(Path::new(&folder).join(name), bytes).unwrap();
    }
}

/// The text without the breaks that the page made.
fn text(pdf: &[u8]) -> String {
    poppler("pdftotext", pdf, &["-layout", "-"]).replace(['\n', ' ', '\u{c}', '　'], "")
}

#[test]
fn every_paper_says_what_the_order_says_as_text() {
    let facts = facts(3);
    for (kind, words) in KINDS.into_iter().zip([
        ["任务来源说明", "项目负责人（签字）", "（盖章）"],
        ["卫星遥感数据分发登记表", "申请单位意见", "领取人"],
        ["介绍信", "请予接洽为荷", "（公章）"],
        ["身份证复印件", "居民身份证人像面", "他用无效"],
    ]) {
        let text = text(&pdf(kind, &facts));
        for word in words {
            assert!(text.contains(word), "{kind:?} {word}: {text}");
        }
        for fact in ["20261122WP160312345", "欧阳翀", "13812345678"] {
            assert!(text.contains(fact), "{kind:?} {fact}: {text}");
        }
    }
}

#[test]
fn fonts_are_embedded_as_subsets_and_papers_are_small() {
    for kind in KINDS {
        let pdf = pdf(kind, &facts(3));
        assert!(pdf.len() < 200_000, "{kind:?}: {} bytes", pdf.len());
        let fonts = poppler("pdffonts", &pdf, &[]);
        for line in fonts.lines().skip(2) {
            // name, type, encoding, emb, sub, uni
            assert!(
                line.contains("NotoSerifSC") && line.contains("yes yes yes"),
                "{line}"
            );
        }
        assert!(fonts.lines().count() >= 3, "{fonts}");
    }
}

#[test]
fn a_long_list_goes_on_over_pages_and_says_what_it_leaves_out() {
    let text = text(&pdf(AttachmentKind::DistributionForm, &facts(250)));
    assert!(
        text.contains("第1页，共") && text.contains("其余50景"),
        "{text}"
    );
    assert!(text.contains("L1A00199") && !text.contains("L1A00200"));
    assert!(
        text.matches("数据名称").count() > 3,
        "the head stands on each page"
    );
    assert!(text.contains("250景，约170.2GB"), "{text}");
    assert!(text.contains("未知"), "the first scene has no size");
}

#[test]
fn what_is_not_filled_in_yet_is_left_blank() {
    let empty = OrderFacts {
        number: None,
        applicant: String::new(),
        phone: String::new(),
        unit: String::new(),
        project: String::new(),
        usage: String::new(),
        get_method: None,
        ..facts(1)
    };
    for kind in KINDS {
        let text = text(&pdf(kind, &empty));
        assert!(text.contains("（提交后生成）"), "{kind:?}: {text}");
    }
    assert!(text(&pdf(AttachmentKind::IntroductionLetter, &empty)).contains("＿＿＿＿"));
    assert_eq!(document(AttachmentKind::Other, &empty), None);
}

#[test]
fn reprocessing_is_described() {
    let facts = OrderFacts {
        kind: OrderKind::Reprocessing,
        extracting_elements: "断裂、蚀变带".into(),
        assignment: "地质体解译".into(),
        process_describe: "按1:5万比例尺解译".into(),
        wanted_end: Some(day("2026-12-31")),
        ..facts(2)
    };
    let text = text(&pdf(AttachmentKind::DistributionForm, &facts));
    for fact in [
        "断裂、蚀变带",
        "地质体解译",
        "按1:5万比例尺解译",
        "2026年12月31日",
    ] {
        assert!(text.contains(fact), "{fact}: {text}");
    }
}

#[test]
fn texts_of_any_length_and_kind_are_written() {
    let facts = OrderFacts {
        unit: "甲".repeat(200),
        project: "𠮷😀<&>\"'".repeat(20),
        description: "A".repeat(4000),
        ..facts(2)
    };
    for kind in KINDS {
        for format in [Format::Pdf, Format::Docx] {
            assert!(
                write(&document(kind, &facts).unwrap(), format).is_ok(),
                "{kind:?}"
            );
        }
    }
    // What the font lacks is still there to be copied.
    assert!(text(&pdf(AttachmentKind::DistributionForm, &facts)).contains('𠮷'));
}

#[test]
fn the_docx_says_the_same() {
    for kind in KINDS {
        let document = document(kind, &facts(3)).unwrap();
        let bytes = write(&document, Format::Docx).unwrap();
        keep(&bytes, "docx");
        let mut archive = zip::ZipArchive::new(Cursor::new(bytes)).unwrap();
        let mut xml = String::new();
        let mut part = archive.by_name("word/document.xml").unwrap();
        part.read_to_string(&mut xml).unwrap();
        for fact in [
            document.title.as_str(),
            "20261122WP160312345",
            "13812345678",
            "宋体",
        ] {
            assert!(xml.contains(fact), "{kind:?} {fact}");
        }
    }
}
