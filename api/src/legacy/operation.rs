//! One old address: who may call it, what stands for it, and what turns it into that.

use futures::future::BoxFuture;
use texts::ProblemText;

use super::call::Call;
use super::envelope::{Refused, Reply};
use crate::router::RouteAccess;

/// Turns a call into requests of our own, and their answers back.
pub(super) type Handler = fn(Call) -> BoxFuture<'static, Result<Reply, Refused>>;

/// What an address leads to.
#[derive(Clone, Copy)]
pub(super) enum Lead {
    /// Requests of our own.
    Does(Handler),
    /// A refusal that says what to use.
    Instead(Instead),
}

/// What is refused for good.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Instead {
    /// A password in an answer.
    Password,
    /// A token of an identity provider by other ways than ours.
    SingleSignOn,
    /// A bearer token that every client knew.
    FixedToken,
    /// Making and changing permissions.
    Permissions,
    /// Writing what the system records itself.
    Records,
}

impl Instead {
    pub(super) fn text(self) -> ProblemText {
        match self {
            Self::Password => ProblemText::PasswordNotHandedOut,
            Self::SingleSignOn => ProblemText::SingleSignOnInstead,
            Self::FixedToken => ProblemText::FixedTokenNotTaken,
            Self::Permissions => ProblemText::PermissionsFixed,
            Self::Records => ProblemText::RecordsNotWritten,
        }
    }
}

/// An old address with its handler.
#[derive(Clone, Copy)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "marks that have nothing to do with one another"
)]
pub(super) struct Operation {
    pub(super) method: &'static str,
    /// With `{product}` in it.
    pub(super) path: &'static str,
    /// What the specification calls it; where it names a path only, what the path says.
    pub(super) name: &'static str,
    /// What a call of it does, for docs/legacy.md; where it is refused, what the old portal did there.
    pub(super) does: &'static str,
    pub(super) who: RouteAccess,
    /// Operations of our own interface.
    pub(super) stands_for: &'static str,
    pub(super) lead: Lead,
    /// Whether the specification gives the path.
    pub(super) path_is_given: bool,
    /// Whether its answer is flagged as encrypted where a key is configured: it tells of people.
    pub(super) is_sealed: bool,
    /// Whether its body is a file, which is passed on unread.
    pub(super) is_upload: bool,
    /// Whether it answers a file or a picture.
    pub(super) is_file: bool,
    /// Whether it changes something although it is called with GET, or can be.
    pub(super) writes_on_get: bool,
}

/// An address that the specification gives.
pub(super) const fn does(
    (method, path): (&'static str, &'static str),
    name: &'static str,
    does: &'static str,
    who: RouteAccess,
    stands_for: &'static str,
    handler: Handler,
) -> Operation {
    Operation {
        method,
        path,
        name,
        does,
        who,
        stands_for,
        lead: Lead::Does(handler),
        path_is_given: true,
        is_sealed: false,
        is_upload: false,
        is_file: false,
        writes_on_get: false,
    }
}

/// An address behind which something is refused for good.
pub(super) const fn refuses(
    (method, path): (&'static str, &'static str),
    name: &'static str,
    does: &'static str,
    instead: Instead,
) -> Operation {
    Operation {
        method,
        path,
        name,
        does,
        who: RouteAccess::Public,
        stands_for: "",
        lead: Lead::Instead(instead),
        path_is_given: true,
        is_sealed: false,
        is_upload: false,
        is_file: false,
        writes_on_get: false,
    }
}

/// Every method.
pub(super) const ANY: &str = "ANY";

/// The specification gives the path and no method.
pub(super) const EITHER: &str = "GET, POST";

impl Operation {
    /// The specification names the operation only.
    pub(super) const fn at_our_path(mut self) -> Self {
        self.path_is_given = false;
        self
    }

    pub(super) const fn sealed(mut self) -> Self {
        self.is_sealed = true;
        self
    }

    pub(super) const fn upload(mut self) -> Self {
        self.is_upload = true;
        self
    }

    pub(super) const fn writing_on_get(mut self) -> Self {
        self.writes_on_get = true;
        self
    }

    pub(super) const fn file(mut self) -> Self {
        self.is_file = true;
        self
    }
}

/// The handler that a function is.
macro_rules! handler {
    ($function:path) => {
        |call| Box::pin($function(call))
    };
}
pub(super) use handler;
