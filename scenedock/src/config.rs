//! `scenedock config`: what is set, and from where.

use clap::parser::ValueSource;
use clap::{ArgMatches, Command};
use serde::Serialize;
use url::Url;

use crate::settings::from_env;

/// What the command line does not take: secrets, addresses that hold one, and what other parts of the process read.
const ENVIRONMENT_ONLY: [&str; 15] = [
    "AWS_ACCESS_KEY_ID",
    "AWS_ENDPOINT",
    "AWS_METADATA_ENDPOINT",
    "AWS_REGION",
    "AWS_SECRET_ACCESS_KEY",
    "DATABASE_URL",
    "LEGACY_SM4_KEY",
    "OIDC_CLIENT_SECRET",
    "QUEUE_URL",
    "RECORD_SM2_KEY",
    "RUST_LOG",
    "SCENEDOCK_DEMO_PASSWORD",
    "SCENEDOCK_POSTGRES_BIN",
    "SCENEDOCK_SECRET_KEY",
    "SMTP_URL",
];

/// Of these nothing is printed but that they are set.
const SECRETS: [&str; 6] = [
    "AWS_SECRET_ACCESS_KEY",
    "LEGACY_SM4_KEY",
    "OIDC_CLIENT_SECRET",
    "RECORD_SM2_KEY",
    "SCENEDOCK_DEMO_PASSWORD",
    "SCENEDOCK_SECRET_KEY",
];

/// Beginnings of names that are this product's alone: what begins so and is read by nothing is a mistyped name.
const OWN_PREFIXES: [&str; 8] = [
    "SCENEDOCK_",
    "FTP_",
    "HTTP_CONN",
    "OIDC_",
    "PERSON_",
    "WORKER_",
    "ARCHIVE_",
    "CONTACT_",
];

const HIDDEN: &str = "***";

/// Prints every setting of this process.
#[derive(clap::Args)]
pub struct ShowConfig {
    /// One JSON object for each setting, a line each
    #[arg(long)]
    json: bool,
}

/// Source of a setting's value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
enum SettingOrigin {
    CommandLine,
    Environment,
    Default,
    /// Not set, and without a default of its own.
    Unset,
    /// In the environment under a name that looks like this product's and that nothing reads.
    Unread,
}

impl SettingOrigin {
    const fn words(self) -> &'static str {
        match self {
            Self::CommandLine => "command line",
            Self::Environment => "environment",
            Self::Default => "default",
            Self::Unset => "not set",
            Self::Unread => "environment, but nothing reads it",
        }
    }
}

#[derive(Debug, Serialize)]
struct EffectiveSetting {
    name: String,
    value: Option<String>,
    from: SettingOrigin,
}

impl ShowConfig {
    /// Prints the settings by name, to the standard output. `matches` is what the command line and the environment gave.
    pub fn print(&self, command: &Command, matches: &ArgMatches) -> anyhow::Result<()> {
        let settings = effective(command, matches);
        let width = settings.iter().map(|one| one.name.len()).max().unwrap_or(0);
        for setting in &settings {
            if self.json {
                println!("{}", serde_json::to_string(setting)?);
            } else {
                let value = setting.value.as_deref().unwrap_or("-");
                println!(
                    "{:width$}  {value}  ({})",
                    setting.name,
                    setting.from.words()
                );
            }
        }
        Ok(())
    }
}

fn effective(command: &Command, matches: &ArgMatches) -> Vec<EffectiveSetting> {
    let of_command = command.get_arguments().filter_map(|argument| {
        let name = argument.get_env()?.to_str()?.to_owned();
        Some(of_argument(name, argument.get_id().as_str(), matches))
    });
    let mut settings: Vec<EffectiveSetting> = of_command.collect();
    settings.extend(ENVIRONMENT_ONLY.map(of_environment));
    let known: Vec<String> = settings.iter().map(|one| one.name.clone()).collect();
    settings.extend(unread(&known));
    settings.sort_by(|one, other| one.name.cmp(&other.name));
    settings
}

fn of_argument(name: String, id: &str, matches: &ArgMatches) -> EffectiveSetting {
    let values = matches.get_raw(id).map(|values| {
        let texts: Vec<_> = values.map(|value| value.to_string_lossy()).collect();
        texts.join(",")
    });
    let from = match matches.value_source(id) {
        Some(ValueSource::CommandLine) => SettingOrigin::CommandLine,
        Some(ValueSource::EnvVariable) => SettingOrigin::Environment,
        Some(_) => SettingOrigin::Default,
        None => SettingOrigin::Unset,
    };
    EffectiveSetting {
        value: values.map(|text| without_secret(&name, &text)),
        name,
        from,
    }
}

fn of_environment(name: &str) -> EffectiveSetting {
    let value = from_env(name);
    let from = match value {
        Some(_) => SettingOrigin::Environment,
        None => SettingOrigin::Unset,
    };
    EffectiveSetting {
        name: name.to_owned(),
        value: value.map(|text| without_secret(name, &text)),
        from,
    }
}

/// Variables that are set and that nobody reads.
fn unread(known: &[String]) -> Vec<EffectiveSetting> {
    let names = std::env::vars_os().filter_map(|(name, value)| {
        let name = name.into_string().ok()?;
        (!value.is_empty()).then_some(name)
    });
    names
        .filter(|name| OWN_PREFIXES.iter().any(|own| name.starts_with(own)))
        .filter(|name| !known.contains(name))
        .map(|name| EffectiveSetting {
            name,
            // Whatever it is, it may be a secret under a mistyped name.
            value: Some(HIDDEN.to_owned()),
            from: SettingOrigin::Unread,
        })
        .collect()
}

/// The value as it may be read by whoever stands behind one: no secret, and no password of an address.
fn without_secret(name: &str, value: &str) -> String {
    if SECRETS.contains(&name) {
        return HIDDEN.to_owned();
    }
    let Ok(mut url) = Url::parse(value) else {
        // An address that cannot be read may still hold its password.
        return if value.contains('@') && value.contains("://") {
            HIDDEN.to_owned()
        } else {
            value.to_owned()
        };
    };
    if url.password().is_none() && url.query().is_none() {
        return value.to_owned();
    }
    let hidden = url.password().is_none() || url.set_password(Some(HIDDEN)).is_ok();
    if url.query().is_some() {
        url.set_query(Some(HIDDEN));
    }
    if hidden {
        url.to_string()
    } else {
        HIDDEN.to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn secrets_are_hidden_and_addresses_keep_what_is_none() {
        for (name, value, printed) in [
            (
                "SCENEDOCK_SECRET_KEY",
                "00112233445566778899aabbccddeeff",
                "***",
            ),
            (
                "DATABASE_URL",
                "postgres://u:p@127.0.0.1/d",
                "postgres://u:***@127.0.0.1/d",
            ),
            (
                "DATABASE_URL",
                "postgres://127.0.0.1/d?password=p",
                "postgres://127.0.0.1/d?***",
            ),
            (
                "QUEUE_URL",
                "redis://:p@127.0.0.1:6379/0",
                "redis://:***@127.0.0.1:6379/0",
            ),
            ("SMTP_URL", "smtp://u:p@[::", "***"),
            (
                "PUBLIC_URL",
                "https://data.example.cn/",
                "https://data.example.cn/",
            ),
            ("HTTP_ADDR", "127.0.0.1:8080", "127.0.0.1:8080"),
            ("SYS_NAME", "影像", "影像"),
        ] {
            assert_eq!(without_secret(name, value), printed, "{name}");
        }
    }
}
