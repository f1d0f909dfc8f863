use std::collections::{BTreeMap, BTreeSet};

use strum::IntoEnumIterator;

use crate::{
    AreaFileText, CheckText, DigestText, DroppedText, EventText, FailureText, FieldText,
    FilterText, ImportText, ItemText, Locale, MailText, Message, Names, NoticeText, PaperName,
    PictureText, ProblemText, SceneTypeName, SettingText, Text, TopText, WaitRuleText, WaitText,
};

/// Every text, with empty parameters.
fn all() -> Vec<Message> {
    fn every_message<T: Text + IntoEnumIterator>() -> impl Iterator<Item = Message> {
        T::iter().map(Message::from)
    }
    every_message::<ProblemText>()
        .chain(every_message::<FieldText>())
        .chain(every_message::<SettingText>())
        .chain(every_message::<FilterText>())
        .chain(every_message::<AreaFileText>())
        .chain(every_message::<PaperName>())
        .chain(every_message::<SceneTypeName>())
        .chain(every_message::<NoticeText>())
        .chain(every_message::<DigestText>())
        .chain(every_message::<FailureText>())
        .chain(every_message::<EventText>())
        .chain(every_message::<CheckText>())
        .chain(every_message::<DroppedText>())
        .chain(every_message::<PictureText>())
        .chain(every_message::<ItemText>())
        .chain(every_message::<TopText>())
        .chain(every_message::<WaitText>())
        .chain(every_message::<WaitRuleText>())
        .chain(every_message::<MailText>())
        .chain(every_message::<ImportText>())
        .collect()
}

fn parameters(template: &str) -> BTreeSet<&str> {
    let pieces = template.split('{').skip(1);
    pieces
        .filter_map(|piece| Some(piece.split_once('}')?.0))
        .collect()
}

fn file(json: &str) -> BTreeMap<String, String> {
    serde_json::from_str(json).expect("an object of texts")
}

#[test]
fn the_files_are_read_whole() {
    let files = [
        (Locale::ZhCn, include_str!("../zh-CN.json")),
        (Locale::En, include_str!("../en.json")),
    ];
    for (locale, json) in files {
        assert_eq!(locale.catalogue().len(), file(json).len());
    }
}

#[test]
fn every_code_has_a_text_in_both_languages_and_every_text_a_code() {
    let codes: BTreeSet<String> = all().into_iter().map(|it| it.code.into_owned()).collect();
    assert_eq!(codes.len(), all().len(), "no code stands for two texts");
    for json in [include_str!("../zh-CN.json"), include_str!("../en.json")] {
        let texts: BTreeSet<String> = file(json).into_keys().collect();
        let missing: Vec<_> = codes.difference(&texts).collect();
        let idle: Vec<_> = texts.difference(&codes).collect();
        assert!(missing.is_empty(), "without a text: {missing:?}");
        assert!(idle.is_empty(), "a text of nothing: {idle:?}");
    }
}

/// What a reader of JSON or WKT says is English: Chinese sentences leave it to `params`.
const ENGLISH_REASONS: [&str; 4] = [
    "bad_json",
    "bad_query",
    "bad_multipart",
    "field.area_malformed",
];

#[test]
fn texts_name_the_parameters_that_their_code_has() {
    for message in all() {
        let has: BTreeSet<&str> = message.params.keys().map(String::as_str).collect();
        for locale in [Locale::ZhCn, Locale::En] {
            let template = &locale.catalogue()[&*message.code];
            let leaves_out = locale == Locale::ZhCn && ENGLISH_REASONS.contains(&&*message.code);
            let named = if leaves_out {
                BTreeSet::new()
            } else {
                has.clone()
            };
            assert_eq!(parameters(template), named, "{}: {template}", message.code);
        }
    }
}

#[test]
fn english_texts_hold_no_chinese_and_chinese_ones_do() {
    let is_chinese = |text: &str| text.chars().any(|c| ('\u{4e00}'..='\u{9fff}').contains(&c));
    for (code, text) in file(include_str!("../en.json")) {
        let ascii_marks = !text.contains(['，', '。', '！', '：', '；', '（', '）']);
        assert!(!is_chinese(&text) && ascii_marks, "{code}: {text}");
    }
    for (code, text) in file(include_str!("../zh-CN.json")) {
        let has_chinese_marks = text.contains(['：', '（']);
        let only_parameters = text.starts_with('{') && text.ends_with('}');
        assert!(
            is_chinese(&text) || has_chinese_marks || only_parameters,
            "{code}: {text}"
        );
    }
}

