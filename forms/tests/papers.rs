//! The blank papers as people open them: text by `pdftotext`, fonts by `pdffonts`, parts of the DOCX by `zip`.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::io::{Cursor, Read as _};
use std::path::Path;
use std::process::Command;

use chrono::NaiveDate;
use domain::attachment::AttachmentKind;
use domain::catalogue::NodeKind;
use domain::field::{Field, FieldKind, FieldTest};
use domain::order::get_method::GetMethod;
use domain::order::kind::OrderKind;
use domain::push_target::TargetKind;
use domain::size::ByteCount;
use domain::subscription::{
    Delay, Frequency, KeptCondition, SubscriptionCriteria, UnknownCloudRule,
};
use forms::document::Document;
use forms::facts::{
    AreaFacts, OrderFacts, PaperFacts, PaperSubject, SceneFacts, SubscriptionFacts, TargetFacts,
};
use forms::{Format, document, write};

const KINDS: [AttachmentKind; 4] = AttachmentKind::FOR_COMPLETION;

fn day(text: &str) -> NaiveDate {
    text.parse().unwrap()
}

fn facts(scenes: usize) -> PaperFacts {
    PaperFacts {
        number: Some("20261122WP160312345".into()),
        applicant: "欧阳翀".into(),
        phone: "13812345678".into(),
        unit: "中国地质调查局成都地质调查中心（西南地质科技创新中心）".into(),
        project: "西南三江造山带1:5万区域地质调查（2026年度）".into(),
        usage: "地质矿产调查评价".into(),
        description: "请于雨季前提供。".into(),
        day: day("2026-11-22"),
        subject: PaperSubject::Order(order(scenes)),
    }
}

fn order(scenes: usize) -> OrderFacts {
    let scene = |at: usize| SceneFacts {
        name: format!("GF1_E102.3_N30.4_L1A{at:05}"),
        node: "高分一号".into(),
        acquired: day("2024-05-01"),
        size: (at > 0).then_some(ByteCount(734_003_200)),
    };
    OrderFacts {
        kind: OrderKind::ExistingProduct,
        get_method: Some(GetMethod::OfflineCopy),
        process_describe: String::new(),
        extracting_elements: String::new(),
        assignment: String::new(),
        wanted_end: None,
        scene_count: scenes,
        volume: ByteCount(734_003_200 * scenes.saturating_sub(1) as u64),
        unsized_scenes: 1,
        scenes: (0..scenes.min(OrderFacts::MAX_SCENES)).map(scene).collect(),
    }
}

fn of_subscription(one: SubscriptionFacts) -> PaperFacts {
    PaperFacts {
        number: Some("S000012".into()),
        project: String::new(),
        usage: "长江中下游汛期水体变化监测".into(),
        description: String::new(),
        subject: PaperSubject::Subscription(Box::new(one)),
        ..facts(0)
    }
}

fn subscription() -> SubscriptionFacts {
    SubscriptionFacts {
        name: "汛期监测".into(),
        criteria: SubscriptionCriteria {
            node_ids: vec![1, 2, 3],
            satellites: vec!["GF1".into(), "ZY3".into()],
            cloud_max: Some(20.5),
            unknown_cloud: UnknownCloudRule::Include,
            text: Some("WFV".into()),
            ..SubscriptionCriteria::default()
        },
        nodes: vec!["高分一号".into(), "资源三号".into()],
        area: Some(AreaFacts {
            west: 178.5,
            south: -1.0,
            east: 181.25,
            north: 31.0,
        }),
        region: Some("斐济".into()),
        target: Some(TargetFacts {
            name: "省中心".into(),
            kind: Some(TargetKind::Sftp),
        }),
        frequency: Some(Frequency::Week),
        delay: Delay::TwoHours,
        valid_until: Some(day("2027-11-25")),
    }
}

