//! CQL2 as text, turned into CQL2 as JSON.

use serde_json::{Value as Json, json};
use texts::FilterText;

/// Brackets and negations in one another.
const DEEPEST: usize = 50;

/// Reads a filter. The error is what is wrong with it.
pub fn to_json(text: &str) -> Result<Json, FilterText> {
    let mut reader = Reader {
        rest: text,
        depth: 0,
    };
    let filter = reader.either()?;
    reader.skip();
    if reader.rest.is_empty() {
        return Ok(filter);
    }
    Err(unexpected(reader.rest))
}

fn unexpected(rest: &str) -> FilterText {
    if rest.is_empty() {
        return FilterText::Incomplete;
    }
    FilterText::NotUnderstood {
        text: rest.chars().take(20).collect(),
    }
}

struct Reader<'a> {
    rest: &'a str,
    depth: usize,
}

impl<'a> Reader<'a> {
    fn skip(&mut self) {
        self.rest = self.rest.trim_start();
    }

    /// Takes this mark if it comes next.
    fn mark(&mut self, mark: &str) -> bool {
        self.skip();
        match self.rest.strip_prefix(mark) {
            Some(rest) => {
                self.rest = rest;
                true
            }
            None => false,
        }
    }

    fn need(&mut self, mark: &str) -> Result<(), FilterText> {
        if self.mark(mark) {
            return Ok(());
        }
        Err(FilterText::Expected {
            reason: unexpected(self.rest).into(),
            mark: mark.to_owned(),
        })
    }

