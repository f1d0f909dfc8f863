//! What is wrong with settings.

use serde::Serialize;
use strum::{EnumIter, IntoStaticStr};

use crate::message::Text;

/// What is wrong with a setting, a layer of the map, or a list of fields.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, IntoStaticStr, EnumIter)]
#[strum(serialize_all = "snake_case", prefix = "setting.")]
pub enum SettingText {
    TooManySettings,
    NoSuchSetting,
    ExtentFlat,
    SystemNameMissing,
    NumberOutOfRange,
    DegreesOutOfRange,
    NoSuchTool,
    NotASwitch,
    NoSuchDeployment,
    TextTooLong,
    TextUnfit,
    AddressStart,
    LayersTooLong,
    LayersMalformed,
    TooManyLayers,
    TooManyServers,
    LayerNameWrong,
    LayerAddressStart,
    NoDisplayField,
    NotSearchable,
    TooManyFields,
    NoSuchField,
    FieldTwice,
    Blank,
    LabelUnfit,
}

impl Text for SettingText {
    fn key(&self) -> &'static str {
        self.into()
    }
}
