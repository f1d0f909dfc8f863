//! Map layers that administrators set.

use serde::{Deserialize, Serialize};
use texts::SettingText;

use super::origins;
use crate::text::{is_blank, is_forbidden};

/// Longest name, in characters.
const LONGEST_NAME: usize = 100;
/// Longest address, in characters.
const LONGEST_ADDRESS: usize = 1000;
/// Most layers in a list.
const MAX_LAYERS: usize = 50;
/// What [`MapLayer::with_token`] replaces.
const TOKEN: &str = "{token}";

/// How a layer is fetched.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum LayerType {
    /// Pictures by zoom, column and row.
    #[serde(rename = "XYZ")]
    Xyz,
    /// OGC Web Map Tile Service.
    #[serde(rename = "WMTS")]
    Wmts,
    /// A map service of an ArcGIS server.
    #[serde(rename = "arcgis")]
    ArcGis,
    /// OGC Web Map Service.
    #[serde(rename = "WMS")]
    Wms,
}

impl LayerType {
    /// Every type.
    pub const ALL: [Self; 4] = [Self::Xyz, Self::Wmts, Self::ArcGis, Self::Wms];
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct MapLayer {
    /// Name of the layer in the map's list.
    pub name: String,
    /// What the service calls it.
    pub layer_name: String,
    /// Address of the map service.
    pub layer_url: String,
    /// Protocol of the layer.
    pub layer_type: LayerType,
    /// Whether it is shown at first.
    pub visible: bool,
}

/// Why a text is no layer, or no list of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum BadLayer {
    /// The JSON is malformed, or no object of a layer.
    #[error("not JSON of a map layer")]
    Json,
    /// More layers than an installation may have.
    #[error("too many layers")]
    TooMany,
    /// A name is missing, too long, or holds what no name may.
    #[error("a bad name")]
    Name,
    /// The address is no valid URL.
    #[error("a bad address")]
    Address,
}

impl BadLayer {
    /// Message to the administrator.
    #[must_use]
    pub const fn text(self) -> SettingText {
        match self {
            Self::Json => SettingText::LayersMalformed,
            Self::TooMany => SettingText::TooManyLayers,
            Self::Name => SettingText::LayerNameWrong,
            Self::Address => SettingText::LayerAddressStart,
        }
    }
}

/// A layer out of its JSON.
pub fn one_layer(json: &str) -> Result<MapLayer, BadLayer> {
    let layer: MapLayer = serde_json::from_str(json).map_err(|_| BadLayer::Json)?;
    layer.check()?;
    Ok(layer)
}

/// A list of layers out of its JSON.
pub fn several_layers(json: &str) -> Result<Vec<MapLayer>, BadLayer> {
    let layers: Vec<MapLayer> = serde_json::from_str(json).map_err(|_| BadLayer::Json)?;
    if layers.len() > MAX_LAYERS {
        return Err(BadLayer::TooMany);
    }
    layers.iter().try_for_each(MapLayer::check)?;
    Ok(layers)
}

impl MapLayer {
    fn check(&self) -> Result<(), BadLayer> {
        let fits = |text: &str| {
            text.chars().count() <= LONGEST_NAME && !text.chars().any(|c| is_forbidden(c, true))
        };
        // XYZ needs no second name.
        if is_blank(&self.name) || !fits(&self.name) || !fits(&self.layer_name) {
            return Err(BadLayer::Name);
        }
        if self.layer_url.chars().count() > LONGEST_ADDRESS || origins(&self.layer_url).is_none() {
            return Err(BadLayer::Address);
        }
        Ok(())
    }

    /// The layer as a browser fetches it. The token may hold anything: what means something in an address is encoded.
    #[must_use]
    pub fn with_token(mut self, token: &str) -> Self {
        if self.layer_url.contains(TOKEN) {
            let mut encoded = String::with_capacity(token.len());
            for byte in token.trim().bytes() {
                if byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.' | b'_' | b'~') {
                    encoded.push(char::from(byte));
                } else {
                    encoded.push_str(&format!("%{byte:02X}"));
                }
            }
            self.layer_url = self.layer_url.replace(TOKEN, &encoded);
        }
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn layer(change: impl FnOnce(&mut MapLayer)) -> String {
        let mut layer = MapLayer {
            name: "影像".into(),
            layer_name: "img".into(),
            layer_url: "https://t{0-7}.example.org/img_w/wmts?tk={token}".into(),
            layer_type: LayerType::Wmts,
            visible: true,
        };
        change(&mut layer);
        serde_json::to_string(&layer).unwrap()
    }

    #[test]
    fn layers_are_checked() {
        assert!(one_layer(&layer(|_| {})).is_ok());
        assert!(one_layer(&layer(|it| it.layer_name.clear())).is_ok());
        assert_eq!(one_layer(&layer(|it| it.name.clear())), Err(BadLayer::Name));
        assert_eq!(
            one_layer(&layer(|it| it.name = "图".repeat(101))),
            Err(BadLayer::Name)
        );
        assert_eq!(
            one_layer(&layer(|it| it.layer_url = "javascript:x".into())),
            Err(BadLayer::Address)
        );
        let other = layer(|_| {}).replace("WMTS", "TMS");
        assert_eq!(one_layer(&other), Err(BadLayer::Json));
        let many = vec![layer(|_| {}); 51].join(",");
        assert_eq!(several_layers(&format!("[{many}]")), Err(BadLayer::TooMany));
        assert_eq!(several_layers("[]"), Ok(Vec::new()));
    }

    #[test]
    fn the_token_stays_one_value() {
        let layer = one_layer(&layer(|_| {})).unwrap().with_token("a b&c=1");
        assert_eq!(
            layer.layer_url,
            "https://t{0-7}.example.org/img_w/wmts?tk=a%20b%26c%3D1"
        );
    }
}
