use proptest::prelude::*;

use super::*;

/// An order in which nothing is to be noticed.
fn plain() -> OrderFacts {
    OrderFacts {
        get_method: Some(GetMethod::OnlineDownload),
        papers: AttachmentKind::FOR_COMPLETION.to_vec(),
        unit: "中国地质调查局".to_owned(),
        standing: UnitStanding::Offered,
        scenes: 4,
        repeated: 0,
        earlier: Vec::new(),
        volume: ByteCount::gib(1),
        unsized_scenes: 0,
        own_volumes: Vec::new(),
        unit_volumes: Vec::new(),
        out_of_scope: 0,
        catalogue_only: 0,
    }
}

fn one(facts: &OrderFacts, kind: CheckKind) -> (Verdict, String) {
    let found = check(facts).into_iter().find(|check| check.kind == kind);
    let found = found.map(|check| (check.verdict, Message::from(check.text)));
    let (verdict, message) = found.unwrap_or((Verdict::Missing, Message::default()));
    (verdict, message.code.into_owned())
}

#[test]
fn an_order_in_which_nothing_is_noticed_passes_every_check() {
    let checks = check(&plain());
    assert_eq!(checks.len(), 6);
    assert!(checks.iter().all(|check| check.verdict == Verdict::Ok));
}

#[test]
fn papers_are_those_that_the_get_method_needs() {
    use AttachmentKind::{DistributionForm, IdCard, IntroductionLetter, TaskSource};
    let online = Some(GetMethod::OnlineDownload);
    let offline = Some(GetMethod::OfflineCopy);
    for (get_method, papers, missing) in [
        (
            online,
            &[TaskSource, DistributionForm, IntroductionLetter, IdCard][..],
            &[][..],
        ),
        (offline, &[TaskSource, DistributionForm], &[]),
        (
            online,
            &[TaskSource, DistributionForm],
            &[IntroductionLetter, IdCard],
        ),
        (offline, &[DistributionForm, IdCard], &[TaskSource]),
    ] {
        let facts = OrderFacts {
            get_method,
            papers: papers.to_vec(),
            ..plain()
        };
        let texts: Vec<_> = super::papers(&facts)
            .into_iter()
            .filter(|check| check.verdict == Verdict::Missing)
            .map(|check| check.text)
            .collect();
        let expected: Vec<_> = missing
            .iter()
            .map(|kind: &AttachmentKind| CheckText::PaperMissing {
                paper: kind.text().into(),
            })
            .collect();
        assert_eq!(texts, expected, "{get_method:?} {papers:?}");
    }
    let undecided = OrderFacts {
        get_method: None,
        ..plain()
    };
    let (verdict, code) = one(&undecided, CheckKind::Papers);
    assert_eq!(
        (verdict, &*code),
        (Verdict::Missing, "check.get_method_missing")
    );
}

#[test]
fn a_unit_is_looked_up_in_the_list_of_units() {
    for (unit, standing, expected) in [
        (
            "甲",
            UnitStanding::Offered,
            (Verdict::Ok, "check.unit_known"),
        ),
        (
            "甲",
            UnitStanding::Withdrawn,
            (Verdict::Look, "check.unit_withdrawn"),
        ),
        (
            "甲",
            UnitStanding::Unknown,
            (Verdict::Look, "check.unit_unknown"),
        ),
        (
            " ",
            UnitStanding::Unknown,
            (Verdict::Missing, "check.unit_missing"),
        ),
    ] {
        let unit = unit.to_owned();
        let facts = OrderFacts {
            unit,
            standing,
            ..plain()
        };
        let (verdict, code) = one(&facts, CheckKind::Unit);
        assert_eq!((verdict, &*code), expected);
    }
}

#[test]
fn scenes_that_were_ordered_before_say_by_whom() {
    use EarlierApplicant::{Same, Unit};
    for (applicants, expected) in [
        (&[][..], (Verdict::Ok, "check.not_ordered_before")),
        (&[Same], (Verdict::Look, "check.ordered_by_applicant")),
        (&[Unit], (Verdict::Look, "check.ordered_by_unit")),
        (&[Unit, Same], (Verdict::Look, "check.ordered_by_applicant")),
    ] {
        let earlier = applicants.iter().map(|&applicant| SharedScenes {
            applicant,
            scenes: 2,
        });
        let facts = OrderFacts {
            repeated: 2,
            earlier: earlier.collect(),
            ..plain()
        };
        let (verdict, code) = one(&facts, CheckKind::Repeated);
        assert_eq!((verdict, &*code), expected, "{applicants:?}");
    }
}