    /// The word that comes next, not taken.
    fn ahead(&mut self) -> &'a str {
        self.skip();
        let end = self
            .rest
            .find(|c: char| !(c.is_alphanumeric() || matches!(c, '_' | ':' | '.')))
            .unwrap_or(self.rest.len());
        &self.rest[..end]
    }

    /// Takes this word if it comes next, in either case.
    fn word(&mut self, word: &str) -> bool {
        let ahead = self.ahead();
        if !ahead.eq_ignore_ascii_case(word) {
            return false;
        }
        self.rest = &self.rest[ahead.len()..];
        true
    }

    fn either(&mut self) -> Result<Json, FilterText> {
        let mut parts = vec![self.both()?];
        while self.word("OR") {
            parts.push(self.both()?);
        }
        Ok(joined("or", parts))
    }

    fn both(&mut self) -> Result<Json, FilterText> {
        let mut parts = vec![self.negated()?];
        while self.word("AND") {
            parts.push(self.negated()?);
        }
        Ok(joined("and", parts))
    }

    fn negated(&mut self) -> Result<Json, FilterText> {
        self.depth += 1;
        if self.depth > DEEPEST {
            return Err(FilterText::TooDeep);
        }
        let part = if self.word("NOT") {
            json!({"op": "not", "args": [self.negated()?]})
        } else {
            self.single()?
        };
        self.depth -= 1;
        Ok(part)
    }

    fn single(&mut self) -> Result<Json, FilterText> {
        if self.mark("(") {
            let inner = self.either()?;
            self.need(")")?;
            return Ok(inner);
        }
        let ahead = self.ahead().to_ascii_lowercase();
        if ahead.starts_with("s_") || ahead.starts_with("t_") {
            return self.function(&ahead);
        }
        let one = self.operand()?;
        if one.is_boolean() && !self.compares() {
            return Ok(one);
        }
        self.predicate(&one)
    }

    fn compares(&mut self) -> bool {
        self.skip();
        self.rest.starts_with(['=', '<', '>'])
    }

    fn function(&mut self, name: &str) -> Result<Json, FilterText> {
        self.word(name);
        self.need("(")?;
        let one = self.operand()?;
        self.need(",")?;
        let other = self.operand()?;
        self.need(")")?;
        Ok(json!({"op": name, "args": [one, other]}))
    }

    fn predicate(&mut self, one: &Json) -> Result<Json, FilterText> {
        for op in ["<>", "<=", ">=", "=", "<", ">"] {
            if self.mark(op) {
                let other = self.operand()?;
                return Ok(json!({"op": op, "args": [one, other]}));
            }
        }
        if self.word("IS") {
            let not = self.word("NOT");
            if !self.word("NULL") {
                return Err(unexpected(self.rest));
            }
            return Ok(negate(not, json!({"op": "isNull", "args": [one]})));
        }
        let not = self.word("NOT");
        let test = if self.word("LIKE") {
            json!({"op": "like", "args": [one, self.operand()?]})
        } else if self.word("BETWEEN") {
            let low = self.operand()?;
            if !self.word("AND") {
                return Err(unexpected(self.rest));
            }
            json!({"op": "between", "args": [one, low, self.operand()?]})
        } else if self.word("IN") {
            json!({"op": "in", "args": [one, self.list()?]})
        } else {
            return Err(unexpected(self.rest));
        };
        Ok(negate(not, test))
    }

    fn list(&mut self) -> Result<Vec<Json>, FilterText> {
        self.need("(")?;
        let mut list = vec![self.operand()?];
        while self.mark(",") {
            list.push(self.operand()?);
        }
        self.need(")")?;
        Ok(list)
    }

    fn operand(&mut self) -> Result<Json, FilterText> {
        self.skip();
        if self.rest.starts_with('\'') {
            return self.quoted('\'').map(Json::String);
        }
        if self.rest.starts_with('"') {
            return Ok(json!({"property": self.quoted('"')?}));
        }
        if self
            .rest
            .starts_with(|c: char| c.is_ascii_digit() || matches!(c, '-' | '+' | '.'))
        {
            return self.number();
        }
        let word = self.ahead();
        let upper = word.to_ascii_uppercase();
        match upper.as_str() {
            "" => return Err(unexpected(self.rest)),
            "TIMESTAMP" | "DATE" => return self.time(&upper),
            "INTERVAL" => return self.interval(),
            "BBOX" => return self.bbox(),
            "POINT" | "LINESTRING" | "POLYGON" | "MULTIPOINT" | "MULTILINESTRING"
            | "MULTIPOLYGON" | "GEOMETRYCOLLECTION" => return self.wkt(),
            _ => {}
        }
        self.rest = &self.rest[word.len()..];
        Ok(match upper.as_str() {
            "TRUE" => json!(true),
            "FALSE" => json!(false),
            _ => json!({"property": word}),
        })
    }

    /// A doubled quotation mark stands for itself.
    fn quoted(&mut self, mark: char) -> Result<String, FilterText> {
        let mut text = String::new();
        let mut characters = self.rest.char_indices().skip(1).peekable();
        while let Some((at, character)) = characters.next() {
            if character != mark {
                text.push(character);
            } else if characters.next_if(|(_, next)| *next == mark).is_some() {
                text.push(mark);
            } else {
                self.rest = &self.rest[at + 1..];
                return Ok(text);
            }
        }
        Err(FilterText::QuoteOpen)
    }

    fn number(&mut self) -> Result<Json, FilterText> {
        let end = self
            .rest
            .find(|c: char| !(c.is_ascii_alphanumeric() || matches!(c, '-' | '+' | '.')))
            .unwrap_or(self.rest.len());
        let (text, rest) = self.rest.split_at(end);
        let number: f64 = text.parse().map_err(|_| unexpected(text))?;
        self.rest = rest;
        if number.is_finite() {
            return Ok(json!(number));
        }
        Err(unexpected(text))
    }

    fn time(&mut self, kind: &str) -> Result<Json, FilterText> {
        self.word(kind);
        self.need("(")?;
        self.skip();
        let text = self.operand()?;
        self.need(")")?;
        Ok(json!({kind.to_ascii_lowercase(): text}))
    }

    fn interval(&mut self) -> Result<Json, FilterText> {
        self.word("INTERVAL");
        let ends = self.list()?;
        Ok(json!({"interval": ends}))
    }

    fn bbox(&mut self) -> Result<Json, FilterText> {
        self.word("BBOX");
        let numbers = self.list()?;
        Ok(json!({"bbox": numbers}))
    }

    /// Up to the bracket that closes the first.
    fn wkt(&mut self) -> Result<Json, FilterText> {
        let mut depth = 0_usize;
        for (at, character) in self.rest.char_indices() {
            match character {
                '(' => depth += 1,
                ')' if depth <= 1 => {
                    let (text, rest) = self.rest.split_at(at + 1);
                    self.rest = rest;
                    return Ok(json!({"wkt": text}));
                }
                ')' => depth -= 1,
                _ => {}
            }
        }
        Err(FilterText::ShapeOpen)
    }
}

fn joined(op: &str, mut parts: Vec<Json>) -> Json {
    if parts.len() == 1 {
        return parts.remove(0);
    }
    json!({"op": op, "args": parts})
}

fn negate(not: bool, test: Json) -> Json {
    if not {
        return json!({"op": "not", "args": [test]});
    }
    test
}
