//! Addresses that administrators set.

use texts::SettingText;

/// Longest name of a host, and longest of the labels between its dots (RFC 1035, 2.3.4).
const LONGEST_HOST: usize = 253;
const LONGEST_LABEL: usize = 63;

pub(super) fn check(address: &str) -> Result<(), SettingText> {
    if is_own_path(address) || origins(address).is_some() {
        return Ok(());
    }
    Err(SettingText::AddressStart)
}

/// A path of this server: two slashes would be another one.
fn is_own_path(address: &str) -> bool {
    address.starts_with('/') && !address[1..].starts_with(['/', '\\']) && is_plain(address)
}

/// Nothing that would end or widen a header or an attribute.
fn is_plain(address: &str) -> bool {
    let bad =
        |c: char| c.is_whitespace() || c.is_control() || matches!(c, '"' | '\'' | '<' | '>' | ';');
    !address.chars().any(bad)
}

/// Where an address leads, as sources of a Content-Security-Policy: several for a host such as `t{0-7}.example.org`.
/// Empty: this server. `None`: it is no address.
#[must_use]
pub fn origins(address: &str) -> Option<Vec<String>> {
    if is_own_path(address) {
        return Some(Vec::new());
    }
    let (scheme, rest) = address.split_once("://")?;
    if !matches!(scheme, "http" | "https") || !is_plain(address) {
        return None;
    }
    let authority = rest.split(['/', '?', '#']).next()?;
    let hosts = match authority.split_once('{') {
        None => vec![authority.to_owned()],
        Some((before, rest)) => {
            let (range, after) = rest.split_once('}')?;
            let [first, b'-', last] = *range.as_bytes() else {
                return None;
            };
            let same = (first.is_ascii_digit() && last.is_ascii_digit())
                || (first.is_ascii_lowercase() && last.is_ascii_lowercase());
            if !same || first > last {
                return None;
            }
            let each = (first..=last).map(|one| format!("{before}{}{after}", char::from(one)));
            each.collect()
        }
    };
    let good = hosts.iter().all(|host| is_host(host));
    good.then(|| {
        let origin = |host: String| format!("{scheme}://{}", host.to_ascii_lowercase());
        hosts.into_iter().map(origin).collect()
    })
}

/// A name or an address, with a port or without.
fn is_host(text: &str) -> bool {
    let (name, port) = match text.rsplit_once(':') {
        Some((name, port)) if !port.ends_with(']') => (name, Some(port)),
        _ => (text, None),
    };
    let label = |label: &str| {
        (1..=LONGEST_LABEL).contains(&label.len())
            && label.chars().all(|c| c.is_ascii_alphanumeric() || c == '-')
    };
    let named = name.len() <= LONGEST_HOST && name.split('.').all(label);
    let numbered = name
        .strip_prefix('[')
        .and_then(|inner| inner.strip_suffix(']'))
        .is_some_and(|inner| inner.parse::<std::net::Ipv6Addr>().is_ok());
    (named || numbered) && port.is_none_or(|port| port.parse::<u16>().is_ok_and(|port| port > 0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn origins_are_exact() {
        let found = |text: &str| origins(text).map(|all| all.join(" "));
        for (address, expected) in [
            ("/tiles/{z}/{x}/{y}.png", Some("")),
            ("https://Example.org/{z}", Some("https://example.org")),
            ("http://10.0.0.1:8080", Some("http://10.0.0.1:8080")),
            ("https://[::1]:81/a", Some("https://[::1]:81")),
            (
                "https://t{0-2}.example.org/DataServer?tk={token}",
                Some("https://t0.example.org https://t1.example.org https://t2.example.org"),
            ),
            (
                "https://{a-b}.x.cn?x",
                Some("https://a.x.cn https://b.x.cn"),
            ),
            ("https://*.example.org/", None),
            ("https://user@example.org/", None),
            ("https://{token}.example.org/", None),
            ("https://t{7-0}.example.org/", None),
            ("https://", None),
            ("https://a..b/", None),
            ("https://a b/", None),
            ("https://a:70000/", None),
            ("data:image/png;base64,x", None),
            ("//example.org", None),
            ("/\\example.org", None),
        ] {
            assert_eq!(found(address).as_deref(), expected, "{address}");
        }
    }

    #[test]
    fn hosts_are_no_longer_than_names_may_be() {
        let label = "a".repeat(LONGEST_LABEL);
        let longest = [&*label, &label, &label, &label[..61]].join(".");
        for (host, good) in [
            (label.clone(), true),
            (format!("{label}a.cn"), false),
            (format!("t{{0-7}}{}.cn", &label[2..]), true),
            (format!("t{{0-7}}{label}.cn"), false),
            (longest.clone(), true),
            (format!("{longest}:8080"), true),
            (format!("{longest}a"), false),
            (format!("{{a-z}}.{longest}"), false),
        ] {
            let found = origins(&format!("https://{host}/{{z}}/{{x}}/{{y}}"));
            assert_eq!(found.is_some(), good, "{host}");
        }
    }
}
