//! Where somebody is led back to after signing in elsewhere: only ever a page of this product.

/// Longest path that is kept. Searches with an area in the address are long.
const LONGEST: usize = 8000;
/// Where one is led whose path is none.
const HOME: &str = "/search";

/// A path of this server with its query, safe to send a browser to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReturnPath(String);

impl ReturnPath {
    /// The path that was wished for. Whatever a browser could read as another server leads to the search, and so does
    /// what is no page.
    #[must_use]
    pub fn of_wish(wish: Option<&str>) -> Self {
        let own = wish.filter(|path| is_own_page(path));
        Self(own.unwrap_or(HOME).to_owned())
    }

    /// The path.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// Browsers read a backslash as a slash, two slashes as another host, leave tabs and line ends out, and go up and down by dots (WHATWG
/// URL, section 4.4).
fn is_own_page(path: &str) -> bool {
    let follows = path.strip_prefix('/');
    let page = path.split(['?', '#']).next().unwrap_or_default();
    path.len() <= LONGEST
        && follows.is_some_and(|rest| !rest.starts_with('/'))
        && !path.starts_with("/api/")
        && !page.split('/').any(is_dots)
        && path.chars().all(|c| c.is_ascii_graphic() && c != '\\')
}

/// Whether a part of a path is the folder that it stands in, or the one above.
fn is_dots(part: &str) -> bool {
    let plain = part.to_ascii_lowercase().replace("%2e", ".");
    matches!(plain.as_str(), "." | "..")
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn only_own_pages_are_led_back_to() {
        for (wish, path) in [
            ("/search", "/search"),
            ("/orderManage/all?page=2", "/orderManage/all?page=2"),
            ("/admin/#/users", "/admin/#/users"),
            ("/search?name=%E4%B8%AD", "/search?name=%E4%B8%AD"),
            ("/", "/"),
            ("", HOME),
            ("search", HOME),
            ("//evil.example", HOME),
            ("/\\evil.example", HOME),
            ("\\\\evil.example", HOME),
            ("/\t/evil.example", HOME),
            ("/\n/evil.example", HOME),
            (" //evil.example", HOME),
            ("https://evil.example", HOME),
            ("javascript:alert(1)", HOME),
            ("/api/auth/oidc/start", HOME),
            ("/a\\..\\b", HOME),
            ("/./api/auth/oidc/start", HOME),
            ("/admin/../api/auth/oidc/start", HOME),
            ("/%2e/api/auth/oidc/start", HOME),
            ("/admin/.%2E/api/auth/oidc/start", HOME),
            ("/%2E./api", HOME),
            ("/a/..", HOME),
            ("/search?name=/../x#/./y", "/search?name=/../x#/./y"),
            ("/.well-known/a.../b", "/.well-known/a.../b"),
            ("/中文", HOME),
        ] {
            assert_eq!(ReturnPath::of_wish(Some(wish)).as_str(), path, "{wish:?}");
        }
        assert_eq!(ReturnPath::of_wish(None).as_str(), HOME);
        let long = format!("/{}", "a".repeat(LONGEST));
        assert_eq!(ReturnPath::of_wish(Some(&long)).as_str(), HOME);
    }

    proptest! {
        #[test]
        fn no_wish_leaves_this_server(wish in "[/\\\\:\t\n a-z@.?#]{0,12}") {
            let path = ReturnPath::of_wish(Some(&wish));
            let mut characters = path.as_str().chars();
            prop_assert_eq!(characters.next(), Some('/'));
            prop_assert!(!matches!(characters.next(), Some('/' | '\\')));
            prop_assert!(!path.as_str().contains(|c: char| c.is_control() || c == '\\' || c == ' '));
        }
    }
}
