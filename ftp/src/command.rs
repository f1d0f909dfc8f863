//! A line of the control connection as a command.

/// What a client asks. Arguments are kept as typed: a name may begin or end with a space.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Command {
    User(String),
    Pass(String),
    Auth(String),
    Pbsz,
    Prot(String),
    Quit,
    Noop,
    Syst,
    Feat,
    Opts(String),
    /// CLNT: clients name themselves.
    Client,
    Help,
    Type(String),
    Mode(String),
    Structure(String),
    /// ALLO, ACCT: nothing to do.
    Superfluous,
    Pwd,
    Cwd(String),
    Cdup,
    Size(String),
    Mdtm(String),
    Mlst(String),
    Mlsd(String),
    List(String),
    Nlst(String),
    Stat(String),
    Retr(String),
    Rest(String),
    Pasv,
    Epsv(String),
    Abor,
    /// PORT, EPRT.
    Active,
    /// Any command that writes: refused.
    Write,
    /// A path with control characters in it.
    BadPath,
    Unknown,
}

impl Command {
    pub(crate) fn parse(line: &str) -> Self {
        let (verb, argument) = line.split_once(' ').unwrap_or((line, ""));
        let verb = verb.to_ascii_uppercase();
        let text = || argument.to_owned();
        let path = |make: fn(String) -> Self| {
            if argument.chars().any(char::is_control) {
                Self::BadPath
            } else {
                make(argument.to_owned())
            }
        };
        match verb.as_str() {
            "USER" => Self::User(text()),
            "PASS" => Self::Pass(text()),
            "AUTH" => Self::Auth(argument.to_ascii_uppercase()),
            "PBSZ" => Self::Pbsz,
            "PROT" => Self::Prot(argument.to_ascii_uppercase()),
            "QUIT" => Self::Quit,
            "NOOP" => Self::Noop,
            "SYST" => Self::Syst,
            "FEAT" => Self::Feat,
            "OPTS" => Self::Opts(argument.to_ascii_uppercase()),
            "CLNT" => Self::Client,
            "HELP" => Self::Help,
            "TYPE" => Self::Type(argument.to_ascii_uppercase()),
            "MODE" => Self::Mode(argument.to_ascii_uppercase()),
            "STRU" => Self::Structure(argument.to_ascii_uppercase()),
            "ALLO" | "ACCT" => Self::Superfluous,
            "PWD" | "XPWD" => Self::Pwd,
            "CWD" | "XCWD" => path(Self::Cwd),
            "CDUP" | "XCUP" => Self::Cdup,
            "SIZE" => path(Self::Size),
            "MDTM" => path(Self::Mdtm),
            "MLST" => path(Self::Mlst),
            "MLSD" => path(Self::Mlsd),
            "LIST" => path(Self::List),
            "NLST" => path(Self::Nlst),
            "STAT" => path(Self::Stat),
            "RETR" => path(Self::Retr),
            "REST" => Self::Rest(text()),
            "PASV" => Self::Pasv,
            "EPSV" => Self::Epsv(argument.to_ascii_uppercase()),
            "ABOR" => Self::Abor,
            "PORT" | "EPRT" | "LPRT" => Self::Active,
            "STOR" | "STOU" | "APPE" | "DELE" | "MKD" | "XMKD" | "RMD" | "XRMD" | "RNFR"
            | "RNTO" | "MFMT" | "MFCT" | "MFF" => Self::Write,
            _ => Self::Unknown,
        }
    }

    /// Whether a REST before this command still holds after it: clients send these between REST and RETR. Anything
    /// else forgets the offset, lest an old one truncate a later download.
    pub(crate) const fn keeps_restart(&self) -> bool {
        matches!(
            self,
            Self::Rest(_)
                | Self::Pasv
                | Self::Epsv(_)
                | Self::Type(_)
                | Self::Noop
                | Self::Size(_)
                | Self::Mdtm(_)
                | Self::Pbsz
                | Self::Prot(_)
        )
    }

    /// Whether the command uses up the open passive listener, so that a refusal must close it.
    pub(crate) const fn wants_data(&self) -> bool {
        matches!(
            self,
            Self::Retr(_) | Self::List(_) | Self::Nlst(_) | Self::Mlsd(_) | Self::Write
        )
    }
}

/// The argument of LIST and NLST without the switches of `ls` (`-la`), which many clients send.
pub(crate) fn without_switches(argument: &str) -> &str {
    let mut rest = argument;
    while rest.starts_with('-') {
        rest = rest.split_once(' ').map_or("", |(_, after)| after);
    }
    rest
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn verbs_ignore_case_and_names_keep_their_spaces() {
        assert_eq!(
            Command::parse("retr  a b "),
            Command::Retr(" a b ".to_owned())
        );
        assert_eq!(Command::parse("Quit"), Command::Quit);
        assert_eq!(Command::parse("RETR a\0b"), Command::BadPath);
        assert_eq!(Command::parse("SITE CHMOD"), Command::Unknown);
        assert_eq!(Command::parse(""), Command::Unknown);
    }

    #[test]
    fn switches_of_ls_are_dropped() {
        assert_eq!(without_switches("-la"), "");
        assert_eq!(without_switches("-l -a x y"), "x y");
        assert_eq!(without_switches("x -l"), "x -l");
    }

    proptest! {
        #[test]
        fn any_line_parses(line in ".*") {
            let _ = Command::parse(&line);
        }
    }
}
