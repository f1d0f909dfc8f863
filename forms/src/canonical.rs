//! JSON in one spelling (RFC 8785, JSON Canonicalization Scheme), for values without fractions.

use serde::Serialize;
use serde_json::Value;

use crate::FormError;

/// The canonical text of a value.
pub(crate) fn of_value(value: &impl Serialize) -> Result<String, FormError> {
    let value =
        serde_json::to_value(value).map_err(|error| FormError::Writer(error.to_string()))?;
    let mut text = String::new();
    write(&value, &mut text);
    Ok(text)
}

fn write(value: &Value, out: &mut String) {
    match value {
        // Its strings are those of section 3.2.2.2: what must be escaped, as short as can be, with small letters. Its
        // whole numbers are plain digits, as those of section 3.2.2.3 are up to 2^53.
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {
            out.push_str(&value.to_string());
        }
        Value::Array(items) => {
            out.push('[');
            for (at, item) in items.iter().enumerate() {
                if at > 0 {
                    out.push(',');
                }
                write(item, out);
            }
            out.push(']');
        }
        Value::Object(fields) => {
            let mut fields: Vec<_> = fields.iter().collect();
            // Section 3.2.3: by UTF-16 code units.
            fields.sort_by(|(one, _), (other, _)| one.encode_utf16().cmp(other.encode_utf16()));
            out.push('{');
            for (at, (name, field)) in fields.into_iter().enumerate() {
                if at > 0 {
                    out.push(',');
                }
                out.push_str(&Value::from(name.as_str()).to_string());
                out.push(':');
                write(field, out);
            }
            out.push('}');
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The examples of RFC 8785, sections 3.2.2 and 3.2.3, but for fractions, which records have none of.
    #[test]
    fn texts_and_names_are_those_of_the_standard() {
        let value: Value = serde_json::from_str(
            r#"{"string": "\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"\/", "literals": [null, true, false]}"#,
        )
        .unwrap();
        assert_eq!(
            of_value(&value).unwrap(),
            r#"{"literals":[null,true,false],"string":"€$\u000f\nA'B\"\\\\\"/"}"#
        );
        let sorted: Value = serde_json::from_str(
            r#"{"\u20ac": "Euro Sign", "\r": "Carriage Return", "\ufb33": "Hebrew Letter Dalet With Dagesh",
                "1": "One", "\ud83d\ude00": "Emoji: Grinning Face", "\u0080": "Control",
                "\u00f6": "Latin Small Letter O With Diaeresis"}"#,
        )
        .unwrap();
        let text = of_value(&sorted).unwrap();
        let places: Vec<_> = [
            "Carriage", "One", "Control", "Latin", "Euro", "Emoji", "Hebrew",
        ]
        .map(|word| text.find(word).unwrap())
        .into();
        assert!(places.is_sorted(), "{text}");
    }
}
