//! 证件号码: citizens' identity numbers (GB 11643-1999) of 18 digits, and those of 15 that came before.

use chrono::NaiveDate;
use texts::FieldText;

/// The form of [`check_id_number`], for browsers: `REGEX_ID_NUMBER` (portal specification, form rules).
pub const ID_NUMBER_PATTERN: &str = "^([0-9]{14}|[0-9]{17})[0-9Xx]$";

/// GB 11643-1999, section 4: the weight of each of the first 17 digits, and the last character by the sum's remainder.
const WEIGHTS: [u32; 17] = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2];
const LAST: &[u8; 11] = b"10X98765432";

/// Empty, or 15 or 18 digits of which the last may be an X; the day of birth must be right, and of 18 the last character.
pub fn check_id_number(text: &str) -> Result<(), FieldText> {
    let bytes = text.as_bytes();
    let is_well_formed = match bytes {
        [] => return Ok(()),
        [digits @ .., last] => {
            matches!(digits.len(), 14 | 17)
                && digits.iter().all(u8::is_ascii_digit)
                && (last.is_ascii_digit() || matches!(last, b'X' | b'x'))
        }
    };
    if !is_well_formed {
        return Err(FieldText::IdNumberWrong);
    }
    // Those of 15 were given out until 1999 and hold no century.
    let is_right = if bytes.len() == 15 {
        is_day(&format!("19{}", &text[6..12]))
    } else {
        is_day(&text[6..14]) && last_of(bytes) == bytes[17].to_ascii_uppercase()
    };
    if is_right {
        Ok(())
    } else {
        Err(FieldText::IdCardWrong)
    }
}

fn is_day(digits: &str) -> bool {
    NaiveDate::parse_from_str(digits, "%Y%m%d").is_ok()
}

/// What the first 17 digits demand as the last character.
fn last_of(bytes: &[u8]) -> u8 {
    let digits = bytes.iter().map(|byte| u32::from(byte - b'0'));
    let sum: u32 = WEIGHTS
        .iter()
        .zip(digits)
        .map(|(weight, digit)| weight * digit)
        .sum();
    LAST[(sum % 11) as usize]
}

/// For whoever need not know it: the region and the last four characters, `110101********1234`.
#[must_use]
pub fn masked_id_number(number: &str) -> String {
    let characters: Vec<char> = number.chars().collect();
    let (first, last) = if characters.len() >= 15 {
        (6, 4)
    } else {
        (0, 2)
    };
    let hidden = first..characters.len().saturating_sub(last).max(first);
    let characters = characters.iter().enumerate();
    characters
        .map(|(at, character)| {
            if hidden.contains(&at) {
                '*'
            } else {
                *character
            }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use regex::Regex;

    use super::*;

    #[test]
    fn numbers_are_told_from_what_looks_like_them() {
        // The examples of GB 11643-1999, a number of 15 digits, and nothing at all.
        for good in [
            "11010519491231002X",
            "11010519491231002x",
            "440524188001010014",
            "110105491231002",
            "",
        ] {
            assert_eq!(check_id_number(good), Ok(()), "{good}");
        }
        for (wrong, why) in [
            ("110105194912310021", FieldText::IdCardWrong),
            ("11010519491331002X", FieldText::IdCardWrong),
            ("110105491331002", FieldText::IdCardWrong),
            ("110105490230002", FieldText::IdCardWrong),
            ("1101051949123100", FieldText::IdNumberWrong),
            ("X1010519491231002X", FieldText::IdNumberWrong),
            ("１１０１０５194912310", FieldText::IdNumberWrong),
            ("11010549123100", FieldText::IdNumberWrong),
            (" ", FieldText::IdNumberWrong),
        ] {
            assert_eq!(check_id_number(wrong), Err(why), "{wrong}");
        }
    }

    #[test]
    fn numbers_are_masked() {
        for (number, masked) in [
            ("11010519491231002X", "110105********002X"),
            ("110105491231002", "110105*****1002"),
            ("12345", "***45"),
            ("", ""),
        ] {
            assert_eq!(masked_id_number(number), masked);
        }
    }

    proptest! {
        #[test]
        fn one_other_digit_is_noticed(at in 0_usize..17, digit in 0_u8..10) {
            let mut number = b"440524188001010014".to_vec();
            let before = number[at];
            number[at] = b'0' + digit;
            let text = String::from_utf8(number).unwrap();
            prop_assert_eq!(check_id_number(&text).is_ok(), before == b'0' + digit);
        }

        #[test]
        fn browsers_refuse_nothing_that_is_right(text in "[0-9Xx]{13,19}") {
            let form = Regex::new(ID_NUMBER_PATTERN).unwrap();
            prop_assert!(form.is_match(&text) || check_id_number(&text).is_err());
        }
    }
}
