use super::month_before;

#[test]
fn the_last_month_is_whole_whatever_day_it_is() {
    for (day, month) in [
        ("2026-03-31", "2026-02-01 2026-02-28"),
        ("2026-03-01", "2026-02-01 2026-02-28"),
        ("2027-01-15", "2026-12-01 2026-12-31"),
        ("2028-03-05", "2028-02-01 2028-02-29"),
    ] {
        let found = month_before(day.parse().unwrap());
        assert_eq!(format!("{} {}", found.first(), found.last()), month);
    }
}
