//! CQL2 as JSON.

use serde_json::Value as Json;
use storage::db::items::{Comparison, Condition, Field, Test, Value};
use texts::FilterText;

use super::{Conditions, LONGEST_LIST, field, fitting, moment, wrong};
use crate::geometry::area::Area;
use crate::problem::Problem;
use crate::stac::item_geometry;

impl Conditions {
    pub(super) fn read_json(&mut self, filter: &Json) -> Result<Condition, Problem> {
        self.part()?;
        if let Json::Bool(value) = filter {
            return Ok(if *value {
                Condition::All(Vec::new())
            } else {
                Condition::Any(Vec::new())
            });
        }
        let op = filter["op"]
            .as_str()
            .ok_or_else(|| wrong(FilterText::OpMissing))?;
        let args = filter["args"]
            .as_array()
            .ok_or_else(|| wrong(FilterText::ArgsMissing))?;
        let op = op.to_ascii_lowercase();
        match (op.as_str(), args.as_slice()) {
            ("and", parts) => Ok(Condition::All(self.read_all(parts)?)),
            ("or", parts) => Ok(Condition::Any(self.read_all(parts)?)),
            ("not", [part]) => Ok(Condition::Not(Box::new(self.read_json(part)?))),
            ("s_intersects", [one, other]) => self.read_shape(one, other),
            ("isnull", [what]) => Ok(Condition::Test(Test::IsNull(property(what)?))),
            ("like", [what, pattern]) => like(what, pattern),
            ("in", [what, Json::Array(list)]) => within(what, list),
            ("between", [what, Json::Array(ends)]) if ends.len() == 2 => {
                between(what, &ends[0], &ends[1])
            }
            ("between", [what, low, high]) => between(what, low, high),
            (op, [one, other]) if op.starts_with("t_") => temporal(op, one, other),
            (op, [one, other]) => match comparison(op) {
                Some(comparison) => compare(one, comparison, other),
                None => Err(wrong(FilterText::Unsupported { op: op.to_owned() })),
            },
            (op, _) => Err(wrong(FilterText::UnsupportedOrMiscounted {
                op: op.to_owned(),
            })),
        }
    }

    fn read_all(&mut self, parts: &[Json]) -> Result<Vec<Condition>, Problem> {
        parts.iter().map(|part| self.read_json(part)).collect()
    }

    fn read_shape(&mut self, one: &Json, other: &Json) -> Result<Condition, Problem> {
        let shape = match (one["property"].as_str(), other["property"].as_str()) {
            (Some("geometry"), None) => other,
            (None, Some("geometry")) => one,
            _ => return Err(wrong(FilterText::OnlyGeometry)),
        };
        let area = if let Some(text) = shape["wkt"].as_str() {
            Area::read(text).map_err(wrong)?
        } else if let Some(numbers) = shape["bbox"].as_array() {
            let numbers: Vec<f64> = numbers.iter().filter_map(Json::as_f64).collect();
            item_geometry::area_of_bbox(&numbers)?
        } else {
            item_geometry::area_of(shape)?
        };
        Ok(self.shape(area))
    }
}

fn property(what: &Json) -> Result<Field, Problem> {
    let name = what["property"].as_str();
    name.and_then(field).ok_or_else(|| {
        wrong(FilterText::NotQueryable {
            name: what.to_string(),
        })
    })
}

fn value(what: &Json) -> Result<Value, Problem> {
    Ok(match what {
        Json::String(text) => Value::Text(text.clone()),
        Json::Number(number) => Value::Number(
            number
                .as_f64()
                .ok_or_else(|| wrong(FilterText::NumberTooLarge))?,
        ),
        Json::Bool(value) => Value::Bool(*value),
        Json::Object(_) => {
            let time = what["timestamp"].as_str().or_else(|| what["date"].as_str());
            Value::Time(moment(time.ok_or_else(|| {
                wrong(FilterText::NotValue {
                    text: what.to_string(),
                })
            })?)?)
        }
        _ => {
            return Err(wrong(FilterText::NotValue {
                text: what.to_string(),
            }));
        }
    })
}

fn comparison(op: &str) -> Option<Comparison> {
    Some(match op {
        "=" => Comparison::Equal,
        "<>" => Comparison::Different,
        "<" => Comparison::Less,
        "<=" => Comparison::LessOrEqual,
        ">" => Comparison::Greater,
        ">=" => Comparison::GreaterOrEqual,
        _ => return None,
    })
}

