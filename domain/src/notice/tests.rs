use serde::de::IntoDeserializer;
use serde::de::value::{Error, StrDeserializer};

use super::*;
use crate::order::state::{Capability, transition};
use Action as A;
use NoticeKind as K;
use OrderState as S;
use texts::Locale;

const NOW: &str = "2026-11-21T02:00:00Z";

fn now() -> DateTime<Utc> {
    NOW.parse().unwrap()
}

/// What is told of each action; an action that is not here tells nobody.
const TABLE: &[(A, S, &str, K, Audience)] = &[
    (
        A::Submit,
        S::PendingReview,
        "",
        K::Submitted,
        Audience::Admins,
    ),
    (A::Approve, S::Approved, "", K::Approved, Audience::Owner),
    (A::Reject, S::Rejected, "", K::Rejected, Audience::Owner),
    (
        A::CancelPreparation,
        S::Rejected,
        "",
        K::Cancelled,
        Audience::Owner,
    ),
    (
        A::FinishPreparation,
        S::Prepared,
        "",
        K::Prepared,
        Audience::Owner,
    ),
    (
        A::FinishPreparation,
        S::PendingPackaging,
        "no_space",
        K::PreparationStuck,
        Audience::OwnerAndAdmins,
    ),
    (A::Complete, S::Completed, "", K::Completed, Audience::Owner),
    (A::MarkOverdue, S::Overdue, "", K::Overdue, Audience::Owner),
    (
        A::RequestExtension,
        S::Prepared,
        "",
        K::ExtensionRequested,
        Audience::Admins,
    ),
    (A::Extend, S::Prepared, "", K::Extended, Audience::Owner),
    (
        A::NoteExpiry,
        S::Prepared,
        "expires_in_3_days",
        K::ExpiresIn3Days,
        Audience::Owner,
    ),
    (
        A::NoteExpiry,
        S::Prepared,
        "expires_in_1_day",
        K::ExpiresIn1Day,
        Audience::Owner,
    ),
    (
        A::NoteExpiry,
        S::Completed,
        "expired",
        K::Expired,
        Audience::Owner,
    ),
];

#[test]
fn each_event_concerns_whom_the_table_says() {
    for (action, to, reason_code, kind, audience) in TABLE {
        let event = OrderHappening {
            action: *action,
            from: None,
            to: *to,
            reason_code,
            by_owner: false,
        };
        assert_eq!(NoticeKind::of_event(event), Some(*kind), "{action:?}");
        assert_eq!(kind.audience(false), *audience, "{kind:?}");
    }
    for kind in K::ALL {
        assert!(
            TABLE.iter().any(|row| row.3 == kind),
            "{kind:?} never happens"
        );
    }
}

#[test]
fn every_other_step_of_an_order_tells_nobody() {
    for from in std::iter::once(None).chain(S::ALL.into_iter().map(Some)) {
        for action in A::ALL {
            for capability in Capability::ALL {
                let Ok(to) = transition(from, action, capability) else {
                    continue;
                };
                let event = OrderHappening {
                    action,
                    from,
                    to,
                    reason_code: "",
                    by_owner: capability == Capability::Owner,
                };
                let want = TABLE
                    .iter()
                    .find(|row| (row.0, row.1, row.2) == (action, to, ""))
                    .map(|row| row.3);
                assert_eq!(NoticeKind::of_event(event), want, "{from:?} {action:?}");
            }
        }
    }
}

#[test]
fn words_read_back_and_are_those_in_json() {
    for kind in K::ALL {
        assert_eq!(K::parse(kind.as_str()), Some(kind));
        let word: StrDeserializer<'_, Error> = kind.as_str().into_deserializer();
        assert_eq!(K::deserialize(word), Ok(kind));
    }
    assert_eq!(K::parse("unknown"), None);
}

fn text(kind: K, facts: Facts<'_>) -> String {
    Message::from(kind.message(facts)).chinese()
}

fn subject(kind: K, number: &str, offline: bool) -> String {
    Message::from(kind.subject(number, offline)).chinese()
}

