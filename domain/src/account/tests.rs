use proptest::prelude::*;
use strum::IntoEnumIterator as _;

use texts::FieldText;

use super::*;
use crate::permission::{Permission, PermissionSet};

/// An administrator beside another one, who looks at somebody else.
fn other_admin() -> AccountFacts {
    let rights = PermissionSet::from_permissions(&[Permission::GrantRoles]);
    AccountFacts {
        is_own: false,
        is_demo: false,
        rights: RightsChange {
            before: rights,
            after: PermissionSet::NONE,
            held_by_others: rights,
        },
        exceeds_own_rights: false,
        approval: Approval::Approved,
    }
}

#[test]
fn words_are_read_back() {
    assert!(AccountAction::iter().eq(AccountAction::ALL));
    assert!(Approval::iter().eq(Approval::ALL));
    assert!(AccountStatus::iter().eq(AccountStatus::ALL));
    for action in AccountAction::ALL {
        assert_eq!(AccountAction::parse(action.as_str()), Some(action));
    }
    for approval in Approval::ALL {
        assert_eq!(Approval::parse(approval.as_str()), Some(approval));
    }
    for code in -1..=2 {
        assert_eq!(
            Sex::from_code(code).map(Sex::code),
            [0, 1].contains(&code).then_some(code)
        );
    }
}

/// What nobody does to somebody else's account.
const ONES_OWN: [&str; 10] = [
    "register",
    "change_password",
    "enable_second_factor",
    "disable_second_factor",
    "use_recovery_code",
    "renew_recovery_codes",
    "link_provider",
    "unlink_provider",
    "request_password_reset",
    "reset_password_by_mail",
];

fn rights(stops_administering: bool, another: bool) -> RightsChange {
    let set = |holds: bool| {
        let held = [Permission::Cart, Permission::Configuration];
        PermissionSet::from_permissions(if holds { &held } else { &held[..1] })
    };
    RightsChange {
        before: set(true),
        after: set(!stops_administering),
        held_by_others: set(another),
    }
}

/// Every action against every set of facts: the five rules in words of their own.
#[test]
fn nobody_loses_the_last_administrator_or_acts_on_oneself() {
    for action in AccountAction::ALL {
        for approval in Approval::ALL {
            for bits in 0..32 {
                let facts = AccountFacts {
                    is_own: bits & 1 != 0,
                    is_demo: bits & 2 != 0,
                    rights: rights(bits & 4 != 0, bits & 8 != 0),
                    exceeds_own_rights: bits & 16 != 0,
                    approval,
                };
                let word = action.as_str();
                let refused_because = [
                    bits & 4 != 0
                        && bits & 8 == 0
                        && ["disable", "change_role"].contains(&word),
                    facts.is_own
                        && "disable change_role reset_password approve refuse remove_second_factor remove_provider_link extend_validity"
                            .split(' ')
                            .any(|own| own == word),
                    facts.is_demo
                        && (word.ends_with("_password")
                            || "disable enable change_role enable_second_factor link_provider"
                                .split(' ')
                                .any(|needed| needed == word)),
                    facts.exceeds_own_rights && !ONES_OWN.contains(&word),
                    match approval {
                        Approval::Waiting => false,
                        Approval::Refused => word == "refuse",
                        Approval::Approved => ["approve", "refuse"].contains(&word),
                    },
                ];
                assert_eq!(
                    action.check(facts).is_err(),
                    refused_because.contains(&true),
                    "{word} {facts:?}"
                );
            }
        }
    }
}

/// The filter of a list finds exactly what is shown in its state.
#[test]
fn a_state_is_what_its_filter_finds() {
    for approval in Approval::ALL {
        for disabled in [false, true] {
            let shown = AccountStatus::new(approval, disabled);
            let found = AccountStatus::ALL.into_iter().filter(|status| {
                status.approval() == approval
                    && status.is_disabled().is_none_or(|off| off == disabled)
            });
            assert!(found.eq([shown]), "{approval:?} {disabled}");
        }
    }
}

#[test]
fn each_refusal_has_its_case() {
    use AccountAction::{Approve, ChangeRole, Disable, Enable, Refuse, ResetPassword};

    let own = AccountFacts {
        is_own: true,
        ..other_admin()
    };
    let demo = AccountFacts {
        is_demo: true,
        ..other_admin()
    };
    let last = AccountFacts {
        rights: rights(true, false),
        ..other_admin()
    };
    let asleep = AccountFacts {
        rights: rights(false, false),
        ..last
    };
    let waiting = AccountFacts {
        approval: Approval::Waiting,
        rights: rights(false, false),
        ..other_admin()
    };
    let refused = AccountFacts {
        approval: Approval::Refused,
        ..waiting
    };
    for (action, facts, want) in [
        (Disable, other_admin(), Ok(())),
        (Disable, own, Err(AccountRefusal::OwnAccount)),
        (ResetPassword, own, Err(AccountRefusal::OwnAccount)),
        (ResetPassword, demo, Err(AccountRefusal::DemoAccount)),
        (Enable, demo, Err(AccountRefusal::DemoAccount)),
        (ChangeRole, last, Err(AccountRefusal::LastAdministrator)),
        (Disable, asleep, Ok(())),
        (Approve, waiting, Ok(())),
        (Approve, refused, Ok(())),
        (Refuse, waiting, Ok(())),
        (Refuse, refused, Err(AccountRefusal::NotWaiting)),
        (Approve, other_admin(), Err(AccountRefusal::NotWaiting)),
    ] {
        assert_eq!(action.check(facts), want, "{action:?} {facts:?}");
    }
}