#[test]
fn a_volume_is_compared_with_what_is_usual_or_a_limit() {
    let gib = |sizes: &[u64]| sizes.iter().copied().map(ByteCount::gib).collect();
    for (volume, unsized_scenes, own, unit, expected) in [
        (5, 0, &[1, 1, 1][..], &[][..], "check.volume_small"),
        (9, 1, &[], &[], "check.volume_unknown"),
        (41, 0, &[1, 10, 99], &[], "check.volume_above_applicants"),
        (40, 0, &[1, 10, 99], &[], "check.volume_like_applicants"),
        (41, 0, &[99, 99], &[10, 9, 11], "check.volume_above_units"),
        (40, 0, &[], &[10, 10, 10, 10], "check.volume_like_units"),
        (100, 0, &[1, 1], &[1, 1], "check.volume_incomparable"),
        (101, 0, &[], &[], "check.volume_large"),
    ] {
        let facts = OrderFacts {
            volume: ByteCount::gib(volume),
            unsized_scenes,
            own_volumes: gib(own),
            unit_volumes: gib(unit),
            ..plain()
        };
        let (verdict, code) = one(&facts, CheckKind::Volume);
        let calm = ["small", "like", "incomparable"];
        let is_calm = calm.iter().any(|word| expected.contains(word));
        assert_eq!(&*code, expected, "{volume} {own:?} {unit:?}");
        assert_eq!(verdict == Verdict::Ok, is_calm, "{expected}");
    }
}

#[test]
fn scenes_that_only_the_catalogue_knows_are_counted() {
    for (catalogue_only, expected) in [
        (0, (Verdict::Ok, "check.all_archived")),
        (3, (Verdict::Look, "check.some_catalogue_only")),
        (4, (Verdict::Missing, "check.none_archived")),
    ] {
        let facts = OrderFacts {
            catalogue_only,
            ..plain()
        };
        let (verdict, code) = one(&facts, CheckKind::CatalogueOnly);
        assert_eq!((verdict, &*code), expected);
    }
}

#[test]
fn scenes_beyond_the_applicants_scope_are_counted() {
    for (out_of_scope, expected) in [
        (0, (Verdict::Ok, "check.all_in_scope")),
        (1, (Verdict::Look, "check.some_out_of_scope")),
        (4, (Verdict::Look, "check.none_in_scope")),
    ] {
        let facts = OrderFacts {
            out_of_scope,
            ..plain()
        };
        let (verdict, code) = one(&facts, CheckKind::Scope);
        assert_eq!((verdict, &*code), expected);
    }
}

proptest! {
    /// Whatever is ordered, every kind of check says something.
    #[test]
    fn every_kind_of_check_says_something(
        volume in 0_u64..1 << 50, unsized_scenes in 0_u64..3, catalogue_only in 0_u64..5,
        own in proptest::collection::vec(0_u64..1 << 50, 0..25),
    ) {
        let facts = OrderFacts {
            volume: ByteCount(volume), unsized_scenes, catalogue_only,
            own_volumes: own.into_iter().map(ByteCount).collect(), ..plain()
        };
        let kinds: Vec<_> = check(&facts).into_iter().map(|check| check.kind).collect();
        for kind in CheckKind::ALL {
            prop_assert!(kinds.contains(&kind), "{kind:?}");
        }
    }

    /// More of the same never becomes less remarkable.
    #[test]
    fn a_larger_volume_is_never_less_remarkable(
        less in 0_u64..1 << 45, more in 0_u64..1 << 45,
        own in proptest::collection::vec(0_u64..1 << 45, 0..25),
    ) {
        let verdict = |volume| {
            let own_volumes = own.iter().copied().map(ByteCount).collect();
            volume_of(&OrderFacts { volume: ByteCount(volume), own_volumes, ..plain() })
        };
        prop_assert!(verdict(less.min(more)) <= verdict(less.max(more)));
    }
}

fn volume_of(facts: &OrderFacts) -> Verdict {
    volume(facts).verdict
}
