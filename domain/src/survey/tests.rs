use std::fmt::Debug;

use super::*;

fn reads_back<T: Copy + PartialEq + Debug>(
    all: &[T],
    word: impl Fn(T) -> &'static str,
    parse: impl Fn(&str) -> Option<T>,
) -> Vec<&'static str> {
    for choice in all {
        assert_eq!(parse(word(*choice)), Some(*choice));
    }
    assert_eq!(parse("none of them"), None);
    all.iter().map(|choice| word(*choice)).collect()
}

/// The words of the specification, letter for letter.
#[test]
fn choices_are_the_specifications() {
    assert_eq!(
        reads_back(Occupation::ALL, Occupation::as_str, Occupation::parse),
        [
            "student",
            "teacher",
            "expert",
            "government",
            "employee",
            "other"
        ]
    );
    assert_eq!(
        reads_back(
            UsageFrequency::ALL,
            UsageFrequency::as_str,
            UsageFrequency::parse
        ),
        ["daily", "weekly", "monthly", "occasionally", "firstTime"]
    );
    assert_eq!(
        reads_back(DataQuality::ALL, DataQuality::as_str, DataQuality::parse),
        ["veryHigh", "high", "average", "low", "veryLow"]
    );
    assert_eq!(
        reads_back(
            ServiceProblem::ALL,
            ServiceProblem::as_str,
            ServiceProblem::parse
        ),
        ["complex", "slow", "unclear", "support", "tracking", "other"]
    );
    assert_eq!(
        reads_back(
            ServiceImprovement::ALL,
            ServiceImprovement::as_str,
            ServiceImprovement::parse
        ),
        [
            "responseTime",
            "knowledge",
            "attitude",
            "problemSolving",
            "other"
        ]
    );
    assert_eq!(
        reads_back(Willingness::ALL, Willingness::as_str, Willingness::parse),
        [
            "veryWilling",
            "willing",
            "uncertain",
            "unwilling",
            "veryUnwilling"
        ]
    );
}

#[test]
fn a_choice_belongs_to_its_question() {
    let words = reads_back(
        SurveyQuestion::ALL,
        SurveyQuestion::as_str,
        SurveyQuestion::parse,
    );
    assert_eq!(
        words,
        [
            "occupation",
            "frequency",
            "dataQuality",
            "problems",
            "customerServiceImprovements",
            "recommendationWillingness"
        ]
    );
    for question in SurveyQuestion::ALL {
        for word in question.choices() {
            let choice = SurveyChoice::parse(*question, word).unwrap();
            assert_eq!((choice.question(), choice.word()), (*question, word));
        }
    }
    assert_eq!(
        SurveyChoice::parse(SurveyQuestion::DataQuality, "slow"),
        None
    );
    assert_eq!(SurveyChoice::parse(SurveyQuestion::Problems, ""), None);
}

#[test]
fn the_text_beside_other_is_needed_there_and_kept_only_there() {
    assert_eq!(checked_other(" 地质队员 ", true).as_deref(), Ok("地质队员"));
    assert_eq!(
        checked_other("  ", true),
        Err(FieldText::SurveyOtherMissing)
    );
    assert_eq!(checked_other("地质队员", false).as_deref(), Ok(""));
    assert!(checked_other(&"长".repeat(200), true).is_ok());
    assert!(checked_other(&"长".repeat(201), true).is_err());
    for hostile in ["a\u{0}b", "a\u{202e}b", "\u{200b}"] {
        assert!(checked_other(hostile, true).is_err(), "{hostile:?}");
    }
    assert_eq!(checked_suggestions(" 一\n二 ").as_deref(), Ok("一\n二"));
    assert!(checked_suggestions(&"长".repeat(2001)).is_err());
}
