//! Texts as programs write them.

use super::*;

const CGCS2000: &str = r#"GEOGCS["GCS_China_Geodetic_Coordinate_System_2000",DATUM["D_China_2000",
    SPHEROID["CGCS2000",6378137.0,298.257222101]],PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]]"#;

fn gauss(parameters: &str) -> String {
    format!(r#"PROJCS["x",{CGCS2000},PROJECTION["Gauss_Kruger"],{parameters},UNIT["Meter",1.0]]"#)
}

#[test]
fn what_china_uses_is_understood() {
    assert_eq!(read(CGCS2000).unwrap(), Crs::GEOGRAPHIC);
    let zone = gauss(
        r#"PARAMETER["False_Easting",39500000.0],PARAMETER["False_Northing",0.0],
           PARAMETER["Central_Meridian",117.0],PARAMETER["Scale_Factor",1.0],PARAMETER["Latitude_Of_Origin",0.0]"#,
    );
    let modern = |projection| {
        Crs::Modern(Scaled {
            projection,
            unit: 1.0,
        })
    };
    assert_eq!(
        read(&zone).unwrap(),
        modern(Projection::projected(4527).unwrap())
    );
    let web = CGCS2000.replace("D_China_2000", "D_WGS_1984");
    let web = format!(
        r#"PROJCS["WGS_1984_Web_Mercator",{web},PROJECTION["Mercator_Auxiliary_Sphere"],UNIT["Meter",1.0]]"#
    );
    assert_eq!(read(&web).unwrap(), modern(Projection::WebMercator));
}

fn described(text: &str) -> Described {
    match read(text).unwrap() {
        Crs::Described(described) => described,
        Crs::Modern(modern) => panic!("{modern:?}"),
    }
}

#[test]
fn older_datums_are_understood_as_esri_and_as_ogc_write_them() {
    let esri = r#"PROJCS["Beijing_1954_GK_Zone_20",GEOGCS["GCS_Beijing_1954",DATUM["D_Beijing_1954",
        SPHEROID["Krasovsky_1940",6378245.0,298.3]],PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]],
        PROJECTION["Gauss_Kruger"],PARAMETER["False_Easting",20500000.0],PARAMETER["False_Northing",0.0],
        PARAMETER["Central_Meridian",117.0],PARAMETER["Scale_Factor",1.0],PARAMETER["Latitude_Of_Origin",0.0],
        UNIT["Meter",1.0]]"#;
    let ogc = esri
        .replace("D_Beijing_1954", "Beijing_1954")
        .replace("Gauss_Kruger", "Transverse_Mercator");
    for text in [esri, &ogc] {
        let found = described(text);
        assert_eq!(
            (found.datum, found.shift, found.unit),
            (Datum::Beijing1954, None, Some(1.0))
        );
        let words = "+proj=etmerc +lat_0=0 +lon_0=117 +k_0=1 +x_0=20500000 +y_0=0";
        assert_eq!(found.projection, words);
    }
    let xian = ogc.replace("Beijing_1954", "Xian_1980");
    assert_eq!(described(&xian).datum, Datum::Xian1980);
    let own = xian.replace("298.3]", "298.3],TOWGS84[24,-123,-94,0.02,-0.25,-0.13,1.1]");
    assert_eq!(
        described(&own).shift,
        Some([24.0, -123.0, -94.0, 0.02, -0.25, -0.13, 1.1])
    );
    let none = xian.replace("298.3]", "298.3],TOWGS84[0,0,0,0,0,0,0]");
    assert_eq!(described(&none).shift, None);
    let degrees = CGCS2000.replace("D_China_2000", "D_Xian_1980");
    assert_eq!(
        (
            described(&degrees).projection.as_str(),
            described(&degrees).unit
        ),
        ("+proj=longlat", None)
    );
}

#[test]
fn cones_are_understood_as_esri_and_as_ogc_write_them() {
    let parallels =
        r#"PARAMETER["Standard_Parallel_1",25.0],PARAMETER["Standard_Parallel_2",47.0]"#;
    let esri = |method| {
        gauss(&format!(r#"PARAMETER["False_Easting",0.0],PARAMETER["Central_Meridian",105.0],{parallels},PARAMETER["Latitude_Of_Origin",10.0]"#))
            .replace("Gauss_Kruger", method)
    };
    let ogc = gauss(&format!(
        r#"{parallels},PARAMETER["latitude_of_center",10],PARAMETER["longitude_of_center",105]"#
    ))
    .replace("Gauss_Kruger", "Albers_Conic_Equal_Area");
    let words = |name| {
        format!("+proj={name} +lat_0=10 +lon_0=105 +k_0=1 +x_0=0 +y_0=0 +lat_1=25 +lat_2=47")
    };
    assert_eq!(described(&esri("Albers")).projection, words("aea"));
    assert_eq!(described(&ogc).projection, words("aea"));
    for method in ["Lambert_Conformal_Conic", "Lambert_Conformal_Conic_2SP"] {
        assert_eq!(described(&esri(method)).projection, words("lcc"));
    }
    let tilted =
        gauss(r#"PARAMETER["Central_Meridian",117.0],PARAMETER["Latitude_Of_Origin",30.0]"#);
    assert!(
        described(&tilted)
            .projection
            .starts_with("+proj=etmerc +lat_0=30")
    );
    assert_eq!(described(&tilted).datum, Datum::Modern);
}

#[test]
fn what_would_be_wrong_is_refused() {
    let old = CGCS2000.replace("D_China_2000", "D_New_Beijing");
    let radians = CGCS2000.replace("0.0174532925199433", "1.0");
    let paris = CGCS2000.replace(r#""Greenwich",0.0"#, r#""Paris",2.33"#);
    let albers = gauss(r#"PARAMETER["Central_Meridian",117.0]"#).replace("Gauss_Kruger", "Albers");
    let deep = "GEOGCS[".repeat(100_000);
    for wrong in [
        &old,
        &radians,
        &paris,
        &albers,
        &deep,
        "",
        "GEOGCS[\"x",
        "LOCAL_CS[\"x\"]",
    ] {
        assert!(read(wrong).is_err(), "{wrong:.60}");
    }
    let message = format!("{:?}", read(&old));
    assert!(message.contains("area_file.crs_unsupported"), "{message}");
}
