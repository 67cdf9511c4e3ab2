use super::*;
use fairlead_protocol::connection::{KeyState, Quirks, Wire};
use fairlead_protocol::ids::ConnectionId;

fn connection(base_url: &str) -> Connection {
    Connection {
        id: ConnectionId::new("c"),
        name: "test".to_owned(),
        wire: Wire::OpenaiChat,
        base_url: base_url.to_owned(),
        model: "m".to_owned(),
        quirks: Quirks::default(),
        key: KeyState::Absent,
    }
}

fn parse(status: u16, body: &str) -> Result<Vec<ListedModel>, ModelError> {
    let head =
        ResponseHead { status, headers: vec![("content-type".to_owned(), "application/json".to_owned())] };
    parse_models(&connection("http://localhost:11434/v1"), head, body.as_bytes(), Timestamp(0))
}

#[test]
fn the_request_goes_to_the_list_of_the_base_url() {
    let get = models_request(&connection("https://example.test/v1/")).unwrap();
    assert_eq!(get.url, "https://example.test/v1/models");
    assert_eq!(models_request(&connection("http://example.test")), Err(ProviderError::InsecureBaseUrl));
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
