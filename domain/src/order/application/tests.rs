use texts::Message;

use super::*;
use crate::dictionary::DictionaryEntry;
use proptest::prelude::*;

fn form() -> ApplicationForm {
    ApplicationForm {
        applyuser: "王一".into(),
        phone: "13800000000".into(),
        unit: "地质调查院".into(),
        project: "矿产调查".into(),
        usage: "科研".into(),
        get_method: Some(GetMethod::OnlineDownload),
        ..ApplicationForm::default()
    }
}

/// What the form offers: a word of each list, and one that is switched off.
fn words() -> FormWords {
    let entry = |name: &str, on| DictionaryEntry::trimmed(name, "", on);
    FormWords {
        usages: vec![entry("科研", true), entry("测绘", false)],
        levels: vec![entry("雷达影像处理", true), entry("三维建模", false)],
    }
}

fn papers(kinds: &[AttachmentKind]) -> Vec<(AttachmentKind, AttachmentId)> {
    kinds
        .iter()
        .map(|kind| (*kind, AttachmentId::fresh()))
        .collect()
}

fn whole() -> ApplicationContent {
    ApplicationContent::new(form(), vec![1, 2], papers(&AttachmentKind::FOR_COMPLETION))
}

fn submit(content: &ApplicationContent) -> Result<(), Incomplete> {
    check(
        content,
        (OrderKind::ExistingProduct, &words()),
        Intent::Submit,
        content.form.get_method,
        None,
    )
}

#[test]
fn a_whole_form_is_accepted() {
    assert_eq!(submit(&whole()), Ok(()));
}

#[test]
fn messages_are_the_specifications() {
    let table = [
        (Incomplete::NothingChanged, "请更改信息！"),
        (Incomplete::RequiredEmpty(vec![]), "必填项不能为空！"),
        (Incomplete::NoScenes, "订购数据不能为空！"),
        (Incomplete::PapersMissing(vec![]), "请上传必传项！"),
        (Incomplete::Invalid(vec![]), "请输入正确的必填项！"),
    ];
    for (incomplete, text) in table {
        assert_eq!(Message::from(incomplete.text()).chinese(), text);
    }
}

#[test]
fn the_first_failing_check_is_the_answer() {
    let nothing = ApplicationContent::new(
        ApplicationForm {
            phone: "1".into(),
            ..ApplicationForm::default()
        },
        vec![],
        vec![],
    );
    let check_as = |content: &ApplicationContent, rejected| {
        check(
            content,
            (OrderKind::ExistingProduct, &words()),
            Intent::Submit,
            Some(GetMethod::OnlineDownload),
            rejected,
        )
    };
    assert_eq!(
        check_as(&nothing, Some(&nothing)),
        Err(Incomplete::NothingChanged)
    );
    let Err(Incomplete::RequiredEmpty(fields)) = check_as(&nothing, None) else {
        panic!("empty fields come second");
    };
    assert_eq!(
        fields.iter().map(|fault| fault.field).collect::<Vec<_>>(),
        [
            "applyuser",
            "applyUserUnit",
            "productName",
            "applyUserUsed",
            "getMethod"
        ]
    );
    let mut wrong_phone = form();
    wrong_phone.phone = "1".into();
    let no_scenes = ApplicationContent::new(wrong_phone.clone(), vec![], vec![]);
    assert_eq!(check_as(&no_scenes, None), Err(Incomplete::NoScenes));
    let no_papers = ApplicationContent::new(wrong_phone.clone(), vec![1], vec![]);
    assert_eq!(
        check_as(&no_papers, None),
        Err(Incomplete::PapersMissing(
            AttachmentKind::FOR_COMPLETION.into()
        ))
    );
    let invalid = ApplicationContent::new(
        wrong_phone,
        vec![1],
        papers(&AttachmentKind::FOR_COMPLETION),
    );
    assert!(matches!(
        check_as(&invalid, None),
        Err(Incomplete::Invalid(_))
    ));
}

#[test]
fn a_save_needs_no_papers_but_everything_else() {
    let content = ApplicationContent::new(form(), vec![1], vec![]);
    let save = |content: &ApplicationContent| {
        check(
            content,
            (OrderKind::ExistingProduct, &words()),
            Intent::Save,
            content.form.get_method,
            None,
        )
    };
    assert_eq!(save(&content), Ok(()));
    assert_eq!(
        save(&ApplicationContent::new(form(), vec![], vec![])),
        Err(Incomplete::NoScenes)
    );
}

#[test]
fn an_offline_copy_needs_two_papers() {
    let two = papers(&[AttachmentKind::TaskSource, AttachmentKind::DistributionForm]);
    let content = ApplicationContent::new(form(), vec![1], two);
    let with = |method| {
        check(
            &content,
            (OrderKind::ExistingProduct, &words()),
            Intent::Submit,
            Some(method),
            None,
        )
    };
    assert_eq!(with(GetMethod::OfflineCopy), Ok(()));
    assert_eq!(
        with(GetMethod::OnlineDownload),
        Err(Incomplete::PapersMissing(vec![
            AttachmentKind::IntroductionLetter,
            AttachmentKind::IdCard
        ]))
    );
}

