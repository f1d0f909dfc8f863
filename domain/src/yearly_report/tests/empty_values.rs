use super::*;

#[test]
fn values_left_empty_lead_to_their_deliveries_of_one_unit_as_well() {
    let mut own = content();
    own.figures.unit = Some("某地质调查院".into());
    own.figures.usages.insert(0, own.figures.units.remove(1));
    let volume = crate::size::ByteCount(18 << 30).with_unit();
    let found = sources_of(&own.document(), "数据用途", &volume);
    let [source] = found.as_slice() else {
        panic!("{found:?}");
    };
    assert_eq!(source.page, SourcePage::Registry);
    assert_eq!(
        source.filters,
        [
            ("unit", "某地质调查院".to_owned()),
            ("without", "usage".to_owned())
        ]
    );
}
