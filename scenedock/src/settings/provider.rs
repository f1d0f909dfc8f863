//! The identity provider that people sign in at.

use std::sync::Arc;

use anyhow::{Context, bail};
use api::identity_provider::{IdentityProvider, ProviderSettings};
use clap::Args;
use url::Url;

use super::variable::{flag, from_env};

/// Sign-in by OpenID Connect; off without an issuer.
#[derive(Args, Clone)]
pub struct ProviderArgs {
    /// Issuer of the OpenID Connect provider, exactly as its tokens name it; none: only accounts of this product sign in
    #[arg(long, env = "OIDC_ISSUER", global = true)]
    pub oidc_issuer: Option<String>,
    /// This product's client id at the provider
    #[arg(long, env = "OIDC_CLIENT_ID", global = true)]
    pub oidc_client_id: Option<String>,
    /// Its secret; none: a public client
    #[arg(skip = from_env("OIDC_CLIENT_SECRET"))]
    pub oidc_client_secret: Option<String>,
    /// Scopes asked for beside openid, separated by blanks
    #[arg(
        long,
        env = "OIDC_SCOPES",
        default_value = "profile email",
        global = true
    )]
    pub oidc_scopes: String,
    /// What the button of the sign-in dialog says; the words of the product when absent
    #[arg(long, env = "OIDC_LABEL", default_value = "", global = true)]
    pub oidc_label: String,
    /// Whether who is not known here gets an account that waits for an administrator
    #[arg(long, env = "OIDC_REGISTER", value_parser = flag, default_value = "0", global = true)]
    pub oidc_register: bool,
    /// Deployment: DZY (people sign in at the provider) or FW (in the dialogs of this product)
    #[arg(long, env = "SYSTEM_NAME", default_value = "FW", global = true)]
    pub system_name: String,
}

impl ProviderArgs {
    /// The provider, if there is one. It sends browsers back to `site`, so it has to be said where that is.
    pub fn provider(&self, site: Option<&Url>) -> anyhow::Result<Option<Arc<IdentityProvider>>> {
        let Some(issuer) = &self.oidc_issuer else {
            return Ok(None);
        };
        let Some(site) = site else {
            bail!("OIDC_ISSUER needs PUBLIC_URL: the identity provider sends browsers back there");
        };
        let settings = ProviderSettings {
            issuer: issuer.clone(),
            client_id: self.oidc_client_id.clone().unwrap_or_default(),
            client_secret: self.oidc_client_secret.clone(),
            scopes: self
                .oidc_scopes
                .split_whitespace()
                .map(str::to_owned)
                .collect(),
            label: self.oidc_label.clone(),
            registers: self.oidc_register,
            site: site.as_str().trim_end_matches('/').to_owned(),
        };
        if let Err(wrong) = settings.check() {
            bail!("OIDC_ISSUER and OIDC_CLIENT_ID: {wrong}");
        }
        let provider = IdentityProvider::new(settings).context("OIDC_ISSUER")?;
        Ok(Some(Arc::new(provider)))
    }
}
