//! How variables of the environment are read.

/// A variable's value; none when it is empty.
pub fn from_env(name: &str) -> Option<String> {
    std::env::var(name).ok().filter(|value| !value.is_empty())
}

/// Whether a switch is on.
pub(super) fn flag(text: &str) -> Result<bool, String> {
    match text {
        "1" | "true" | "on" | "yes" => Ok(true),
        "" | "0" | "false" | "off" | "no" => Ok(false),
        other => Err(format!("{other} is neither 1 nor 0")),
    }
}
