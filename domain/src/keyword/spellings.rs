//! Names of satellites that mean the same.

use super::spelling::{Next, Spelling};

/// A series of satellites.
struct Series {
    /// As Chinese texts name it.
    chinese: &'static str,
    /// Folded, as operators and files name it; the first is the usual one.
    latin: &'static [&'static str],
    /// How names of products of a member begin, folded, by its number.
    products: &'static [(u32, &'static [&'static str])],
}

/// The names are those of the operators: CRESDA (whose files of 资源三号 begin with ZY301 to ZY303) and NSOAS, ESA for Sentinel (SAFE names), USGS for
/// Landsat (product identifiers of Collection 2).
const SERIES: [Series; 16] = [
    Series::new("高分", &["gf", "gaofen"]),
    Series {
        chinese: "资源",
        latin: &["zy", "ziyuan"],
        products: &[(3, &["zy301", "zy302", "zy303"])],
    },
    Series::new("环境", &["hj", "huanjing"]),
    Series::new("海洋", &["hy", "haiyang"]),
    Series::new("风云", &["fy", "fengyun"]),
    Series::new("天绘", &["th", "tianhui"]),
    Series::new("实践", &["sj", "shijian"]),
    Series::new("吉林", &["jl", "jilin"]),
    Series::new("高景", &["superview", "gaojing"]),
    Series {
        chinese: "哨兵",
        latin: &["sentinel"],
        products: &[
            (
                1,
                &[
                    "s1aiw", "s1biw", "s1ciw", "s1aew", "s1bew", "s1asm", "s1bsm",
                ],
            ),
            (2, &["s2amsi", "s2bmsi", "s2cmsi"]),
            (3, &["s3aol", "s3bol", "s3asl", "s3bsl"]),
        ],
    },
    Series {
        chinese: "陆地卫星",
        latin: &["landsat"],
        products: &[
            (4, &["lt04", "lm04"]),
            (5, &["lt05", "lm05"]),
            (7, &["le07"]),
            (8, &["lc08", "lo08", "lt08"]),
            (9, &["lc09", "lo09", "lt09"]),
        ],
    },
    Series::new("快鸟", &["quickbird"]),
    Series::new("世界观测", &["worldview"]),
    Series::new("中巴地球资源卫星", &["cbers"]),
    Series::new("中巴资源卫星", &["cbers"]),
    Series::new("斯波特", &["spot"]),
];

const DIGITS: [char; 10] = ['零', '一', '二', '三', '四', '五', '六', '七', '八', '九'];

