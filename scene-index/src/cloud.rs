//! Cloud covers in classes, so that counts can answer limits that are whole tens, and the facets as well.

pub const CLASSES: usize = 24;
/// Steps of the facets: 0 to 10 percent, and so on; the last also holds 100.
pub const STEPS: usize = 10;
/// Nobody knows.
pub const UNKNOWN: usize = CLASSES - 1;
/// More than 100 percent.
const ABOVE: usize = CLASSES - 2;

/// The class of a cloud cover in percent; not a number: unknown.
///
/// 0: less than nothing; 1, 3, ... 21: exactly 0, 10, ... 100 percent; 2, 4, ... 20: between these; 22: more than 100; 23:
/// unknown. A limit of a whole ten takes or refuses each class wholly.
#[must_use]
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    clippy::float_cmp,
    reason = "0 to 100, and whole tens are exact"
)]
pub fn class(percent: f32) -> usize {
    if percent.is_nan() {
        return UNKNOWN;
    }
    if percent < 0.0 {
        return 0;
    }
    if percent > 100.0 {
        return ABOVE;
    }
    let tens = (f64::from(percent) / 10.0) as u8;
    let is_whole = f64::from(percent) == f64::from(tens) * 10.0;
    1 + 2 * usize::from(tens) + usize::from(!is_whole)
}

/// The facets' step of a class; `None`: in none.
#[must_use]
pub fn step(class: usize) -> Option<usize> {
    match class {
        0 | ABOVE | UNKNOWN => None,
        _ => Some(((class - 1) / 2).min(STEPS - 1)),
    }
}

/// The least and the greatest cloud cover of a class, in percent; `None` for [`UNKNOWN`].
#[must_use]
pub fn range(class: usize) -> Option<(f32, f32)> {
    let tens = |count: usize| f32::from(u8::try_from(count).unwrap_or(u8::MAX)) * 10.0;
    match class {
        0 => Some((f32::NEG_INFINITY, 0.0)),
        ABOVE => Some((100.0, f32::INFINITY)),
        UNKNOWN => None,
        _ if class % 2 == 1 => Some((tens(class / 2), tens(class / 2))),
        _ => Some((tens(class / 2 - 1), tens(class / 2))),
    }
}

/// What becomes of scenes whose cloud cover nobody knows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum UnknownCloud {
    /// A limit leaves them out.
    #[default]
    Exclude,
    /// A limit lets them through.
    Include,
    /// They alone are found, whatever the limit.
    Only,
}

/// Which cloud covers are let through.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct CloudLimit {
    /// At most so many percent; `None`: any.
    pub most: Option<f64>,
    /// Whether scenes of unknown cloud cover pass.
    pub unknown: UnknownCloud,
}

impl CloudLimit {
    /// Whether it lets this one through, in percent; not a number: unknown.
    #[must_use]
    #[inline]
    pub fn takes(self, percent: f32) -> bool {
        match (self.unknown, self.most) {
            (UnknownCloud::Only, _) => percent.is_nan(),
            (_, None) => true,
            (UnknownCloud::Exclude, Some(most)) => f64::from(percent) <= most,
            (UnknownCloud::Include, Some(most)) => percent.is_nan() || f64::from(percent) <= most,
        }
    }

    /// Whether it lets everything through.
    #[must_use]
    pub fn takes_all(self) -> bool {
        self.most.is_none() && self.unknown != UnknownCloud::Only
    }

    /// Which classes it takes; `None`: it parts one of them.
    #[must_use]
    pub fn classes(self) -> Option<[bool; CLASSES]> {
        let mut taken = [false; CLASSES];
        for (class, taken) in taken.iter_mut().enumerate() {
            *taken = match range(class) {
                None => self.takes(f32::NAN),
                Some((least, greatest)) => {
                    let (one, other) = self.ends_taken(class, least, greatest);
                    if one != other {
                        return None;
                    }
                    one
                }
            };
        }
        Some(taken)
    }

    /// Whether it takes the least and the greatest of a class. The ends of a range between tens belong to other classes.
    fn ends_taken(self, class: usize, least: f32, greatest: f32) -> (bool, bool) {
        let is_point = class % 2 == 1;
        match (self.unknown, self.most) {
            (UnknownCloud::Only, _) => (false, false),
            (_, None) => (true, true),
            _ if is_point => (self.takes(least), self.takes(least)),
            (_, Some(most)) => (f64::from(least) < most, f64::from(greatest) <= most),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn the_ends_of_classes() {
        let expected = [
            (f32::NAN, 23),
            (-0.5, 0),
            (-0.0, 1),
            (0.0, 1),
            (0.1, 2),
            (9.999_999, 2),
            (10.0, 3),
            (29.999_998, 6),
            (99.999_99, 20),
            (100.0, 21),
            (100.000_01, 22),
            (f32::INFINITY, 22),
        ];
        for (percent, number) in expected {
            assert_eq!(class(percent), number, "{percent}");
        }
        assert_eq!([1, 2, 3, 20, 21].map(step), [0, 0, 1, 9, 9].map(Some));
        assert_eq!([0, 22, 23].map(step), [None; 3]);
    }

    proptest! {
        /// What the classes say of a limit is what the limit says of every cover.
        #[test]
        fn classes_say_what_the_limit_says(
            percent in prop_oneof![(-20_i16..1200).prop_map(|tenths| f32::from(tenths) / 10.0), Just(f32::NAN), any::<f32>()],
            most in proptest::option::of(prop_oneof![(-2_i8..13).prop_map(|tens| f64::from(tens) * 10.0), -5.0..110.0]),
            unknown in prop_oneof![Just(UnknownCloud::Exclude), Just(UnknownCloud::Include), Just(UnknownCloud::Only)],
        ) {
            let limit = CloudLimit { most, unknown };
            if let Some(taken) = limit.classes() {
                prop_assert_eq!(taken[class(percent)], limit.takes(percent));
            } else {
                prop_assert!(most.is_some_and(|most| most % 10.0 != 0.0 || !(0.0..=100.0).contains(&most)));
            }
            if let Some((least, greatest)) = range(class(percent)) {
                prop_assert!((least..=greatest).contains(&percent));
            }
        }
    }
}