#[test]
fn texts_are_in_the_words_people_read() {
    let number = "20261121WP100000000";
    let facts = Facts {
        number,
        applicant: "张三",
        explanation: &"材料不全".into(),
        expires: Some(now()),
        offline: false,
        by_owner: false,
    };
    let table = [
        (K::Submitted, "张三提交了订单20261121WP100000000，请审核。"),
        (
            K::Approved,
            "您的订单20261121WP100000000已通过审核，正在准备数据。",
        ),
        (
            K::Rejected,
            "您的订单20261121WP100000000被驳回，原因：材料不全",
        ),
        (
            K::Cancelled,
            "您的订单20261121WP100000000的数据准备已被管理员取消，原因：材料不全",
        ),
        (
            K::PreparationStuck,
            "订单20261121WP100000000的数据准备受阻：材料不全",
        ),
        (
            K::Prepared,
            "您的订单20261121WP100000000的数据已准备完成，下载截止时间为2026-11-21 10:00。",
        ),
        (
            K::Completed,
            "您的订单20261121WP100000000已完成，欢迎评价。",
        ),
        (
            K::Overdue,
            "您的订单20261121WP100000000已逾期，下载已关闭。",
        ),
        (
            K::ExpiresIn3Days,
            "您的订单20261121WP100000000的下载将在3天内关闭，下载截止时间为2026-11-21 10:00。请及时下载，需要更多时间可申请延期。",
        ),
        (
            K::ExpiresIn1Day,
            "您的订单20261121WP100000000的下载将在1天内关闭，下载截止时间为2026-11-21 10:00。请尽快下载，需要更多时间可申请延期。",
        ),
        (K::Expired, "您的订单20261121WP100000000的下载已到期关闭。"),
        (
            K::ExtensionRequested,
            "张三申请延长订单20261121WP100000000的下载期限，理由：材料不全",
        ),
        (
            K::Extended,
            "您的订单20261121WP100000000的下载期限已延长，下载截止时间为2026-11-21 10:00。",
        ),
    ];
    assert_eq!(table.len(), K::ALL.len());
    for (kind, words) in table {
        assert_eq!(text(kind, facts), words);
        assert!(subject(kind, number, false).starts_with("订单20261121WP100000000"));
    }
    let unknown = Facts {
        expires: None,
        ..facts
    };
    assert_eq!(
        text(K::Prepared, unknown),
        "您的订单20261121WP100000000的数据已准备完成。"
    );
}

/// What is fetched on a disk is not called a download anywhere.
#[test]
fn offline_copies_have_words_of_their_own() {
    let facts = Facts {
        number: "20261121WP100000000",
        applicant: "张三",
        explanation: &"出差".into(),
        expires: Some(now()),
        offline: true,
        by_owner: false,
    };
    assert_eq!(
        text(K::Prepared, facts),
        "您的订单20261121WP100000000的数据已准备完成，请按取件地址领取，领取截止时间为2026-11-21 10:00。"
    );
    assert_eq!(
        text(K::Expired, facts),
        "您的订单20261121WP100000000的领取已到期关闭。"
    );
    for kind in K::ALL {
        let said = [text(kind, facts), subject(kind, facts.number, true)];
        assert!(!said.concat().contains("下载"), "{said:?}");
    }
}

#[test]
fn who_cancels_is_not_told_and_the_other_side_is() {
    fn facts(by_owner: bool, said: &Detail) -> Facts<'_> {
        Facts {
            number: "20261121WP100000000",
            applicant: "张三",
            explanation: said,
            expires: None,
            offline: false,
            by_owner,
        }
    }
    let by_owner = Detail::from(cancellation(true, "不要了"));
    let by_admin = Detail::from(cancellation(false, "停"));
    assert_eq!(by_owner.chinese(), "申请人取消：不要了");
    assert_eq!(by_admin.chinese(), "管理员取消：停");
    assert_eq!(K::Cancelled.audience(true), Audience::Admins);
    assert_eq!(
        text(K::Cancelled, facts(true, &by_owner)),
        "张三取消了订单20261121WP100000000的数据准备，原因：不要了"
    );
    assert_eq!(K::Cancelled.audience(false), Audience::Owner);
    for said in [by_admin, "停".into()] {
        assert_eq!(
            text(K::Cancelled, facts(false, &said)),
            "您的订单20261121WP100000000的数据准备已被管理员取消，原因：停"
        );
    }
    for kind in K::ALL {
        let same = kind.audience(true) == kind.audience(false);
        assert_eq!(same, kind != K::Cancelled, "{kind:?}");
    }
}

#[test]
fn stages_change_at_their_second() {
    let second = TimeDelta::seconds(1);
    let table = [
        (TimeDelta::days(3) + second, None),
        (TimeDelta::days(3), Some(ExpiryStage::ThreeDays)),
        (TimeDelta::days(1) + second, Some(ExpiryStage::ThreeDays)),
        (TimeDelta::days(1), Some(ExpiryStage::OneDay)),
        (second, Some(ExpiryStage::OneDay)),
        (TimeDelta::zero(), Some(ExpiryStage::Over)),
        (-second, Some(ExpiryStage::Over)),
    ];
    for (left, stage) in table {
        assert_eq!(ExpiryStage::at(now() + left, now()), stage, "{left}");
    }
}

/// A failure within a notice is said in the reader's language too.
#[test]
fn a_notice_says_the_failure_in_the_language_of_its_reader() {
    let what = "disk".into();
    let failure = Detail::from(texts::FailureText::NoSpace { what });
    let facts = Facts {
        number: "20261121WP100000000",
        applicant: "张三",
        explanation: &failure,
        expires: None,
        offline: false,
        by_owner: false,
    };
    let message = Message::from(K::PreparationStuck.message(facts));
    assert_eq!(
        message.chinese(),
        "订单20261121WP100000000的数据准备受阻：存储空间不足：disk"
    );
    assert_eq!(
        message.render(Locale::En),
        "The preparation of order 20261121WP100000000 has stalled: Out of storage space: disk"
    );
}
