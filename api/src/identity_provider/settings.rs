//! What an installation sets about the provider.

use url::{Host, Url};

/// Where the provider sends browsers back to.
const CALLBACK: &str = "/api/auth/oidc/callback";
/// Where it sends them after a sign-out.
const SIGNED_OUT: &str = "/search";

/// The provider of an installation.
#[derive(Clone)]
pub struct ProviderSettings {
    /// Its issuer, exactly as its tokens name it.
    pub issuer: String,
    /// This product's name at the provider.
    pub client_id: String,
    /// Its secret there; `None`: a public client.
    pub client_secret: Option<String>,
    /// Asked for beside `openid`.
    pub scopes: Vec<String>,
    /// What the button says; empty: the words of the web apps.
    pub label: String,
    /// Whether who is not known here gets an account that waits for an administrator.
    pub registers: bool,
    /// Where browsers reach this server (`https://host`, no slash at the end).
    pub site: String,
}

impl ProviderSettings {
    /// Where the provider sends browsers back to: registered there, and never what a request says.
    #[must_use]
    pub fn callback_address(&self) -> String {
        format!("{}{CALLBACK}", self.site)
    }

    /// Where the provider sends browsers after a sign-out.
    #[must_use]
    pub fn signed_out_address(&self) -> String {
        format!("{}{SIGNED_OUT}", self.site)
    }

    /// What is wrong with them, if anything: tokens go over TLS, but for a provider on this very machine.
    pub fn check(&self) -> Result<(), &'static str> {
        let issuer = Url::parse(&self.issuer).map_err(|_| "the issuer is no address")?;
        if issuer.query().is_some() || issuer.fragment().is_some() {
            return Err("the issuer has a query or a fragment");
        }
        if issuer.scheme() != "https" && !is_own_machine(&issuer) {
            return Err("the issuer is not https");
        }
        if self.client_id.is_empty() {
            return Err("there is no client id");
        }
        Ok(())
    }
}

/// Whether plain HTTP to there stays on this machine.
pub(super) fn is_own_machine(address: &Url) -> bool {
    address.scheme() == "http"
        && match address.host() {
            Some(Host::Ipv4(ip)) => ip.is_loopback(),
            Some(Host::Ipv6(ip)) => ip.is_loopback(),
            Some(Host::Domain(name)) => name == "localhost",
            None => false,
        }
}

impl std::fmt::Debug for ProviderSettings {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ProviderSettings")
            .field("issuer", &self.issuer)
            .field("client_id", &self.client_id)
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn settings(issuer: &str) -> ProviderSettings {
        ProviderSettings {
            issuer: issuer.to_owned(),
            client_id: "scenedock".to_owned(),
            client_secret: Some("secret".to_owned()),
            scopes: Vec::new(),
            label: String::new(),
            registers: false,
            site: "https://data.example.cn".to_owned(),
        }
    }

    #[test]
    fn tokens_go_over_tls_or_stay_on_this_machine() {
        for (issuer, good) in [
            ("https://id.example.cn/realms/survey", true),
            ("http://127.0.0.1:3000", true),
            ("http://[::1]:3000/a", true),
            ("http://localhost:3000", true),
            ("http://id.example.cn", false),
            ("http://127.0.0.1.example.cn", false),
            ("http://10.0.0.1", false),
            ("https://id.example.cn/?a=b", false),
            ("https://id.example.cn/#a", false),
            ("ftp://127.0.0.1", false),
            ("id.example.cn", false),
        ] {
            assert_eq!(settings(issuer).check().is_ok(), good, "{issuer}");
        }
    }

    #[test]
    fn secrets_are_not_printed() {
        let printed = format!("{:?}", settings("https://id.example.cn"));
        assert!(!printed.contains("secret"), "{printed}");
    }
}
