use proptest::prelude::*;

use super::*;

const ID: &str = "01890000-0000-7000-8000-000000000001";

#[test]
fn titles_are_one_visible_line() {
    assert_eq!(
        checked_title(" 关于数据更新的通知 "),
        Ok("关于数据更新的通知")
    );
    assert!(checked_title(&"长".repeat(100)).is_ok());
    let table = [
        ("", FieldText::TitleMissing),
        (" \u{200B}", FieldText::TitleMissing),
        ("a\nb", FieldText::ControlCharacters),
        ("a\u{202E}b", FieldText::ControlCharacters),
        ("a\u{7}b", FieldText::ControlCharacters),
    ];
    for (title, why) in table {
        assert_eq!(checked_title(title), Err(why), "{title:?}");
    }
    let long = "长".repeat(101);
    assert_eq!(
        checked_title(&long),
        Err(FieldText::TitleTooLong { most: 100 })
    );
    assert_eq!(checked_type_name("通知公告"), Ok("通知公告"));
    assert_eq!(checked_type_name(" "), Err(FieldText::NewsTypeNameMissing));
    let long = "长".repeat(31);
    assert_eq!(
        checked_type_name(&long),
        Err(FieldText::NewsTypeNameTooLong { most: 30 })
    );
}

#[test]
fn bodies_have_lines_and_limits() {
    assert_eq!(
        checked_body("# 标题\n\n- 一\n\t- 二\r\n"),
        Ok(BTreeSet::new())
    );
    assert_eq!(checked_body(" \n"), Err(FieldText::BodyMissing));
    assert_eq!(
        checked_body("a\u{202E}b"),
        Err(FieldText::ControlCharacters)
    );
    let most = "x".repeat(256 * 1024);
    assert!(checked_body(&most).is_ok());
    assert_eq!(
        checked_body(&format!("{most}x")),
        Err(FieldText::BodyTooLong { kilobytes: 256 })
    );
    let pictures = |count: usize| -> String {
        let named = (0..count)
            .map(|n| format!("![](/api/content/pictures/01890000-0000-7000-8000-{n:012})\n"));
        named.collect::<Vec<_>>().concat()
    };
    assert_eq!(checked_body(&pictures(40)).map(|found| found.len()), Ok(40));
    assert_eq!(
        checked_body(&pictures(41)),
        Err(FieldText::BodyTooManyPictures { most: 40 })
    );
}

#[test]
fn texts_are_nested_as_deep_as_browsers_can_show() {
    for sign in [">", "> ", "- ", "1. "] {
        let body = |levels: usize| format!("{}text", sign.repeat(levels));
        assert_eq!(checked_body(&body(50)), Ok(BTreeSet::new()));
        for levels in [51, 20_000] {
            let refused = Err(FieldText::BodyTooDeep { most: 50 });
            assert_eq!(checked_body(&body(levels)), refused, "{sign}{levels}");
        }
    }
    for (spans, is_fit) in [(1000, true), (1001, false), (20_000, false)] {
        let body = format!("{}b{}", "*a ".repeat(spans), "* c".repeat(spans));
        let refused = Err(FieldText::BodyTooMuchEmphasis { most: 2000 });
        let expected = if is_fit { Ok(BTreeSet::new()) } else { refused };
        assert_eq!(checked_body(&body), expected, "{spans}");
    }
}

#[test]
fn pictures_are_found_wherever_they_stand() {
    let one: BTreeSet<_> = [ContentPictureId(ID.parse().unwrap())].into();
    for body in [
        format!("![图]({PICTURE_PATH}{ID})"),
        format!("![图][1]\n\n[1]: {PICTURE_PATH}{ID} \"标题\""),
        format!("一{PICTURE_PATH}{ID}二{PICTURE_PATH}{ID}"),
    ] {
        assert_eq!(pictures_in(&body), one, "{body}");
    }
    for body in [
        format!("![图](/api/pictures/{ID})"),
        format!("{PICTURE_PATH}{}", &ID[..35]),
        format!("{PICTURE_PATH}汉字汉字汉字汉字汉字汉字汉字"),
    ] {
        assert_eq!(pictures_in(&body), BTreeSet::new(), "{body}");
    }
}

#[test]
fn words_are_read_as_they_are_written() {
    assert_eq!(ContentPage::OffLineDisk.as_str(), "offLineDisk");
    for page in ContentPage::ALL {
        assert_eq!(ContentPage::parse(page.as_str()), Some(*page));
    }
    for state in NewsState::ALL {
        assert_eq!(NewsState::parse(state.as_str()), Some(*state));
    }
    assert_eq!(NewsState::parse("gone"), None);
    assert_eq!(
        PictureFormat::of_media_type("image/webp"),
        Some(PictureFormat::Webp)
    );
    assert_eq!(PictureFormat::of_media_type("image/svg+xml"), None);
}

proptest! {
    #[test]
    fn whatever_is_written_is_read_or_refused(body in "\\PC{0,200}(/api/content/pictures/\\PC{0,40}){0,3}") {
        let found = pictures_in(&body);
        for id in found {
            let written = format!("{PICTURE_PATH}{id}");
            prop_assert!(body.to_lowercase().contains(&written));
        }
        let _ = checked_body(&body);
        let _ = checked_title(&body);
    }

    #[test]
    fn every_picture_of_a_text_is_found(ids in prop::collection::btree_set(any::<u128>(), 0..20), between in "[a-z汉\\n ]{0,9}") {
        let named = ids.iter().map(|id| format!("{between}![]({PICTURE_PATH}{})", Uuid::from_u128(*id)));
        let body = named.collect::<Vec<_>>().concat();
        let wanted: BTreeSet<_> = ids.into_iter().map(|id| ContentPictureId(Uuid::from_u128(id))).collect();
        prop_assert_eq!(pictures_in(&body), wanted);
    }
}
