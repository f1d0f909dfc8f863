//! What a browser brings back from the provider, before anything of it is believed.

use url::form_urlencoded;

use super::types::ProviderError;

/// Longest code and state that are looked at.
const LONGEST: usize = 4096;

/// The parameters of an answer (RFC 6749, section 4.1.2; RFC 9207).
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ProviderAnswer {
    code: Option<String>,
    state: Option<String>,
    issuer: Option<String>,
    error: Option<String>,
}

impl ProviderAnswer {
    /// Reads the query of the call-back. A parameter that is there twice is none: RFC 6749, section 3.1.
    #[must_use]
    pub fn read(query: &str) -> Self {
        let one = |key: &str| {
            let mut found = form_urlencoded::parse(query.as_bytes())
                .filter(|(name, _)| name == key)
                .map(|(_, value)| value.into_owned());
            let first = found
                .next()
                .filter(|value| !value.is_empty() && value.len() <= LONGEST);
            if found.next().is_some() { None } else { first }
        };
        Self {
            code: one("code"),
            state: one("state"),
            issuer: one("iss"),
            error: one("error"),
        }
    }

    /// What says which browser went away.
    #[must_use]
    pub fn state(&self) -> Option<&str> {
        self.state.as_deref()
    }

    /// The code of this issuer; `named`: the provider has promised to name itself.
    pub(super) fn code(&self, issuer: &str, named: bool) -> Result<&str, ProviderError> {
        match self.issuer.as_deref() {
            Some(sender) if sender != issuer => return Err(ProviderError::OtherIssuer),
            None if named => return Err(ProviderError::NoIssuer),
            _ => {}
        }
        if let Some(error) = &self.error {
            return Err(ProviderError::ErrorReturned(
                error.escape_debug().take(100).collect(),
            ));
        }
        self.code.as_deref().ok_or(ProviderError::NoCode)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ISSUER: &str = "https://id.example.cn";

    #[test]
    fn an_answer_is_of_this_issuer_and_says_everything_once() {
        let iss = "iss=https%3A%2F%2Fid.example.cn";
        for (query, named, code) in [
            ("code=a&state=b", false, Some("a")),
            (&format!("code=a&state=b&{iss}"), true, Some("a")),
            ("code=a&state=b", true, None),
            ("code=a&state=b&iss=https%3A%2F%2Fevil.example", false, None),
            (&format!("code=a&{iss}&{iss}"), true, None),
            ("code=a&code=b", false, None),
            ("code=", false, None),
            ("state=b", false, None),
            ("error=access_denied&state=b", false, None),
            ("error=access_denied&code=a", false, None),
            ("", false, None),
        ] {
            let answer = ProviderAnswer::read(query);
            assert_eq!(answer.code(ISSUER, named).ok(), code, "{query}");
        }
        assert_eq!(ProviderAnswer::read("state=b&state=c").state(), None);
    }
}
