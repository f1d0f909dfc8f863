//! What each entry of the system configuration changes that somebody can see.

use domain::system::SysKey;
use serde_json::{Value, json};

/// Where an entry is observed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Observation {
    /// At this place of `/api/config`.
    Config(&'static str),
    /// When somebody signs in: the code of the refusal, or null.
    SignIn,
    /// At the third call of a person in a minute.
    ThirdCall,
    /// In what somebody is told who signs in: this key of `/api/auth/me`.
    SignedIn(&'static str),
    /// When somebody chooses the password again that the person has: the code of the refusal, or null.
    FormerPassword,
}

/// A value of an entry, and what is observed before it is saved and afterwards.
#[derive(Debug)]
pub struct Effect {
    /// Part of the product where the effect is observed.
    pub observed: Observation,
    /// What is saved.
    pub value: String,
    /// What is observed before.
    pub before: Value,
    /// What is observed afterwards.
    pub after: Value,
}

fn effect(
    observed: Observation,
    value: impl Into<String>,
    (before, after): (Value, Value),
) -> Effect {
    Effect {
        observed,
        value: value.into(),
        before,
        after,
    }
}

fn layer(url: &str) -> Value {
    json!({"name": "影像", "layerName": "img", "layerUrl": url, "layerType": "WMTS", "visible": true})
}

/// A text that `/api/config` repeats.
fn text(pointer: &'static str, value: &str) -> Effect {
    effect(
        Observation::Config(pointer),
        value,
        (json!(""), json!(value)),
    )
}

/// A layer whose address `/api/config` names.
fn map_layer(pointer: &'static str, before: &Value) -> Effect {
    let url = format!("/tiles{pointer}/{{z}}/{{x}}/{{y}}.png");
    let value = layer(&url).to_string();
    effect(
        Observation::Config(pointer),
        value,
        (before.clone(), json!(url)),
    )
}

/// One number of the map's extent.
fn corner(pointer: &'static str, before: f64, after: f64) -> Effect {
    let observed = Observation::Config(pointer);
    effect(observed, after.to_string(), (json!(before), json!(after)))
}

/// One of each, so that an entry without an effect does not compile. They are saved one after the other, and stay.
#[must_use]
pub fn effect_of(key: SysKey) -> Effect {
    let none = Value::Null;
    match key {
        SysKey::SysName => {
            let names = (json!("卫星遥感数据信息共享服务"), json!("青海数据服务"));
            effect(Observation::Config("/sysName"), "青海数据服务", names)
        }
        SysKey::SystemName => effect(
            Observation::Config("/systemName"),
            "DZY",
            (json!("FW"), json!("DZY")),
        ),
        SysKey::SysLog => {
            let logo = "https://logo.example.org/logo.svg";
            effect(Observation::Config("/logo"), logo, (none, json!(logo)))
        }
        SysKey::Copyright => text("/copyright", "版权所有"),
        SysKey::Record => text("/record", "京ICP备1号"),
        SysKey::ContactAddress => text("/contactAddress", "西宁市"),
        SysKey::ContactTele => text("/contactTele", "0971-1"),
        SysKey::ContactPost => text("/contactPost", "810000"),
        SysKey::AccountValidity => {
            effect(Observation::SignIn, "5", (none, json!("account_expired")))
        }
        SysKey::OnlineUsers => effect(Observation::SignIn, "1", (none, json!("too_many_online"))),
        SysKey::Frequency => effect(Observation::ThirdCall, "2", (json!(200), json!(429))),
        SysKey::PasswordValidity => {
            let over = json!("您的密码已过期，请立即修改密码！");
            effect(Observation::SignedIn("periodMsg"), "5", (none, over))
        }
        SysKey::PasswordHistory => {
            let used = json!("field.password_used_before");
            effect(Observation::FormerPassword, "0", (used, none))
        }
        SysKey::PasswordForce => {
            let duty = json!("change_password");
            effect(Observation::SignedIn("duty"), "on", (none, duty))
        }
        SysKey::PreparationPromise => effect(
            Observation::Config("/promisedHours"),
            "48",
            (none, json!(48)),
        ),
        SysKey::VectorMap => map_layer("/map/vector/layerUrl", &none),
        SysKey::ImageMap => {
            let value = layer("/wmts?tk={token}").to_string();
            let urls = (none, json!("/wmts?tk="));
            effect(Observation::Config("/map/imagery/layerUrl"), value, urls)
        }
        SysKey::ThreeMap => map_layer("/map/globe/layerUrl", &none),
        SysKey::ServiceToken => {
            let urls = (json!("/wmts?tk="), json!("/wmts?tk=a%26b"));
            effect(Observation::Config("/map/imagery/layerUrl"), "a&b", urls)
        }
        SysKey::MaskUrl => {
            let mask = "/areas/mask.json";
            effect(Observation::Config("/map/mask"), mask, (none, json!(mask)))
        }
        SysKey::LongTopLeft => corner("/map/extent/0", 73.0, 74.0),
        SysKey::LatTopLeft => corner("/map/extent/3", 54.0, 53.0),
        SysKey::LongTopRight => corner("/map/extent/2", 135.0, 134.0),
        SysKey::LatTopRight => corner("/map/extent/1", 18.0, 19.0),
        SysKey::MapLayers => {
            let value = json!([layer("/own/{z}/{x}/{y}.png")]).to_string();
            let urls = (none, json!("/own/{z}/{x}/{y}.png"));
            effect(Observation::Config("/map/layers/0/layerUrl"), value, urls)
        }
        SysKey::ToolList => {
            let tools = (json!(["legend"]), json!([]));
            effect(Observation::Config("/map/tools"), "", tools)
        }
    }
}
