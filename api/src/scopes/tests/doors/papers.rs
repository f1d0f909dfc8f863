//! Papers that are filled in before there is an order.

use serde_json::json;

use super::Westerner;

#[tokio::test]
async fn a_blank_form_lists_nothing_of_it() {
    let Westerner { survey, token } = Westerner::new().await;
    let paper = async |ids: &[&str]| {
        let body = json!({"dataIds": ids});
        let path = "/api/forms/7?format=docx";
        let made = survey.api.post(path, &token, body).await;
        assert_eq!(made.status, 200, "{ids:?}");
        let mut parts = zip::ZipArchive::new(std::io::Cursor::new(made.bytes)).unwrap();
        let part = parts.by_name("word/document.xml").unwrap();
        std::io::read_to_string(part).unwrap()
    };
    let listed = paper(&["b", "a", "d"]).await;
    assert!(
        listed.contains("GF1_a") && listed.contains(">n2<"),
        "{listed}"
    );
    for hidden in ["GF1_b", "GF1_d", ">n4<"] {
        assert!(!listed.contains(hidden), "{hidden}");
    }
    assert_eq!(
        listed,
        paper(&["nobody", "a", "neither"]).await,
        "as scenes that there are not"
    );
}