#[test]
fn a_changed_paper_or_scene_is_a_change() {
    let before = whole();
    let mut other_scene = before.clone();
    other_scene.scenes.push(3);
    let other_paper =
        ApplicationContent::new(form(), vec![1, 2], papers(&AttachmentKind::FOR_COMPLETION));
    for after in [other_scene, other_paper] {
        let result = check(
            &after,
            (OrderKind::ExistingProduct, &words()),
            Intent::Submit,
            after.form.get_method,
            Some(&before),
        );
        assert_eq!(result, Ok(()));
    }
}

#[test]
fn faulty_fields_are_named() {
    type Spoil = fn(&mut ApplicationForm);
    let table: [(&str, Spoil); 7] = [
        ("applyUserPhone", |f| f.phone = "1380000000".into()),
        ("applyUserPhone", |f| f.phone = "１３８00000000".into()),
        ("applyUserUsed", |f| f.usage = "别的".into()),
        ("applyuser", |f| f.applyuser = "长".repeat(MAX_LINE + 1)),
        ("productName", |f| f.project = "a\r\nSet-Cookie: b".into()),
        ("description", |f| f.description = "字".repeat(MAX_TEXT + 1)),
        ("extractingElements", |_| ()),
    ];
    for (field, spoil) in table {
        let mut content = whole();
        spoil(&mut content.form);
        let Err(Incomplete::Invalid(faults)) = check(
            &content,
            (OrderKind::Reprocessing, &words()),
            Intent::Submit,
            Some(GetMethod::OfflineCopy),
            None,
        ) else {
            panic!("{field} should be refused");
        };
        assert!(
            faults.iter().any(|fault| fault.field == field),
            "{field}: {faults:?}"
        );
    }
}

#[test]
fn a_reprocessing_order_without_extraction_elements_is_invalid() {
    let result = check(
        &whole(),
        (OrderKind::Reprocessing, &words()),
        Intent::Submit,
        Some(GetMethod::OfflineCopy),
        None,
    );
    let Err(Incomplete::Invalid(faults)) = result else {
        panic!("{result:?}");
    };
    assert_eq!(faults[0].text, FieldText::ElementsMissing);
}

#[test]
fn words_are_those_that_the_form_offers() {
    use OrderKind::{ExistingProduct, Reprocessing};
    let offered = ("科研", "雷达影像处理");
    for (kind, (usage, level), expected) in [
        (Reprocessing, offered, vec![]),
        (Reprocessing, ("科研", ""), vec![]),
        (Reprocessing, ("测绘", ""), vec![FieldText::UsageOff]),
        (Reprocessing, ("观光", ""), vec![FieldText::UsageUnknown]),
        (
            Reprocessing,
            ("科研", "三维建模"),
            vec![FieldText::LevelOff],
        ),
        (
            Reprocessing,
            ("科研", "科研"),
            vec![FieldText::LevelUnknown],
        ),
        (
            Reprocessing,
            ("测绘", "三维建模"),
            vec![FieldText::UsageOff, FieldText::LevelOff],
        ),
        (ExistingProduct, ("科研", "三维建模"), vec![]),
        (ExistingProduct, ("测绘", "无"), vec![FieldText::UsageOff]),
    ] {
        let mut content = whole();
        content.form.extracting_elements = "断裂".into();
        (content.form.usage, content.form.assignment) = (usage.into(), level.into());
        let method = Some(GetMethod::OfflineCopy);
        let faults = match check(&content, (kind, &words()), Intent::Save, method, None) {
            Ok(()) => vec![],
            Err(Incomplete::Invalid(faults)) => faults.into_iter().map(|it| it.text).collect(),
            Err(other) => panic!("{other:?}"),
        };
        assert_eq!(faults, expected, "{kind:?} {usage} {level}");
    }
}

#[test]
fn scenes_without_a_file_are_handed_in_only_with_a_choice() {
    for (catalogued, intent, choice, allowed) in [
        (0, Intent::Submit, None, true),
        (2, Intent::Save, None, true),
        (2, Intent::Submit, None, false),
        (2, Intent::Submit, Some(CatalogueOnly::Ask), true),
        (2, Intent::Submit, Some(CatalogueOnly::LeaveOut), true),
    ] {
        let result = check_catalogued(catalogued, intent, choice);
        let expected = if allowed {
            Ok(())
        } else {
            Err(Incomplete::CatalogueOnlyUndecided(catalogued))
        };
        assert_eq!(result, expected, "{catalogued} {intent:?} {choice:?}");
    }
}

proptest! {
    #[test]
    fn only_eleven_ascii_digits_are_a_phone(text in "[0-9０-９a-z]{0,14}") {
        let good = text.chars().count() == 11 && text.chars().all(|c| c.is_ascii_digit());
        prop_assert_eq!(is_phone(&text), good);
    }

    #[test]
    fn the_order_of_scenes_and_papers_does_not_matter(mut dids in proptest::collection::vec(any::<i64>(), 0..9)) {
        let a = ApplicationContent::new(form(), dids.clone(), vec![]);
        dids.reverse();
        prop_assert_eq!(a, ApplicationContent::new(form(), dids, vec![]));
    }
}
