use super::*;
use crate::fixture::connection;
use fairlead_protocol::connection::Quirks;

fn parse(status: u16, body: &str) -> Result<Vec<ListedModel>, ModelError> {
    let head =
        ResponseHead { status, headers: vec![("content-type".to_owned(), "application/json".to_owned())] };
    parse_models(
        &connection("http://localhost:11434/v1", Quirks::default()),
        head,
        body.as_bytes(),
        Timestamp(0),
    )
}

#[test]
fn the_request_goes_to_the_list_of_the_base_url() {
    let list = |base_url| models_request(&connection(base_url, Quirks::default()));
    let get = list("https://example.test/v1/").unwrap();
    assert_eq!(get.url, "https://example.test/v1/models");
    assert_eq!(list("http://example.test"), Err(ProviderError::InsecureBaseUrl));
}

#[test]
fn lists_are_read_in_every_shape() {
    let one = vec![ListedModel { id: "a".to_owned(), context_window: None }];
    assert_eq!(parse(200, r#"{"data":[{"id":"a"}]}"#), Ok(one.clone()));
    assert_eq!(parse(200, r#"{"models":[{"name":"a"}]}"#), Ok(one.clone()));
    assert_eq!(parse(200, r#"["a"]"#), Ok(one));
    let known = vec![ListedModel { id: "a".to_owned(), context_window: Some(8_192) }];
    assert_eq!(parse(200, r#"{"data":[{"id":"a","context_length":8192}]}"#), Ok(known));
}

#[test]
fn refusals_and_nonsense_are_named() {
    let kind = |status, body| parse(status, body).unwrap_err().kind;
    assert_eq!(kind(401, r#"{"error":{"message":"no"}}"#), ModelErrorKind::Auth);
    assert_eq!(kind(403, ""), ModelErrorKind::OriginForbidden);
    assert_eq!(kind(200, "<html>"), ModelErrorKind::Protocol);
    assert_eq!(kind(200, "{}"), ModelErrorKind::Protocol);
}