#[test]
fn a_message_is_rendered_with_what_it_holds() {
    let nested = Message::from(FieldText::PaperMissing {
        paper: PaperName::IdCard.into(),
    });
    assert_eq!(nested.chinese(), "请上传身份证！");
    assert_eq!(nested.render(Locale::En), "Upload: ID card");
    let json = serde_json::to_value(&nested).expect("a message is JSON");
    let sent = serde_json::json!({"code": "field.paper_missing", "params": {"paper": {"code": "paper.id_card"}}});
    assert_eq!(json, sent);
    let stored: Message = serde_json::from_value(sent).expect("a message");
    assert_eq!(stored, nested);
    let most = Message::from(ProblemText::FileTooLarge { megabytes: 20 });
    assert_eq!(most.chinese(), "上传的文件不能超过20MB！");
}

#[test]
fn each_language_has_its_own_mark_between_names() {
    let named = |names: &[&str], count| {
        let names: Vec<_> = names.iter().map(|name| (*name).to_owned()).collect();
        Message::from(FieldText::RegionHasChildren {
            count,
            names: Names::first(&names, count),
        })
    };
    let some = named(&["甲", "乙"], 7);
    assert_eq!(some.chinese(), "7 个下级行政区划：甲、乙…");
    assert_eq!(some.render(Locale::En), "Regions in it (7): 甲, 乙…");
    let all = named(&["甲", "乙"], 2);
    assert_eq!(all.render(Locale::En), "Regions in it (2): 甲, 乙");
    assert_eq!(all.params["names"], serde_json::json!(["甲", "乙"]));
    let changed = all.map_words(&|word| format!("{word}县"));
    assert_eq!(changed.chinese(), "2 个下级行政区划：甲县、乙县");
    // What an earlier version stored has one text in place of the list.
    let mut former = some;
    former.params["names"] = "甲、乙".into();
    assert_eq!(former.chinese(), "7 个下级行政区划：甲、乙");
}

#[test]
fn what_is_stored_cannot_break_the_reader() {
    let unknown = Message {
        code: "from.later".into(),
        ..Message::default()
    };
    assert_eq!(unknown.chinese(), "from.later");
    let without = Message {
        code: "too_large.file".into(),
        ..Message::default()
    };
    assert_eq!(without.chinese(), "上传的文件不能超过{megabytes}MB！");
    let mut deep = Message::from(ProblemText::NotFound);
    for _ in 0..100 {
        deep = FieldText::PaperMissing { paper: deep }.into();
    }
    assert!(deep.chinese().len() < 200);
    // A parameter that looks like a template is not filled in again.
    let unread = Message::from(ProblemText::BadJson {
        reason: "{reason}".into(),
    });
    let english = unread.render(Locale::En);
    assert_eq!(english, "The request cannot be read: {reason}");
    // English of a library is no part of a Chinese sentence.
    assert_eq!(unread.chinese(), "请求内容格式不正确");
    assert_eq!(unread.params["reason"], "{reason}");
}

#[test]
fn stored_sentences_are_read_back() {
    let until = NoticeText::UntilDownload {
        time: "2026-11-24 10:00".into(),
    };
    let notices = [
        NoticeText::Submitted {
            applicant: "张三".into(),
            number: "20261121WP100000000".into(),
        },
        NoticeText::DownloadEndsIn3Days {
            number: "20261121WP100000000".into(),
            until: until.into(),
        },
        NoticeText::Rejected {
            number: "20261121WP100000000".into(),
            said: "用途不明，请补充。".into(),
        },
    ];
    for notice in notices {
        let message = Message::from(notice);
        assert_eq!(Message::recognised(&message.chinese()), Some(message));
    }
    let stored = "订单20261121WP100000000的数据准备受阻：存储空间不足：/data";
    let message = Message::recognised(stored).expect("a notice");
    assert_eq!(message.chinese(), stored);
    assert_eq!(
        message.render(Locale::En),
        "The preparation of order 20261121WP100000000 has stalled: Out of storage space: /data"
    );
    let size = "数据与目录记录不符或已损坏：大小应为 5 字节，实为 3 字节";
    let english = Message::recognised(size).map(|message| message.render(Locale::En));
    let expected = "The data is damaged, or is not what the catalogue says: the size should be 5 bytes, but is 3 bytes";
    assert_eq!(english.as_deref(), Some(expected));
    let former =
        Message::recognised("由订单20261121WP100000000克隆").map(|message| message.chinese());
    let now = "由订单20261121WP100000000再次订购";
    assert_eq!(former.as_deref(), Some(now), "what an earlier version said");
    assert_eq!(Message::recognised("管理员写的话"), None);
    assert_eq!(Message::recognised("原因：没有"), None);
    assert_eq!(Message::recognised(""), None);
}

#[test]
fn every_stored_text_is_read_back_as_itself() {
    for message in all() {
        let is_stored = |room| message.code.starts_with(room);
        let is_bare = message.code == "failure.said";
        if is_bare || !["event.", "failure.", "notice."].into_iter().any(is_stored) {
            continue;
        }
        let params = message.params.keys();
        let params = params.map(|name| (name.clone(), "甲1".into())).collect();
        let message = Message { params, ..message };
        let back = Message::recognised(&message.chinese());
        assert_eq!(back, Some(message));
    }
}
