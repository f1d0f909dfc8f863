//! What the information office publishes: news, announcements, the texts of pages, the video of the guide.

pub mod captions;
pub mod metadata;
mod nesting;
pub mod video;
pub mod webp;

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};
use strum::{EnumIter, EnumString, IntoStaticStr};
use texts::FieldText;
use uuid::Uuid;

use crate::ids::ContentPictureId;
use crate::text::{is_blank, is_forbidden};

/// Most characters of a title.
pub const LONGEST_TITLE: u64 = 100;
/// Most characters of the name of a type of news.
pub const LONGEST_TYPE_NAME: u64 = 30;
/// Most bytes of a text: a hundred printed pages in Chinese.
pub const LONGEST_BODY: u64 = 256 * 1024;
/// Most signs of emphasis in a paragraph. Browsers gave up at some thousand that lie in one another.
const MAX_EMPHASIS: usize = 2000;
/// Most pictures in a text.
pub const MAX_PICTURES: u64 = 40;
/// Most types of news: they are offered side by side.
pub const MAX_NEWS_TYPES: u64 = 30;
/// Most announcements, those that are over included.
pub const MAX_ANNOUNCEMENTS: u64 = 200;
/// Revisions of a page that are kept.
pub const KEPT_REVISIONS: i64 = 20;
/// Most bytes of a picture.
pub const LARGEST_PICTURE: usize = 10 * 1024 * 1024;
/// Most pixels of a picture: readers' telephones unpack it.
pub const MAX_PIXELS: u64 = 40_000_000;
/// Most bytes of the guide's video where nothing else is set.
pub const LARGEST_VIDEO: u64 = 500 * 1024 * 1024;
/// Under which a text names an uploaded picture; its id follows.
pub const PICTURE_PATH: &str = "/api/content/pictures/";
/// Characters of an id.
const ID_CHARS: usize = 36;

macro_rules! words {
    ($(#[$doc:meta])* $case:literal $name:ident { $($(#[$variant_doc:meta])* $variant:ident),+ $(,)? }) => {
        $(#[$doc])*
        #[derive(
            Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, IntoStaticStr, EnumString, EnumIter,
        )]
        #[serde(rename_all = $case)]
        #[strum(serialize_all = $case)]
        pub enum $name {
            $($(#[$variant_doc])* $variant),+
        }

        impl $name {
            /// In the order that lists show them.
            pub const ALL: &'static [Self] = &[$(Self::$variant),+];

            /// The word that is stored and sent.
            #[must_use]
            pub fn as_str(self) -> &'static str {
                self.into()
            }

            /// Reads the word.
            #[must_use]
            pub fn parse(word: &str) -> Option<Self> {
                word.parse().ok()
            }
        }
    };
}

words!(
    /// Whether an article can be read.
    "camelCase"
    NewsState {
        /// Not published yet.
        Draft,
        /// It can be read from its moment on.
        Published,
        /// It could be read, and can no longer.
        Withdrawn,
    }
);
words!(
    /// How much an announcement matters.
    "camelCase"
    AnnouncementLevel {
        /// Good to know.
        Info,
        /// Everybody should know.
        Important,
    }
);
words!(
    /// A page whose text may be replaced: the route names of the portal specification, section 2.
    "camelCase"
    ContentPage {
        /// From the search to the data.
        UserGuide,
        /// Introduction of the products.
        ProductIntro,
        /// How data come on a disk.
        OffLineDisk,
        /// While the system is being maintained.
        Maintenance,
        /// Contact: addresses of the staff.
        ContactUs,
    }
);
words!(
    /// A language in which something may be published.
    "camelCase"
    ContentLanguage {
        /// Chinese, which everything has.
        Zh,
        /// English.
        En,
    }
);

/// The title trimmed, or why it is invalid.
pub fn checked_title(title: &str) -> Result<&str, FieldText> {
    let (missing, long) = (
        FieldText::TitleMissing,
        FieldText::TitleTooLong {
            most: LONGEST_TITLE,
        },
    );
    one_line(title, LONGEST_TITLE, missing, long)
}

/// The name of a type of news as it is kept.
pub fn checked_type_name(name: &str) -> Result<&str, FieldText> {
    let (missing, long) = (
        FieldText::NewsTypeNameMissing,
        FieldText::NewsTypeNameTooLong {
            most: LONGEST_TYPE_NAME,
        },
    );
    one_line(name, LONGEST_TYPE_NAME, missing, long)
}

fn one_line(text: &str, most: u64, missing: FieldText, long: FieldText) -> Result<&str, FieldText> {
    let text = text.trim();
    if is_blank(text) {
        return Err(missing);
    }
    if text.chars().count() as u64 > most {
        return Err(long);
    }
    if text.chars().any(|c| is_forbidden(c, true)) {
        return Err(FieldText::ControlCharacters);
    }
    Ok(text)
}

/// A text in Markdown: within the limits, and which pictures it names.
pub fn checked_body(body: &str) -> Result<BTreeSet<ContentPictureId>, FieldText> {
    if is_blank(body) {
        return Err(FieldText::BodyMissing);
    }
    if body.len() as u64 > LONGEST_BODY {
        return Err(FieldText::BodyTooLong {
            kilobytes: LONGEST_BODY / 1024,
        });
    }
    if body.chars().any(|c| is_forbidden(c, false)) {
        return Err(FieldText::ControlCharacters);
    }
    if nesting::depth(body) > nesting::DEEPEST {
        return Err(FieldText::BodyTooDeep {
            most: nesting::DEEPEST as u64,
        });
    }
    if nesting::emphasis(body) > MAX_EMPHASIS {
        return Err(FieldText::BodyTooMuchEmphasis {
            most: MAX_EMPHASIS as u64,
        });
    }
    let pictures = pictures_in(body);
    if pictures.len() as u64 > MAX_PICTURES {
        return Err(FieldText::BodyTooManyPictures { most: MAX_PICTURES });
    }
    Ok(pictures)
}

/// Every uploaded picture that a text names, wherever it stands: a picture that is shown is always found, and one that is
/// only written about is kept with it.
#[must_use]
pub fn pictures_in(body: &str) -> BTreeSet<ContentPictureId> {
    body.match_indices(PICTURE_PATH)
        .filter_map(|(at, path)| {
            let id = body.get(at + path.len()..at + path.len() + ID_CHARS)?;
            Uuid::try_parse(id).ok().map(ContentPictureId)
        })
        .collect()
}

/// What a picture of a text may be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PictureFormat {
    Jpeg,
    Png,
    /// `WebP`
    Webp,
}

impl PictureFormat {
    /// The media type, which is stored and sent.
    #[must_use]
    pub const fn media_type(self) -> &'static str {
        match self {
            Self::Jpeg => "image/jpeg",
            Self::Png => "image/png",
            Self::Webp => "image/webp",
        }
    }

    /// Reads the media type that was stored.
    #[must_use]
    pub fn of_media_type(word: &str) -> Option<Self> {
        [Self::Jpeg, Self::Png, Self::Webp]
            .into_iter()
            .find(|format| format.media_type() == word)
    }
}

#[cfg(test)]
mod tests;
