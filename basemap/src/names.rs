//! What regions are called in short, and in English.

use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap};
use std::sync::LazyLock;

/// English names that are not the pinyin of the Chinese one: provinces (Shaanxi is told from Shanxi), and cities whose
/// own language names them.
const ENGLISH: &[(&str, &str)] = &[
    ("内蒙古自治区", "Inner Mongolia"),
    ("西藏自治区", "Tibet"),
    ("新疆维吾尔自治区", "Xinjiang"),
    ("陕西省", "Shaanxi"),
    ("香港特别行政区", "Hong Kong"),
    ("澳门特别行政区", "Macao"),
    ("呼和浩特市", "Hohhot"),
    ("乌鲁木齐市", "Urumqi"),
    ("哈尔滨市", "Harbin"),
    ("齐齐哈尔市", "Qiqihar"),
    ("拉萨市", "Lhasa"),
    ("日喀则市", "Shigatse"),
    ("那曲市", "Nagqu"),
    ("林芝市", "Nyingchi"),
    ("鄂尔多斯市", "Ordos"),
    ("包头市", "Baotou"),
    ("克拉玛依市", "Karamay"),
    ("吐鲁番市", "Turpan"),
    ("哈密市", "Hami"),
    ("阿克苏地区", "Aksu"),
    ("喀什地区", "Kashgar"),
    ("和田地区", "Hotan"),
    ("阿勒泰地区", "Altay"),
    ("呼伦贝尔市", "Hulunbuir"),
    ("锡林郭勒盟", "Xilingol"),
    ("台北市", "Taipei"),
    ("新北市", "New Taipei"),
    ("高雄市", "Kaohsiung"),
    ("台中市", "Taichung"),
    ("台南市", "Tainan"),
    ("桃园市", "Taoyuan"),
    ("基隆市", "Keelung"),
    ("新竹市", "Hsinchu"),
    ("新竹县", "Hsinchu County"),
    ("嘉义市", "Chiayi"),
    ("嘉义县", "Chiayi County"),
    ("花莲县", "Hualien"),
    ("台东县", "Taitung"),
    ("屏东县", "Pingtung"),
    ("彰化县", "Changhua"),
    ("中西区", "Central and Western"),
    ("湾仔区", "Wan Chai"),
    ("离岛区", "Islands"),
    ("葵青区", "Kwai Tsing"),
    ("荃湾区", "Tsuen Wan"),
    ("屯门区", "Tuen Mun"),
    ("元朗区", "Yuen Long"),
    ("大埔区", "Tai Po"),
    ("沙田区", "Sha Tin"),
    ("西贡区", "Sai Kung"),
    ("深水埗区", "Sham Shui Po"),
    ("黄大仙区", "Wong Tai Sin"),
    ("观塘区", "Kwun Tong"),
    ("九龙城区", "Kowloon City"),
    ("油尖旺区", "Yau Tsim Mong"),
];

/// Districts of Hong Kong whose Chinese name other regions bear, too, by their codes; the names are those of the Home Affairs
/// Department.
const HONG_KONG: &[(&str, &str)] = &[
    ("156810102", "Eastern"),
    ("156810105", "Southern"),
    ("156810112", "North"),
];

/// Seats of the governments of provinces and autonomous regions, by short name.
const CAPITALS: &[&str] = &[
    "石家庄",
    "太原",
    "呼和浩特",
    "沈阳",
    "长春",
    "哈尔滨",
    "南京",
    "杭州",
    "合肥",
    "福州",
    "南昌",
    "济南",
    "郑州",
    "武汉",
    "长沙",
    "广州",
    "南宁",
    "海口",
    "成都",
    "贵阳",
    "昆明",
    "拉萨",
    "西安",
    "兰州",
    "西宁",
    "银川",
    "乌鲁木齐",
    "台北",
];

/// Whether a city, by short name, is the seat of a province.
pub fn is_capital(short: &str) -> bool {
    CAPITALS.contains(&short)
}

/// What says only which sort of region it is, with its number of characters.
const SORTS: &[&str] = &[
    "特别行政区",
    "自治区",
    "自治州",
    "自治县",
    "自治旗",
    "地区",
    "林区",
    "特区",
    "省",
    "市",
    "盟",
    "县",
    "区",
    "旗",
];