const fn turned(comparison: Comparison) -> Comparison {
    match comparison {
        Comparison::Less => Comparison::Greater,
        Comparison::LessOrEqual => Comparison::GreaterOrEqual,
        Comparison::Greater => Comparison::Less,
        Comparison::GreaterOrEqual => Comparison::LessOrEqual,
        same => same,
    }
}

/// A test that a field compares so with a value.
pub(super) fn test(
    field: Field,
    comparison: Comparison,
    with: Value,
) -> Result<Condition, Problem> {
    let with = fitting(&field, with)?;
    Ok(Condition::Test(Test::Compare(field, comparison, with)))
}

fn compare(one: &Json, comparison: Comparison, other: &Json) -> Result<Condition, Problem> {
    if one.get("property").is_some() {
        return test(property(one)?, comparison, value(other)?);
    }
    test(property(other)?, turned(comparison), value(one)?)
}

fn between(what: &Json, low: &Json, high: &Json) -> Result<Condition, Problem> {
    Ok(Condition::All(vec![
        compare(what, Comparison::GreaterOrEqual, low)?,
        compare(what, Comparison::LessOrEqual, high)?,
    ]))
}

fn within(what: &Json, list: &[Json]) -> Result<Condition, Problem> {
    if list.len() > LONGEST_LIST {
        return Err(wrong(FilterText::ListTooLong));
    }
    let field = property(what)?;
    let values: Result<Vec<_>, _> = list
        .iter()
        .map(|item| fitting(&field, value(item)?))
        .collect();
    Ok(Condition::Test(Test::In(field, values?)))
}

fn like(what: &Json, pattern: &Json) -> Result<Condition, Problem> {
    let field = property(what)?;
    let pattern = pattern
        .as_str()
        .ok_or_else(|| wrong(FilterText::LikeNeedsText))?;
    fitting(&field, Value::Text(pattern.to_owned()))?;
    let ending = pattern.len() - pattern.trim_end_matches('\\').len();
    if ending % 2 == 1 {
        return Err(wrong(FilterText::LikeEndsEscaped));
    }
    Ok(Condition::Test(Test::Like(
        field,
        pattern.to_owned(),
        false,
    )))
}

/// A moment against a moment or an interval, in which `..` is open.
fn temporal(op: &str, one: &Json, other: &Json) -> Result<Condition, Problem> {
    let field = property(one)?;
    let end = |text: &Json| -> Result<Option<Value>, Problem> {
        match text
            .as_str()
            .or_else(|| text["timestamp"].as_str())
            .or_else(|| text["date"].as_str())
        {
            Some("..") => Ok(None),
            Some(text) => moment(text).map(|time| Some(Value::Time(time))),
            None => Err(wrong(FilterText::IntervalWrong)),
        }
    };
    let (from, to) = match other["interval"].as_array().map(Vec::as_slice) {
        Some([from, to]) => (end(from)?, end(to)?),
        Some(_) => return Err(wrong(FilterText::IntervalNeedsEnds)),
        None => {
            let time = fitting(&field, value(other)?)?;
            (Some(time.clone()), Some(time))
        }
    };
    let all = |ends: [(Comparison, Option<Value>); 2]| -> Result<Condition, Problem> {
        let tests = ends
            .into_iter()
            .filter_map(|(comparison, end)| Some((comparison, end?)));
        let tests: Result<Vec<_>, _> = tests
            .map(|(comparison, end)| test(field.clone(), comparison, end))
            .collect();
        Ok(Condition::All(tests?))
    };
    // Beyond an open end nothing lies.
    let beyond = |comparison: Comparison, end: Option<Value>| match end {
        Some(end) => test(field.clone(), comparison, end),
        None => Ok(Condition::Any(Vec::new())),
    };
    match op {
        "t_intersects" | "t_equals" => all([
            (Comparison::GreaterOrEqual, from),
            (Comparison::LessOrEqual, to),
        ]),
        "t_during" => all([(Comparison::Greater, from), (Comparison::Less, to)]),
        "t_before" => beyond(Comparison::Less, from),
        "t_after" => beyond(Comparison::Greater, to),
        "t_disjoint" => Ok(Condition::Any(vec![
            beyond(Comparison::Less, from)?,
            beyond(Comparison::Greater, to)?,
        ])),
        other => Err(wrong(FilterText::Unsupported {
            op: other.to_owned(),
        })),
    }
}