fn pdf(kind: AttachmentKind, facts: &PaperFacts) -> Vec<u8> {
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
    let empty = PaperFacts {
        number: None,
        applicant: String::new(),
        phone: String::new(),
        unit: String::new(),
        project: String::new(),
        usage: String::new(),
        subject: PaperSubject::Order(OrderFacts {
            get_method: None,
            ..order(1)
        }),
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
    let order = OrderFacts {
        kind: OrderKind::Reprocessing,
        extracting_elements: "断裂、蚀变带".into(),
        assignment: "地质体解译".into(),
        process_describe: "按1:5万比例尺解译".into(),
        wanted_end: Some(day("2026-12-31")),
        ..order(2)
    };
    let facts = PaperFacts {
        subject: PaperSubject::Order(order),
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
    let facts = PaperFacts {
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

/// The text of a DOCX.
fn words(document: &Document) -> String {
    let bytes = write(document, Format::Docx).unwrap();
    keep(&bytes, "docx");
    let mut archive = zip::ZipArchive::new(Cursor::new(bytes)).unwrap();
    let mut xml = String::new();
    let mut part = archive.by_name("word/document.xml").unwrap();
    part.read_to_string(&mut xml).unwrap();
    xml
}

#[test]
fn the_docx_says_the_same() {
    for kind in KINDS {
        let document = document(kind, &facts(3)).unwrap();
        let xml = words(&document);
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

#[test]
fn papers_of_a_subscription_speak_of_no_order() {
    let facts = of_subscription(subscription());
    for (kind, facts_of_kind) in KINDS.into_iter().zip([
        &["数据范围：数据目录：高分一号", "推送频率：每周，延迟2小时"][..],
        &["订阅编号：S000012", "省中心（SFTP）", "订阅条件"],
        &["“汛期监测”卫星遥感数据的订阅事宜", "有效期至2027年11月25日"],
        &["遥感数据订阅S000012的申请与接收"],
    ]) {
        let text = text(&pdf(kind, &facts));
        let xml = words(&document(kind, &facts).unwrap()).replace([' ', '　'], "");
        // The survey's own form has no note of ours.
        let has_note = kind != AttachmentKind::DistributionForm;
        assert_eq!(
            text.contains("按订阅信息生成"),
            has_note,
            "{kind:?}: {text}"
        );
        let shared = ["S000012", "欧阳翀", "13812345678"];
        for fact in shared.iter().chain(facts_of_kind) {
            assert!(text.contains(fact), "{kind:?} {fact}: {text}");
            assert!(xml.contains(fact), "{kind:?} {fact}: {xml}");
        }
        for wrong in ["订单", "景", "离线拷贝"] {
            assert!(!text.contains(wrong), "{kind:?} {wrong}: {text}");
        }
    }
}

/// Who signs sees every condition, those that were not set too.
#[test]
fn a_distribution_form_says_what_is_subscribed_to() {
    let form = |one| {
        text(&pdf(
            AttachmentKind::DistributionForm,
            &of_subscription(one),
        ))
    };
    let whole = form(subscription());
    for fact in [
        "长江中下游汛期水体变化监测",
        "高分一号、资源三号，另有1个",
        "GF1、ZY3",
        "传感器不限",
        "不超过20.5%，含云量未知的数据",
        "WFV",
        "斐济，东经178.50°—西经178.75°，南纬1.00°—北纬31.00°（外接范围）",
        "每周，延迟2小时",
        "2027年11月25日",
    ] {
        assert!(whole.contains(fact), "{fact}: {whole}");
    }
    let everything = form(SubscriptionFacts {
        criteria: SubscriptionCriteria::default(),
        nodes: Vec::new(),
        area: None,
        target: None,
        frequency: None,
        delay: Delay::None,
        valid_until: None,
        ..subscription()
    });
    assert_eq!(everything.matches("不限").count(), 10, "{everything}");
    for fact in ["入库后立即", "＿＿年＿＿月＿＿日"] {
        assert!(everything.contains(fact), "{fact}: {everything}");
    }
}

#[test]
fn a_distribution_form_names_kinds_times_and_fields() {
    let field = Field {
        key: "gsd".into(),
        label: "分辨率".into(),
        label_en: "Resolution".into(),
        kind: FieldKind::Number,
        unit: Some("m".into()),
    };
    let one = SubscriptionFacts {
        criteria: SubscriptionCriteria {
            obj_types: vec![NodeKind::Imagery, NodeKind::Product],
            from: Some("2025-12-31T16:00:00Z".parse().unwrap()),
            to: Some("2026-06-30T16:00:00Z".parse().unwrap()),
            online_only: true,
            conditions: vec![KeptCondition {
                field,
                test: FieldTest::Range(None, Some(2.5)),
            }],
            ..SubscriptionCriteria::default()
        },
        ..subscription()
    };
    let xml = words(&document(AttachmentKind::DistributionForm, &of_subscription(one)).unwrap());
    for fact in [
        "卫星影像、标准产品",
        "2026年1月1日至2026年6月30日",
        "仅在线数据",
        "分辨率（m）不超过 2.5",
    ] {
        assert!(xml.contains(fact), "{fact}: {xml}");
    }
}

/// Long lists are cut, and nodes that the reader does not see are counted.
#[test]
fn what_a_distribution_form_does_not_name_is_counted() {
    let one = SubscriptionFacts {
        criteria: SubscriptionCriteria {
            node_ids: vec![1, 2, 3],
            satellites: (0..40).map(|at| format!("SAT{at}")).collect(),
            ..SubscriptionCriteria::default()
        },
        nodes: Vec::new(),
        target: Some(TargetFacts {
            name: "自用".into(),
            kind: Some(TargetKind::Shelf),
        }),
        ..subscription()
    };
    let form = document(AttachmentKind::DistributionForm, &of_subscription(one)).unwrap();
    let xml = words(&form);
    for fact in [">3 个<", "SAT29，另有 10 个<", "自用（本系统数据架）"] {
        assert!(xml.contains(fact), "{fact}: {xml}");
    }
    assert!(!xml.contains("SAT30"), "{xml}");
}

#[test]
fn what_a_subscription_lacks_is_left_blank() {
    let unsaved = PaperFacts {
        number: None,
        applicant: String::new(),
        usage: String::new(),
        ..of_subscription(SubscriptionFacts {
            name: String::new(),
            criteria: SubscriptionCriteria::default(),
            nodes: Vec::new(),
            area: None,
            ..subscription()
        })
    };
    for kind in KINDS {
        let text = text(&pdf(kind, &unsaved));
        assert!(text.contains("（提交后生成）"), "{kind:?}: {text}");
    }
    let source = text(&pdf(AttachmentKind::TaskSource, &unsaved));
    for blank in ["数据范围：全部数据", "用途：＿＿＿＿"] {
        assert!(source.contains(blank), "{blank}: {source}");
    }
    assert_eq!(document(AttachmentKind::Other, &unsaved), None);
}