/// The peoples that autonomous regions are named after.
const PEOPLES: &[&str] = &[
    "维吾尔",
    "哈萨克",
    "柯尔克孜",
    "塔吉克",
    "锡伯",
    "蒙古族",
    "蒙古",
    "回族",
    "藏族",
    "羌族",
    "彝族",
    "苗族",
    "壮族",
    "布依族",
    "朝鲜族",
    "满族",
    "侗族",
    "瑶族",
    "白族",
    "土家族",
    "哈尼族",
    "傣族",
    "黎族",
    "傈僳族",
    "佤族",
    "畲族",
    "拉祜族",
    "水族",
    "东乡族",
    "纳西族",
    "景颇族",
    "柯尔克孜族",
    "土族",
    "达斡尔族",
    "仫佬族",
    "布朗族",
    "撒拉族",
    "毛南族",
    "仡佬族",
    "锡伯族",
    "普米族",
    "怒族",
    "鄂温克族",
    "德昂族",
    "保安族",
    "裕固族",
    "独龙族",
    "哈萨克族",
    "塔吉克族",
    "各族",
];

/// `阿坝` for 阿坝藏族羌族自治州; names of two characters and what cannot be shortened stay.
pub fn short(name: &str) -> &str {
    let bare = SORTS
        .iter()
        .find_map(|sort| name.strip_suffix(sort))
        .unwrap_or(name);
    if bare.chars().count() < 2 {
        return name;
    }
    let mut bare = bare;
    while let Some(less) = PEOPLES.iter().find_map(|people| bare.strip_suffix(people)) {
        if less.chars().count() < 2 {
            break;
        }
        bare = less;
    }
    bare
}

/// The English name: the pinyin of the short name as one word. `pinyin` has a syllable for each character.
pub fn english(code: &str, name: &str, pinyin: &str) -> String {
    let by_code = HONG_KONG.iter().find(|(known, _)| *known == code);
    let by_name = || ENGLISH.iter().find(|(chinese, _)| *chinese == name);
    if let Some((_, known)) = by_code.or_else(by_name) {
        return (*known).to_owned();
    }
    let syllables: Vec<&str> = pinyin
        .split_whitespace()
        .take(short(name).chars().count())
        .collect();
    let mut word = String::new();
    for syllable in syllables {
        // Xi'an is not Xian: an apostrophe goes before a syllable that begins with a vowel (GB/T 16159).
        if !word.is_empty() && syllable.starts_with(['a', 'e', 'o']) {
            word.push('\'');
        }
        word.push_str(syllable);
    }
    let mut letters = word.chars();
    letters
        .next()
        .map(|first| first.to_uppercase().chain(letters).collect())
        .unwrap_or_default()
}

/// Whether a text is of Chinese characters alone.
pub fn is_chinese(text: &str) -> bool {
    !text.is_empty()
        && text
            .chars()
            .all(|one| ('\u{4e00}'..='\u{9fff}').contains(&one))
}

/// Pairs of a traditional or Japanese character and the simplified one.
const SIMPLIFIED: &str = include_str!("../data/simplified.txt");

/// A Chinese name in simplified characters: GeoNames has those of Hong Kong, Macao and Taiwan mostly in traditional ones.
pub fn simplified(name: &str) -> String {
    static PAIRS: LazyLock<HashMap<char, char>> = LazyLock::new(|| {
        let lines = SIMPLIFIED.lines().filter(|line| !line.starts_with('#'));
        let pairs = lines.flat_map(str::split_whitespace).filter_map(|pair| {
            let mut characters = pair.chars();
            characters.next().zip(characters.next())
        });
        pairs.collect()
    });
    name.chars()
        .map(|one| PAIRS.get(&one).copied().unwrap_or(one))
        .collect()
}

/// Places whose plainest name is another place's or an old one, by the number that GeoNames has for them.
const PREFERRED: &[(&str, &str)] = &[
    ("1642911", "雅加达"),
    ("1264527", "金奈"),
    ("184745", "内罗毕"),
    ("292223", "迪拜"),
    ("2293538", "阿比让"),
    ("2314302", "金沙萨"),
    ("2174003", "布里斯班"),
    ("2078025", "阿德莱德"),
    ("2240449", "罗安达"),
    ("53654", "摩加迪沙"),
    ("4699066", "休斯敦"),
    ("3390760", "累西腓"),
    ("2220957", "雅温得"),
    ("2886242", "科隆"),
    ("3617763", "马那瓜"),
    ("3464975", "库里蒂巴"),
];

