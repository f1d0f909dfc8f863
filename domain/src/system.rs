//! System configuration (系统配置): what administrators set for everybody, as pairs of a key and a text.

use strum::{EnumString, IntoStaticStr};
use texts::SettingText;

use crate::password::MAX_FORMER_PASSWORDS;
use crate::text::{is_blank, is_forbidden};

mod address;
mod layer;

pub use address::origins;
pub use layer::{BadLayer, LayerType, MapLayer, one_layer, several_layers};

const LONGEST_TEXT: usize = 500;
/// A year: whoever promises more promises nothing.
const MAX_PROMISED_HOURS: u32 = 8760;
/// Longest list of map layers, bytes.
const LONGEST_LAYERS: usize = 50_000;

/// One entry. The words are the specification's.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, IntoStaticStr, EnumString)]
#[strum(serialize_all = "camelCase")]
pub enum SysKey {
    /// Name of the system.
    SysName,
    /// Which deployment this is, see [`Deployment`].
    SystemName,
    /// Picture beside the name.
    SysLog,
    #[strum(serialize = "copyrightInfor")]
    Copyright,
    /// Record number (备案号).
    #[strum(serialize = "recordInfor")]
    Record,
    /// Address of the service desk.
    ContactAddress,
    /// Telephone of the service desk.
    ContactTele,
    /// Postcode of the service desk.
    ContactPost,
    /// Days that an account is valid.
    #[strum(serialize = "accountValPer")]
    AccountValidity,
    /// Most people online.
    #[strum(serialize = "onlineUsersNub")]
    OnlineUsers,
    /// Most calls of a person a minute.
    Frequency,
    /// Days that a password is valid.
    #[strum(serialize = "passwordValPer")]
    PasswordValidity,
    /// How many passwords of before may not be chosen again.
    PasswordHistory,
    /// Whether a password that is over, or that an administrator chose, has to be changed before anything else.
    PasswordForce,
    /// Hours from approval within which applicants are promised their data; empty or 0: nothing is promised.
    PreparationPromise,
    /// The vector base map.
    VectorMap,
    /// The imagery base map.
    ImageMap,
    /// What lies uppermost on the globe.
    ThreeMap,
    /// What `{token}` in addresses of layers stands for.
    ServiceToken,
    /// What covers the rest of the world on the map.
    #[strum(serialize = "maskURL")]
    MaskUrl,
    /// A corner of the map's extent: longitude of the upper left one.
    LongTopLeft,
    /// Latitude of the upper left one.
    LatTopLeft,
    /// Longitude of the opposite one.
    LongTopRight,
    /// Latitude of the opposite one.
    LatTopRight,
    /// Further map layers.
    MapLayers,
    /// Tools of the map that are offered only where they are listed, between commas: see [`TOOLS`].
    ToolList,
}

/// Tools that a [`SysKey::ToolList`] can name.
pub const TOOLS: [&str; 1] = ["legend"];

/// Values that an entry may have.
#[derive(Debug, Clone, Copy, PartialEq)]
enum EntryContent {
    /// Any text, or one that must not be empty.
    Text { needed: bool },
    /// `http://`, `https://`, or a path of this server.
    Address,
    /// A whole number up to this.
    Number(u32),
    /// Degrees up to this, in both directions.
    Degrees(f64),
    /// A map layer.
    Layer,
    /// A list of map layers.
    Layers,
    /// Some of [`TOOLS`].
    Tools,
    /// [`ON`], or nothing.
    Switch,
    /// The word of a [`Deployment`], or nothing.
    Deployment,
}

/// Where people sign in (portal specification, section 1: the global system name).
#[derive(Debug, Clone, Copy, PartialEq, Eq, IntoStaticStr, EnumString)]
#[strum(serialize_all = "UPPERCASE")]
pub enum Deployment {
    /// DZY: at the identity provider.
    Dzy,
    /// In the dialogs of this product.
    Fw,
}

impl Deployment {
    /// The specification's word.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        self.into()
    }

    /// The deployment of this word; `None`: it is not configured.
    #[must_use]
    pub fn parse(word: &str) -> Option<Self> {
        word.parse().ok()
    }
}

/// What stands in an entry that is switched on.
pub const ON: &str = "on";