impl Series {
    const fn new(chinese: &'static str, latin: &'static [&'static str]) -> Self {
        Self {
            chinese,
            latin,
            products: &[],
        }
    }

    /// All spellings of the whole series. Two letters alone are in too many names: a number must follow them.
    fn whole(&self) -> Vec<Spelling> {
        let latin = self.latin.iter().map(|name| {
            let next = if name.len() == 2 {
                Next::Digit
            } else {
                Next::Any
            };
            spelling((*name).to_owned(), next)
        });
        let chinese = spelling(self.chinese.to_owned(), Next::Any);
        latin.chain([chinese]).collect()
    }

    /// All spellings of a member; `suffix` tells those of one number apart (02D).
    fn member(&self, number: u32, suffix: &str) -> Vec<Spelling> {
        let chinese = self.chinese;
        let (next, parted) = if suffix.is_empty() {
            (Next::NoDigit, false)
        } else {
            (
                Next::Any,
                suffix.starts_with(|letter: char| letter.is_ascii_digit()),
            )
        };
        let mut all = Vec::new();
        for latin in self
            .latin
            .iter()
            .filter(|latin| latin.len() <= 2 || self.latin.len() == 1)
        {
            all.push(spelling(format!("{latin}{number}{suffix}"), next));
            if parted {
                all.push(spelling(format!("{latin}{number}_{suffix}"), next));
            }
        }
        all.push(spelling(
            format!("{chinese}{}号{suffix}", written(number)),
            Next::Any,
        ));
        all.push(spelling(format!("{chinese}{number}号{suffix}"), Next::Any));
        let products = self.products.iter().filter(|(member, _)| *member == number);
        let products = products
            .filter(|_| suffix.is_empty())
            .flat_map(|(_, names)| *names);
        all.extend(products.map(|name| spelling((*name).to_owned(), Next::Any)));
        all
    }
}

fn spelling(text: String, next: Next) -> Spelling {
    Spelling { text, next }
}

/// `l8`: Landsat as those who work with it write it. Nothing may follow: `l1tp` is in the name of each of its files.
fn short_landsat(folded: &str) -> Option<u32> {
    let number = folded.strip_prefix('l')?.parse().ok()?;
    (matches!(number, 4 | 5 | 7 | 8 | 9) && folded.len() == 2).then_some(number)
}

/// Every spelling of the satellite or series that a folded text names; `None`: it names none.
pub(super) fn spellings_of(folded: &str) -> Option<Vec<Spelling>> {
    if let Some(number) = short_landsat(folded) {
        let landsat = SERIES.iter().find(|series| series.latin == ["landsat"])?;
        return Some(landsat.member(number, ""));
    }
    SERIES.iter().find_map(|series| {
        let names = series.latin.iter().chain([&series.chinese]);
        let mut rest = names.filter_map(|name| folded.strip_prefix(*name));
        rest.find_map(|rest| {
            if rest.is_empty() {
                // Two letters of a file's name are no series.
                return (folded.len() > 2).then(|| series.whole());
            }
            let (number, suffix) = number_and_suffix(rest)?;
            Some(series.member(number, suffix))
        })
    })
}

/// `1`, `一号`, `102d`, `1_02d` or `1a`: the number of a satellite and what tells its namesakes apart.
fn number_and_suffix(rest: &str) -> Option<(u32, &str)> {
    let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
    let (number, rest) = if digits > 0 {
        let (number, rest) = rest.split_at(digits);
        (
            number.parse().ok()?,
            rest.strip_prefix('号').unwrap_or(rest),
        )
    } else {
        let (number, rest) = rest.split_once('号')?;
        (read(number)?, rest)
    };
    let suffix = rest.strip_prefix('_').unwrap_or(rest);
    // What ends in a digit may be the beginning of a longer number: it is taken as it is.
    let known = suffix.is_empty()
        || suffix.len() <= 3
            && suffix.is_ascii()
            && suffix.ends_with(|last: char| last.is_ascii_alphabetic());
    ((1..=99).contains(&number) && known).then_some((number, suffix))
}

/// 1 to 99 in Chinese.
fn read(text: &str) -> Option<u32> {
    let digit = |text: &str| {
        let mut letters = text.chars();
        let (only, more) = (letters.next()?, letters.next());
        let value = DIGITS.iter().position(|known| *known == only)?;
        u32::try_from(value).ok().filter(|_| more.is_none())
    };
    let Some((tens, ones)) = text.split_once('十') else {
        return digit(text);
    };
    let tens = if tens.is_empty() { 1 } else { digit(tens)? };
    let ones = if ones.is_empty() { 0 } else { digit(ones)? };
    Some(tens * 10 + ones)
}

/// 1 to 99 as Chinese writes it.
fn written(number: u32) -> String {
    let digit = |number: u32| {
        usize::try_from(number)
            .ok()
            .and_then(|at| DIGITS.get(at))
            .copied()
    };
    let (tens, ones) = (number / 10, number % 10);
    let mut text = String::new();
    if tens > 1 {
        text.extend(digit(tens));
    }
    if tens > 0 {
        text.push('十');
    }
    if ones > 0 {
        text.extend(digit(ones));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chinese_numbers_read_back() {
        for number in 1..=99 {
            assert_eq!(read(&written(number)), Some(number));
        }
        for wrong in ["", "号", "十十", "一二", "1"] {
            assert_eq!(read(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn names_of_files_are_no_satellites() {
        for name in [
            "gf",
            "gf1pms1e116",
            "gf1_2024",
            "zy3_02",
            "gf0",
            "gf100",
            "s2a",
            "高分号",
            "50t",
            "",
        ] {
            assert!(spellings_of(name).is_none(), "{name}");
        }
        for name in [
            "gf1",
            "高分一号",
            "gaofen1",
            "landsat",
            "资源一号02d",
            "zy1_02d",
            "哨兵2号",
        ] {
            assert!(spellings_of(name).is_some(), "{name}");
        }
    }
}