/// The name that a map prints of several in Chinese, in simplified characters and without 镇 or 乡: the shortest; of equal
/// ones that which is told most often. `id` is the number of the place in GeoNames.
pub fn plainest(id: &str, names: &[String]) -> Option<String> {
    if let Some((_, preferred)) = PREFERRED.iter().find(|(known, _)| *known == id) {
        return Some((*preferred).to_owned());
    }
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    for name in names.iter().filter(|name| is_chinese(name)) {
        *counts.entry(simplified(name)).or_default() += 1;
    }
    let best = counts
        .into_iter()
        .min_by_key(|(name, times)| (name.chars().count(), Reverse(*times)))?
        .0;
    let plain = ["街道", "镇", "乡"]
        .iter()
        .find_map(|sort| best.strip_suffix(sort))
        .filter(|plain| plain.chars().count() > 1);
    Some(plain.unwrap_or(&best).to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_province_that_is_no_city_has_one_capital() {
        let regions =
            crate::regions::read(std::path::Path::new("../api/data/regions.csv.gz")).unwrap();
        let cities = ["市", "特别行政区"];
        for province in regions.iter().filter(|region| region.level == 1) {
            // The regions have no cities of Taiwan.
            let whole = province.name == "台湾省";
            if whole || cities.iter().any(|sort| province.name.ends_with(sort)) {
                continue;
            }
            let seats = regions.iter().filter(|region| {
                region.level == 2
                    && region.province() == province.province()
                    && is_capital(short(&region.name))
            });
            assert_eq!(seats.count(), 1, "{}", province.name);
        }
    }

    #[test]
    fn short_names() {
        let table = [
            ("武侯区", "武侯"),
            ("成都市", "成都"),
            ("阿坝藏族羌族自治州", "阿坝"),
            ("广西壮族自治区", "广西"),
            ("积石山保安族东乡族撒拉族自治县", "积石山"),
            ("蒙自市", "蒙自"),
            ("东区", "东区"),
            ("锡林郭勒盟", "锡林郭勒"),
            ("神农架林区", "神农架"),
        ];
        for (name, want) in table {
            assert_eq!(short(name), want);
        }
    }

    #[test]
    fn english_names() {
        let table = [
            ("武侯区", "wu hou qu", "Wuhou"),
            ("西安市", "xi an shi", "Xi'an"),
            ("陕西省", "shan xi sheng", "Shaanxi"),
            (
                "阿坝藏族羌族自治州",
                "a ba zang zu qiang zu zi zhi zhou",
                "Aba",
            ),
            ("广西壮族自治区", "guang xi zhuang zu zi zhi qu", "Guangxi"),
        ];
        for (name, pinyin, want) in table {
            assert_eq!(english("", name, pinyin), want);
        }
        // The east of Panzhihua is not that of Hong Kong.
        assert_eq!(english("156510402", "东区", "dong qu"), "Dongqu");
        assert_eq!(english("156810102", "东区", "dong qu"), "Eastern");
        assert_eq!(english("156810112", "北区", "bei qu"), "North");
    }

    #[test]
    fn of_several_names_the_plainest_in_simplified_characters() {
        let table: [(&str, &[&str], Option<&str>); 8] = [
            ("", &["総寨", "Zongzhai", "总寨", "总寨镇"], Some("总寨")),
            ("", &["天彭镇"], Some("天彭")),
            ("", &["Xipu"], None),
            ("", &["官塘", "観塘", "觀塘", "观塘"], Some("观塘")),
            ("", &["新営区", "新營", "新營區"], Some("新营")),
            ("", &["員林"], Some("员林")),
            // What is a simplified name already stays.
            ("", &["乾县"], Some("乾县")),
            ("1642911", &["勿礁維", "雅加达"], Some("雅加达")),
        ];
        for (id, names, want) in table {
            let names: Vec<String> = names.iter().map(|name| (*name).to_owned()).collect();
            assert_eq!(plainest(id, &names).as_deref(), want, "{names:?}");
        }
    }
}
