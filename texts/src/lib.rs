//! What scenedock says to people, as codes with parameters. The words stand in one catalogue, `zh-CN.json` and `en.json`
//! beside this crate's sources: the API, the workers and the mails read it here, the web apps import the same files.
//!
//! A text is a variant of one of the enums, its parameters are the variant's fields, so that a parameter cannot be
//! forgotten. A [`Message`] is a text that has left its enum: it is stored and sent.

pub mod area_file;
mod catalogue;
pub mod check;
pub mod digest;
pub mod dropped;
pub mod event;
pub mod failure;
pub mod field;
pub mod filter;
pub mod import;
mod item;
pub mod mail;
pub mod message;
pub mod names;
pub mod notice;
pub mod paper;
pub mod picture;
pub mod problem;
mod recognised;
pub mod scene_type;
pub mod setting;
mod top;
pub mod wait;

pub use area_file::AreaFileText;
pub use catalogue::Locale;
pub use check::CheckText;
pub use digest::DigestText;
pub use dropped::DroppedText;
pub use event::EventText;
pub use failure::FailureText;
pub use field::FieldText;
pub use filter::FilterText;
pub use import::ImportText;
pub use item::ItemText;
pub use mail::MailText;
pub use message::{Detail, Message, Text};
pub use names::Names;
pub use notice::NoticeText;
pub use paper::PaperName;
pub use picture::PictureText;
pub use problem::ProblemText;
pub use scene_type::SceneTypeName;
pub use setting::SettingText;
pub use top::TopText;
pub use wait::{WaitRuleText, WaitText};

#[cfg(test)]
mod tests;