#[test]
fn account_names_follow_the_rule() {
    for good in ["abcde", "A_123", "a1234567890123456789"] {
        assert_eq!(check_login_name(good), Ok(()), "{good}");
    }
    assert_eq!(check_login_name(""), Err(FieldText::LoginNameMissing));
    for bad in [
        "abcd",
        "1abcd",
        "_abcd",
        "ab cd",
        "测试用户名",
        "a12345678901234567890",
    ] {
        assert_eq!(
            check_login_name(bad),
            Err(FieldText::LoginNameWrong),
            "{bad}"
        );
    }
}

#[test]
fn addresses_and_telephones_are_told_from_noise() {
    let longest = format!("{}@{}.cn", "a".repeat(64), "b".repeat(63));
    for good in [
        "",
        "a@b.cn",
        "li.si+x@mail.cgs.gov.cn",
        "o'neill_{x}-1@x.y-z.museum",
        "a@xn--fiqs8s.xn--fiqs8s",
        &longest,
    ] {
        assert_eq!(check_email(good), Ok(()), "{good}");
    }
    for bad in [
        "a",
        "a@b",
        "@b.cn",
        "a@.cn",
        "a@b.c",
        "a b@c.cn",
        "a@b@c.cn",
        "a@b.cn\r\nX: y",
        "a@b..cn",
        ".a@x.cn",
        "a.@x.cn",
        "a..b@x.cn",
        "foo(c)@x.cn",
        "[x]@y.cn",
        "a\\@x.cn",
        "\"a\"@x.cn",
        "a,b@x.cn",
        "a@[192.0.2.1]",
        "a@192.0.2.10",
        "a@-x.cn",
        "a@x-.cn",
        "a@x_y.cn",
        "a\u{200B}@x.cn",
        "a@x\u{AD}.cn",
        "a\u{202E}@x.cn",
        "李四@x.cn",
        "a@例子.中国",
        &format!("{}@x.cn", "a".repeat(65)),
        &format!("a@{}.cn", "b".repeat(64)),
    ] {
        assert_eq!(check_email(bad), Err(FieldText::EmailWrong), "{bad}");
    }
    assert_eq!(check_mobile("13812345678"), Ok(()));
    for bad in [
        "12812345678",
        "1381234567",
        "138123456789",
        "1381234567a",
        "",
    ] {
        assert_eq!(check_mobile(bad), Err(FieldText::MobileWrong), "{bad}");
    }
}

#[test]
fn texts_are_measured_and_read() {
    let missing = || FieldText::UnitMissing;
    assert_eq!(check_required_text("青海省地质调查院", missing()), Ok(()));
    assert_eq!(check_required_text(" \t", missing()), Err(missing()));
    assert_eq!(check_optional_text(""), Ok(()));
    assert_eq!(check_optional_text(&"长".repeat(200)), Ok(()));
    let most = 200;
    assert_eq!(
        check_optional_text(&"长".repeat(201)),
        Err(FieldText::FormTextTooLong { most })
    );
    assert_eq!(
        check_optional_text("a\u{0}b"),
        Err(FieldText::ControlCharacters)
    );
}

#[test]
fn telephones_are_masked() {
    for (phone, masked) in [
        ("13812345678", "138****5678"),
        ("010-58584000", "010*****4000"),
        ("12345", "***45"),
        ("1", "1"),
        ("", ""),
    ] {
        assert_eq!(masked_phone(phone), masked);
    }
}

proptest! {
    /// What browsers are told with a pattern is what the server checks.
    #[test]
    fn patterns_say_what_the_rules_say(
        text in prop_oneof![
            "[a-zA-Z0-9_]{0,22}",
            "[0-9]{10,12}",
            "[a-c.]{0,4}@[a-c.]{0,6}",
            "[a-b0(!~\u{200B}\\\\'.-]{0,4}@[a-b0_李-]{1,2}[.][a-b0.-]{0,4}",
            "\\PC{0,8}",
        ]
    ) {
        let fits = |pattern: &str| regex::Regex::new(pattern).unwrap().is_match(&text);
        prop_assert_eq!(check_login_name(&text).is_ok(), fits(LOGIN_NAME_PATTERN));
        prop_assert_eq!(check_mobile(&text).is_ok(), fits(MOBILE_PATTERN));
        if !text.is_empty() {
            prop_assert_eq!(check_email(&text).is_ok(), fits(EMAIL_PATTERN), "{}", text);
        }
    }
}
