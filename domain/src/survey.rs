//! 满意度调查: what people say about the service (portal specification, sections 2 and 3).

use serde::{Deserialize, Serialize};
use strum::{EnumIter, EnumString, IntoStaticStr};
use texts::FieldText;

use crate::text::{is_blank, is_forbidden};

/// Most characters of the text beside "other".
pub const LONGEST_OTHER: u64 = 200;
/// Most characters of the suggestions.
pub const LONGEST_SUGGESTIONS: u64 = 2000;

macro_rules! choices {
    ($(#[$doc:meta])* $name:ident { $($(#[$choice_doc:meta])* $choice:ident),+ $(,)? }) => {
        $(#[$doc])*
        #[derive(
            Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, IntoStaticStr,
            EnumString, EnumIter,
        )]
        #[serde(rename_all = "camelCase")]
        #[strum(serialize_all = "camelCase")]
        pub enum $name {
            $($(#[$choice_doc])* $choice),+
        }

        impl $name {
            /// Every choice, as they are shown.
            pub const ALL: &'static [Self] = &[$(Self::$choice),+];

            /// The specification's word, which is stored and sent.
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

choices!(
    /// The person's occupation.
    Occupation {
        /// 学生
        Student,
        /// 教师
        Teacher,
        /// 专家
        Expert,
        /// 政府工作人员
        Government,
        /// 企业员工
        Employee,
        /// 其他
        Other,
    }
);
choices!(
    /// How often somebody uses the service.
    UsageFrequency {
        /// 每天
        Daily,
        /// 每周
        Weekly,
        /// 每月
        Monthly,
        /// 偶尔
        Occasionally,
        /// 第一次
        FirstTime,
    }
);
choices!(
    /// How good the data are.
    DataQuality {
        /// 非常高
        VeryHigh,
        /// 高
        High,
        /// 一般
        Average,
        /// 低
        Low,
        /// 非常低
        VeryLow,
    }
);
choices!(
    /// An obstacle that the person met.
    ServiceProblem {
        /// 操作复杂
        Complex,
        /// 速度慢
        Slow,
        /// 说明不清
        Unclear,
        /// 缺少支持
        Support,
        /// 难以跟踪
        Tracking,
        /// 其他
        Other,
    }
);
choices!(
    /// What the people who answer questions should do better.
    ServiceImprovement {
        /// 响应速度
        ResponseTime,
        /// 专业知识
        Knowledge,
        /// 服务态度
        Attitude,
        /// 解决问题的能力
        ProblemSolving,
        /// 其他
        Other,
    }
);
choices!(
    /// Whether somebody would recommend the service.
    Willingness {
        /// 非常愿意
        VeryWilling,
        /// 愿意
        Willing,
        /// 不确定
        Uncertain,
        /// 不愿意
        Unwilling,
        /// 非常不愿意
        VeryUnwilling,
    }
);

/// The answers of one person.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SurveyAnswer {
    /// The person's occupation.
    pub occupation: Occupation,
    /// What else, if it is none of the named.
    pub other_occupation: String,
    /// How often the person uses the service.
    pub frequency: UsageFrequency,
    /// How good the data are.
    pub data_quality: DataQuality,
    /// What is in the way; each once.
    pub problems: Vec<ServiceProblem>,
    /// Further problems, in the person's words.
    pub other_problems: String,
    /// What should be better; each once.
    pub improvements: Vec<ServiceImprovement>,
    /// Further improvements, in the person's words.
    pub other_improvements: String,
    /// Whether the person would recommend the service.
    pub willingness: Willingness,
    /// What the person suggests, or empty.
    pub suggestions: String,
}

/// The text beside a choice "other": needed where that is chosen, and kept only there. Without blanks around it.
pub fn checked_other(text: &str, is_chosen: bool) -> Result<String, FieldText> {
    if !is_chosen {
        return Ok(String::new());
    }
    if is_blank(text) {
        return Err(FieldText::SurveyOtherMissing);
    }
    checked_length(text.trim(), LONGEST_OTHER)
}

/// What somebody suggests, without blanks around it.
pub fn checked_suggestions(text: &str) -> Result<String, FieldText> {
    checked_length(text.trim(), LONGEST_SUGGESTIONS)
}

fn checked_length(text: &str, most: u64) -> Result<String, FieldText> {
    if text.chars().count() as u64 > most {
        return Err(FieldText::FormTextTooLong { most });
    }
    if text.chars().any(|one| is_forbidden(one, false)) {
        return Err(FieldText::ControlCharacters);
    }
    Ok(text.to_owned())
}

choices!(
    /// A question with choices, by the name of its field.
    SurveyQuestion {
        /// 您的职业
        Occupation,
        /// 使用频率
        Frequency,
        /// 数据质量
        DataQuality,
        /// 遇到的问题; any number of choices
        Problems,
        /// 客户服务需要改进的方面; any number of choices
        CustomerServiceImprovements,
        /// 推荐意愿
        RecommendationWillingness,
    }
);

impl SurveyQuestion {
    /// The words of its choices, as they are shown.
    #[must_use]
    pub fn choices(self) -> Vec<&'static str> {
        fn words<T: Copy>(all: &[T], word: impl Fn(T) -> &'static str) -> Vec<&'static str> {
            all.iter().map(|choice| word(*choice)).collect()
        }
        match self {
            Self::Occupation => words(Occupation::ALL, Occupation::as_str),
            Self::Frequency => words(UsageFrequency::ALL, UsageFrequency::as_str),
            Self::DataQuality => words(DataQuality::ALL, DataQuality::as_str),
            Self::Problems => words(ServiceProblem::ALL, ServiceProblem::as_str),
            Self::CustomerServiceImprovements => {
                words(ServiceImprovement::ALL, ServiceImprovement::as_str)
            }
            Self::RecommendationWillingness => words(Willingness::ALL, Willingness::as_str),
        }
    }
}

/// A question with one of its choices: what a figure of the survey counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SurveyChoice {
    question: SurveyQuestion,
    word: &'static str,
}

impl SurveyChoice {
    /// Reads a choice; `None`: the question has no such choice.
    #[must_use]
    pub fn parse(question: SurveyQuestion, word: &str) -> Option<Self> {
        let mut choices = question.choices().into_iter();
        let word = choices.find(|choice| *choice == word)?;
        Some(Self { question, word })
    }

    #[must_use]
    pub const fn question(self) -> SurveyQuestion {
        self.question
    }

    /// The word of the choice.
    #[must_use]
    pub const fn word(self) -> &'static str {
        self.word
    }
}

#[cfg(test)]
mod tests;