impl SysKey {
    /// Every entry, in the order of the specification.
    pub const ALL: [Self; 26] = [
        Self::SysName,
        Self::SystemName,
        Self::SysLog,
        Self::Copyright,
        Self::Record,
        Self::ContactAddress,
        Self::ContactTele,
        Self::ContactPost,
        Self::AccountValidity,
        Self::OnlineUsers,
        Self::Frequency,
        Self::PasswordValidity,
        Self::PasswordHistory,
        Self::PasswordForce,
        Self::PreparationPromise,
        Self::VectorMap,
        Self::ImageMap,
        Self::ThreeMap,
        Self::ServiceToken,
        Self::MaskUrl,
        Self::LongTopLeft,
        Self::LatTopLeft,
        Self::LongTopRight,
        Self::LatTopRight,
        Self::MapLayers,
        Self::ToolList,
    ];

    /// The specification's word.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        self.into()
    }

    /// The entry of this word.
    #[must_use]
    pub fn parse(word: &str) -> Option<Self> {
        word.parse().ok()
    }

    const fn content(self) -> EntryContent {
        match self {
            Self::SysName => EntryContent::Text { needed: true },
            Self::Copyright
            | Self::Record
            | Self::ContactAddress
            | Self::ContactTele
            | Self::ContactPost
            | Self::ServiceToken => EntryContent::Text { needed: false },
            Self::SysLog | Self::MaskUrl => EntryContent::Address,
            Self::AccountValidity | Self::PasswordValidity => EntryContent::Number(3650),
            Self::PasswordHistory => EntryContent::Number(MAX_FORMER_PASSWORDS),
            Self::PreparationPromise => EntryContent::Number(MAX_PROMISED_HOURS),
            Self::PasswordForce => EntryContent::Switch,
            Self::SystemName => EntryContent::Deployment,
            Self::OnlineUsers | Self::Frequency => EntryContent::Number(1_000_000),
            Self::VectorMap | Self::ImageMap | Self::ThreeMap => EntryContent::Layer,
            Self::LongTopLeft | Self::LongTopRight => EntryContent::Degrees(180.0),
            Self::LatTopLeft | Self::LatTopRight => EntryContent::Degrees(90.0),
            Self::MapLayers => EntryContent::Layers,
            Self::ToolList => EntryContent::Tools,
        }
    }

    /// Whether this may be its value; else what is wrong with it. Only [`Self::SysName`] must not be empty.
    pub fn check(self, value: &str) -> Result<(), SettingText> {
        let content = self.content();
        if is_blank(value) {
            return match content {
                EntryContent::Text { needed: true } => Err(SettingText::SystemNameMissing),
                _ => Ok(()),
            };
        }
        match content {
            EntryContent::Text { .. } => check_text(value),
            EntryContent::Address => {
                check_text(value)?;
                address::check(value)
            }
            EntryContent::Number(most) => match value.parse::<u32>() {
                Ok(number) if number <= most => Ok(()),
                _ => Err(SettingText::NumberOutOfRange),
            },
            EntryContent::Degrees(most) => match value.parse::<f64>() {
                Ok(degrees) if degrees.abs() <= most => Ok(()),
                _ => Err(SettingText::DegreesOutOfRange),
            },
            EntryContent::Layer | EntryContent::Layers if value.len() > LONGEST_LAYERS => {
                Err(SettingText::LayersTooLong)
            }
            EntryContent::Layer => one_layer(value).map(drop).map_err(BadLayer::text),
            EntryContent::Tools if tools(value).is_some() => Ok(()),
            EntryContent::Tools => Err(SettingText::NoSuchTool),
            EntryContent::Switch if value == ON => Ok(()),
            EntryContent::Switch => Err(SettingText::NotASwitch),
            EntryContent::Deployment if Deployment::parse(value).is_some() => Ok(()),
            EntryContent::Deployment => Err(SettingText::NoSuchDeployment),
            EntryContent::Layers => several_layers(value).map(drop).map_err(BadLayer::text),
        }
    }
}

/// The tools of a list; `None`: it names others than [`TOOLS`].
#[must_use]
pub fn tools(list: &str) -> Option<Vec<&'static str>> {
    let named = list
        .split(',')
        .map(str::trim)
        .filter(|name| !name.is_empty());
    let known = named.map(|name| TOOLS.into_iter().find(|tool| *tool == name));
    known.collect()
}

