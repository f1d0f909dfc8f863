//! The query extension: `{"eo:cloud_cover": {"lt": 10}}`.

use serde_json::{Map, Value as Json};
use storage::db::items::{Comparison, Condition, Field, Test, Value};
use texts::FilterText;

use super::json::test;
use super::{Conditions, field, fitting};
use crate::problem::Problem;

fn wrong(reason: FilterText) -> Problem {
    let reason = reason.into();
    Problem::invalid_field("query", FilterText::QueryWrong { reason })
}

impl Conditions {
    /// Every operator of every field must hold.
    pub fn query(&mut self, query: &Map<String, Json>) -> Result<(), Problem> {
        for (name, operators) in query {
            let field = field(name)
                .ok_or_else(|| wrong(FilterText::NotQueryable { name: name.clone() }))?;
            let operators = operators
                .as_object()
                .ok_or_else(|| wrong(FilterText::OperatorsMissing { name: name.clone() }))?;
            for (operator, operand) in operators {
                self.part()?;
                self.parts.push(condition(&field, operator, operand)?);
            }
        }
        Ok(())
    }
}

fn condition(field: &Field, operator: &str, operand: &Json) -> Result<Condition, Problem> {
    let compare = |comparison| test(field.clone(), comparison, value(operand)?);
    let like = |before: &str, after: &str| {
        let part = operand.as_str().ok_or_else(|| {
            wrong(FilterText::OperatorNeedsText {
                operator: operator.to_owned(),
            })
        })?;
        fitting(field, Value::Text(String::new()))?;
        let pattern = format!("{before}{}{after}", literal(part));
        Ok(Condition::Test(Test::Like(field.clone(), pattern, false)))
    };
    match operator {
        "eq" => compare(Comparison::Equal),
        "neq" => compare(Comparison::Different),
        "lt" => compare(Comparison::Less),
        "lte" => compare(Comparison::LessOrEqual),
        "gt" => compare(Comparison::Greater),
        "gte" => compare(Comparison::GreaterOrEqual),
        "startsWith" => like("", "%"),
        "endsWith" => like("%", ""),
        "contains" => like("%", "%"),
        "in" => {
            let list = operand
                .as_array()
                .ok_or_else(|| wrong(FilterText::InNeedsList))?;
            let values: Result<Vec<_>, _> = list
                .iter()
                .map(|item| fitting(field, value(item)?))
                .collect();
            Ok(Condition::Test(Test::In(field.clone(), values?)))
        }
        other => Err(wrong(FilterText::Unsupported {
            op: other.to_owned(),
        })),
    }
}

fn value(operand: &Json) -> Result<Value, Problem> {
    match operand {
        Json::String(text) => Ok(Value::Text(text.clone())),
        Json::Number(number) => number
            .as_f64()
            .map(Value::Number)
            .ok_or_else(|| wrong(FilterText::NumberTooLarge)),
        Json::Bool(value) => Ok(Value::Bool(*value)),
        _ => Err(wrong(FilterText::NotValue {
            text: operand.to_string(),
        })),
    }
}

/// Takes the meaning from `%`, `_` and `\`.
fn literal(part: &str) -> String {
    let mut escaped = String::with_capacity(part.len());
    for character in part.chars() {
        if matches!(character, '%' | '_' | '\\') {
            escaped.push('\\');
        }
        escaped.push(character);
    }
    escaped
}
