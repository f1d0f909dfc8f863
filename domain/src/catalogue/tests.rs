use proptest::prelude::*;

use super::*;

fn draft() -> NodeDraft {
    NodeDraft {
        label: "高分".into(),
        label_en: String::new(),
        kind: NodeKind::Imagery,
        scene_type: SceneType::OriginalImage,
        collection: None,
    }
}

#[test]
fn a_node_has_a_label_that_can_be_shown() {
    assert!(draft().faults().is_empty());
    let long = "长".repeat(LONGEST_LABEL + 1);
    for (label, label_en, collection, fields) in [
        (" ", "", None, vec!["label"]),
        (
            "a\u{0}",
            "b\n",
            Some(" "),
            vec!["label", "labelEn", "collection"],
        ),
        (&*long, "", Some("gf1"), vec!["label"]),
    ] {
        let draft = NodeDraft {
            label: label.into(),
            label_en: label_en.into(),
            collection: collection.map(str::to_owned),
            ..draft()
        };
        let wrong: Vec<_> = draft.faults().into_iter().map(|(field, _)| field).collect();
        assert_eq!(wrong, fields);
    }
}

#[test]
fn only_quiet_leaves_change_what_lies_in_them() {
    let uses = |children, orders, scenes| NodeUses {
        scenes,
        children,
        orders,
        ..NodeUses::default()
    };
    for (uses, expected) in [
        (uses(0, 0, MAX_SCENES_CHANGED), Ok(())),
        (uses(1, 0, 0), Err(CatalogueRefusal::KindOfBranch)),
        (uses(0, 1, 0), Err(CatalogueRefusal::KindInWork)),
        (
            uses(0, 0, MAX_SCENES_CHANGED + 1),
            Err(CatalogueRefusal::KindOfMany),
        ),
    ] {
        assert_eq!(check_kind_change(&uses), expected);
    }
}

#[test]
fn no_change_makes_the_tree_deeper_than_it_may_be() {
    for (former, above, levels, is_allowed) in [
        (None, 0, 1, true),
        (None, MAX_LEVELS - 1, 1, true),
        (None, MAX_LEVELS, 1, false),
        (Some(0), MAX_LEVELS - 3, 3, true),
        (Some(0), MAX_LEVELS - 2, 3, false),
        (Some(0), 1, usize::MAX, false),
        // What is too deep already comes up, and goes elsewhere on its level.
        (Some(30), 25, 9, true),
        (Some(30), 30, 9, true),
        (Some(30), 31, 1, false),
    ] {
        let expected = if is_allowed {
            Ok(())
        } else {
            Err(CatalogueRefusal::TooDeep)
        };
        assert_eq!(
            check_levels(former, above, levels),
            expected,
            "{former:?} {above} {levels}"
        );
    }
    let text = CatalogueRefusal::TooDeep.text();
    assert_eq!(text, ProblemText::NodeTooDeep { most: 20 });
}

#[test]
fn words_are_read_as_they_are_stored() {
    for action in CatalogueAction::ALL {
        assert_eq!(CatalogueAction::parse(action.as_str()), Some(action));
    }
    for (kind, word) in [
        (NodeKind::Imagery, "WX"),
        (NodeKind::Archive, "ZL"),
        (NodeKind::Product, "BZCP"),
    ] {
        assert_eq!((kind.as_str(), NodeKind::parse(word)), (word, Some(kind)));
    }
}

proptest! {
    /// A tree stays one: from every node one comes to the top.
    #[test]
    fn no_move_makes_a_circle(moves in proptest::collection::vec((0_usize..12, proptest::option::of(0_usize..12)), 0..60)) {
        let mut parents: Vec<Option<usize>> = vec![None; 12];
        let chain = |parents: &[Option<usize>], from: Option<usize>| {
            let mut chain = Vec::new();
            let mut next = from;
            while let Some(id) = next {
                chain.push(i64::try_from(id).unwrap());
                next = parents[id];
            }
            chain
        };
        for (node, parent) in moves {
            let above = chain(&parents, parent);
            if check_move(i64::try_from(node).unwrap(), &above).is_ok() {
                parents[node] = parent;
            }
            for id in 0..parents.len() {
                let mut steps = 0;
                let mut next = parents[id];
                while let Some(above) = next {
                    steps += 1;
                    prop_assert!(steps <= parents.len());
                    next = parents[above];
                }
            }
        }
    }

    /// Whoever is granted the node itself sees it wherever it goes.
    #[test]
    fn a_grant_of_the_node_itself_holds_it_anywhere(mut nodes in proptest::collection::btree_set(0_i64..20, 0..5), node in 0_i64..20, above in proptest::collection::vec(0_i64..20, 0..5)) {
        let chain: Vec<i64> = std::iter::once(node).chain(above).collect();
        prop_assert!(is_held(None, &chain));
        nodes.insert(node);
        prop_assert!(is_held(Some(&nodes), &chain));
    }
}