fn check_text(text: &str) -> Result<(), SettingText> {
    if text.chars().count() > LONGEST_TEXT {
        return Err(SettingText::TextTooLong);
    }
    if text.chars().any(|c| is_forbidden(c, true)) {
        return Err(SettingText::TextUnfit);
    }
    Ok(())
}

/// The map's extent between two opposite corners, as west, south, east, north; `None` unless all four are there and it
/// has a width and a height.
#[must_use]
pub fn extent(corners: [&str; 4]) -> Option<[f64; 4]> {
    let [long, lat, other_long, other_lat] = corners.map(|text| text.trim().parse::<f64>().ok());
    let (long, other_long, lat, other_lat) = (long?, other_long?, lat?, other_lat?);
    let (west, east) = (long.min(other_long), long.max(other_long));
    let (south, north) = (lat.min(other_lat), lat.max(other_lat));
    (west < east && south < north).then_some([west, south, east, north])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_and_entries_belong_together() {
        for key in SysKey::ALL {
            assert_eq!(SysKey::parse(key.as_str()), Some(key));
        }
        assert_eq!(SysKey::parse("sysname"), None);
    }

    #[test]
    fn values_are_checked() {
        let layer = r#"{"name":"影像","layerName":"img","layerUrl":"https://t.example.org/{z}/{x}/{y}?tk={token}","layerType":"XYZ","visible":true}"#;
        let long = "长".repeat(501);
        for (key, value, good) in [
            (SysKey::SysName, "数据服务", true),
            (SysKey::SysName, " ", false),
            (SysKey::SystemName, "DZY", true),
            (SysKey::SystemName, "FW", true),
            (SysKey::SystemName, "", true),
            (SysKey::SystemName, "dzy", false),
            (SysKey::SysName, &long, false),
            (SysKey::SysName, "a\u{202E}b", false),
            (SysKey::ContactTele, "", true),
            (SysKey::SysLog, "/logo.svg", true),
            (SysKey::SysLog, "https://example.org/logo.svg", true),
            (SysKey::SysLog, "//example.org/logo.svg", false),
            (SysKey::SysLog, "javascript:alert(1)", false),
            (SysKey::SysLog, "ftp://example.org/a", false),
            (SysKey::MaskUrl, "https://example.org; script-src *", false),
            (SysKey::ToolList, "legend", true),
            (SysKey::ToolList, "legend,hammer", false),
            (SysKey::AccountValidity, "365", true),
            (SysKey::AccountValidity, "3651", false),
            (SysKey::AccountValidity, "-1", false),
            (SysKey::Frequency, "1.5", false),
            (SysKey::PasswordValidity, "90", true),
            (SysKey::PasswordHistory, "24", true),
            (SysKey::PasswordHistory, "25", false),
            (SysKey::PreparationPromise, "72", true),
            (SysKey::PreparationPromise, "8761", false),
            (SysKey::PasswordForce, "on", true),
            (SysKey::PasswordForce, "", true),
            (SysKey::PasswordForce, "off", false),
            (SysKey::LongTopLeft, "-180", true),
            (SysKey::LongTopLeft, "180.1", false),
            (SysKey::LatTopRight, "NaN", false),
            (SysKey::LatTopRight, "53.5", true),
            (SysKey::VectorMap, layer, true),
            (SysKey::VectorMap, "", true),
            (SysKey::VectorMap, "{}", false),
            (SysKey::MapLayers, &format!("[{layer},{layer}]"), true),
            (SysKey::MapLayers, layer, false),
        ] {
            assert_eq!(key.check(value).is_ok(), good, "{key:?} {value}");
        }
    }

    #[test]
    fn the_extent_lies_between_opposite_corners() {
        let china = Some([73.0, 18.0, 135.0, 54.0]);
        assert_eq!(extent(["73", "54", "135", "18"]), china);
        assert_eq!(extent(["135", "18", "73", "54"]), china);
        assert_eq!(extent(["73", "54", "135", "54"]), None);
        assert_eq!(extent(["73", "54", "135", ""]), None);
    }
}
