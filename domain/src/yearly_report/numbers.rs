//! How a report writes numbers.

/// `1,234,567`
#[must_use]
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let first = digits.len() % 3;
    let mut text = String::with_capacity(digits.len() + digits.len() / 3);
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && at % 3 == first {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// Tenths of a percent of `whole`, rounded half up; none of nothing.
#[must_use]
pub fn tenths_of_percent(part: u64, whole: u64) -> Option<u64> {
    let (part, whole) = (u128::from(part), u128::from(whole));
    let rounded = (part * 2000 + whole).checked_div(2 * whole)?;
    u64::try_from(rounded).ok()
}

/// `12.5%`
#[must_use]
pub fn percent(part: u64, whole: u64) -> Option<String> {
    let tenths = tenths_of_percent(part, whole)?;
    Some(format!("{}.{}%", tenths / 10, tenths % 10))
}

/// `增长 12.5%`, `下降 3.0%`, `持平`; none where there was nothing before.
#[must_use]
pub fn change(now: u64, before: u64) -> Option<String> {
    let share = percent(now.abs_diff(before), before)?;
    Some(match now.cmp(&before) {
        std::cmp::Ordering::Equal => "持平".to_owned(),
        std::cmp::Ordering::Greater => format!("增长 {share}"),
        std::cmp::Ordering::Less => format!("下降 {share}"),
    })
}

/// `2.5 小时`; below one hour in minutes, above three days in days.
#[must_use]
pub fn hours(seconds: u64) -> String {
    const MINUTE: u64 = 60;
    const HOUR: u64 = 3600;
    const DAY: u64 = 86_400;
    let tenths = |unit: u64| {
        let tenths = (seconds * 20 + unit) / (2 * unit);
        format!("{}.{}", tenths / 10, tenths % 10)
    };
    if seconds < HOUR {
        format!("{} 分钟", seconds.div_ceil(MINUTE))
    } else if seconds <= 3 * DAY {
        format!("{} 小时", tenths(HOUR))
    } else {
        format!("{} 天", tenths(DAY))
    }
}
