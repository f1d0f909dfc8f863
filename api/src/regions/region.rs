//! One administrative region.

use domain::region::{RegionLevel, RegionOverlay, initial};

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Region {
    /// Nine digits; the nation is 156000000.
    pub code: String,
    pub level: RegionLevel,
    /// The region that it is part of; empty for the nation.
    pub parent: String,
    /// First letter of its name in pinyin, upper case.
    pub initial: String,
    /// Its name in pinyin, syllables separated by blanks.
    pub pinyin: String,
    pub name: String,
    /// Outline as WKT, WGS 84.
    pub wkt: String,
}

impl Region {
    /// A line `code,level,parent,initial,pinyin,name,WKT`.
    pub(super) fn read(line: &str) -> Option<Self> {
        let mut columns = line.splitn(7, ',').map(|column| column.trim().to_owned());
        let mut next = || columns.next();
        let region = Self {
            code: next()?,
            level: RegionLevel::from_code(next()?.parse().ok()?)?,
            parent: next()?,
            initial: next()?,
            pinyin: next()?,
            name: next()?,
            wkt: next()?,
        };
        (!region.code.is_empty() && !region.wkt.is_empty()).then_some(region)
    }

    /// A region that did not ship; `None`: one that shipped with an earlier file, and has nothing to be changed now.
    pub(super) fn added(code: &str, overlay: &RegionOverlay) -> Option<Self> {
        let position = overlay.position.as_ref()?;
        let (name, pinyin) = overlay.name.as_ref()?;
        Some(Self {
            code: code.to_owned(),
            level: position.level,
            parent: position.parent.clone(),
            initial: initial(pinyin),
            pinyin: pinyin.clone(),
            name: name.clone(),
            wkt: overlay.outline.clone()?,
        })
    }

    /// The same, as administrators changed it.
    pub(super) fn with(&self, overlay: &RegionOverlay) -> Self {
        let mut region = self.clone();
        if let Some((name, pinyin)) = &overlay.name {
            region.initial = initial(pinyin);
            (region.name, region.pinyin) = (name.clone(), pinyin.clone());
        }
        if let Some(outline) = &overlay.outline {
            region.wkt.clone_from(outline);
        }
        if let Some(position) = &overlay.position {
            region.level = position.level;
            region.parent.clone_from(&position.parent);
        }
        region
    }

    /// Whether a typed text fits: part of the name, the beginning of its pinyin, or its first letters.
    #[must_use]
    pub fn fits(&self, typed: &str) -> bool {
        let letters = typed.to_ascii_lowercase().replace([' ', '\''], "");
        let syllables = || self.pinyin.split(' ');
        let first: String = syllables()
            .filter_map(|syllable| syllable.chars().next())
            .collect();
        self.name.contains(typed.trim())
            || (!letters.is_empty()
                && (syllables().collect::<String>().starts_with(&letters)
                    || first.starts_with(&letters)))
    }
}
