//! Where a scene lies at its target.

use crate::text::is_forbidden;

/// Longest name before its end, in characters: file systems take 255 bytes, a character is four at most.
const LONGEST_STEM: usize = 40;
const LONGEST_END: usize = 8;

/// The path below the target's folder: a folder for each subscription, and in it a name that no other scene of it has.
/// Corrections of a scene (`round` 2 and on) come beside what they correct.
#[must_use]
pub fn file_path(subscription: i64, did: i64, round: i32, file_name: &str) -> String {
    let (stem, end) = file_name.rsplit_once('.').unwrap_or((file_name, ""));
    let kept = |text: &str, most| -> String { text.chars().take(most).map(plain).collect() };
    let mut path = format!("S{subscription:06}/{}_{did}", kept(stem, LONGEST_STEM));
    if round > 1 {
        path.push_str(&format!("_r{round}"));
    }
    if !end.is_empty() {
        path.push('.');
        path.push_str(&kept(end, LONGEST_END));
    }
    path
}

/// Where a file of an order's delivery lies below a target's folder: in a folder named after the order; what a later delivery of
/// it brings lies beside what an earlier one brought.
#[must_use]
pub fn order_file_path(number: &str, ordinal: i64, path: &str) -> String {
    let mut whole: String = number.chars().map(plain).collect();
    if ordinal > 1 {
        whole.push_str(&format!("_{ordinal}"));
    }
    for part in path.split('/').filter(|part| !part.is_empty()) {
        whole.push('/');
        // Two dots would lead out of it.
        if part.chars().all(|c| c == '.') {
            whole.push('_');
        }
        whole.extend(part.chars().map(plain));
    }
    whole
}

/// What every file system and protocol takes as a part of a name.
fn plain(c: char) -> char {
    let is_plain = c.is_alphanumeric() || "-_.()".contains(c);
    if is_plain && !is_forbidden(c, true) {
        c
    } else {
        '_'
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn files_of_an_order_stay_in_its_folder() {
        let path = |ordinal, path| order_file_path("2026/1 号", ordinal, path);
        assert_eq!(path(1, "数据/GF1 a.zip"), "2026_1_号/数据/GF1_a.zip");
        assert_eq!(path(2, "SHA256SUMS"), "2026_1_号_2/SHA256SUMS");
        assert_eq!(path(1, "../../etc"), "2026_1_号/_../_../etc");
    }

    #[test]
    fn names_stay_recognisable_and_corrections_come_beside() {
        assert_eq!(
            file_path(7, 12, 1, "GF1 大图.tif"),
            "S000007/GF1_大图_12.tif"
        );
        assert_eq!(
            file_path(7, 12, 3, "GF1.tar.gz"),
            "S000007/GF1.tar_12_r3.gz"
        );
        assert_eq!(file_path(7, 12, 1, "plain"), "S000007/plain_12");
        assert_eq!(file_path(7, 12, 1, "../../etc/x"), "S000007/.._._12._etc_x");
    }

    proptest! {
        #[test]
        fn no_name_leads_elsewhere(name in ".{0,80}", did in 1_i64..1_000_000, round in 1_i32..9) {
            let path = file_path(1, did, round, &name);
            let below = path.strip_prefix("S000001/").unwrap_or_default();
            prop_assert!(!below.contains(['/', '\\', '\r', '\n', '\0']), "{below}");
            prop_assert!(below.len() <= 255 && below != ".." && below != ".");
        }
    }
}
