//! How well an area on an older datum was brought onto today's.

use domain::datum::Datum;
use geometry::{Crs, Described};
use serde::Serialize;
use utoipa::ToSchema;

/// A datum that is not today's.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum OlderDatum {
    /// Beijing 1954.
    Beijing1954,
    /// Xi'an 1980.
    Xian1980,
}

impl OlderDatum {
    fn new(datum: Datum) -> Option<Self> {
        match datum {
            Datum::Modern => None,
            Datum::Beijing1954 => Some(Self::Beijing1954),
            Datum::Xian1980 => Some(Self::Xian1980),
        }
    }
}

/// How well an area on an older datum was brought to today's.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = AreaAccuracy)]
pub struct Accuracy {
    /// The datum of the file.
    datum: OlderDatum,
    /// How far a place may be off, metres; null: the file gave its own parameters, whose accuracy nobody knows.
    #[schema(required)]
    metres: Option<u16>,
}

/// What to say of the accuracy; `None`: it is far below what a map shows.
pub fn accuracy(system: &Crs) -> Option<Accuracy> {
    let Crs::Described(Described { datum, shift, .. }) = system else {
        return None;
    };
    let metres = datum.accuracy_metres()?;
    Some(Accuracy {
        datum: OlderDatum::new(*datum)?,
        metres: shift.is_none().then_some(metres),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_accuracy_is_said() {
        let described = |datum, shift| {
            Crs::Described(Described {
                projection: "+proj=longlat".into(),
                datum,
                shift,
                unit: None,
            })
        };
        let metres = |datum, shift| accuracy(&described(datum, shift)).map(|it| it.metres);
        assert_eq!(metres(Datum::Beijing1954, None), Some(Some(30)));
        assert_eq!(metres(Datum::Xian1980, None), Some(Some(150)));
        assert_eq!(metres(Datum::Xian1980, Some([0.0; 7])), Some(None));
        assert_eq!(metres(Datum::Modern, None), None);
        assert_eq!(accuracy(&Crs::GEOGRAPHIC), None);
    }
}
