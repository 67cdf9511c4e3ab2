use super::*;

#[test]
fn plain_http_is_for_this_machine_only() {
    for local in
        ["http://localhost:11434/v1", "http://127.0.0.1:8080", "http://[::1]:1/v1", "http://a.localhost/v1"]
    {
        assert!(BaseUrl::parse(local).is_ok_and(|base| base.is_loopback()), "{local}");
    }
    for far in [
        "http://example.test/v1",
        "http://localhost.example.test",
        "http://127.0.0.1.example.test",
        "http://10.0.0.2",
    ] {
        assert!(matches!(BaseUrl::parse(far), Err(ProviderError::InsecureBaseUrl)), "{far}");
    }
}

#[test]
fn a_base_url_with_a_user_a_query_or_another_scheme_is_refused() {
    for bad in [
        "http://localhost@example.test",
        "https://user:pass@example.test/v1",
        "https://example.test/v1?key=1",
        "https://example.test/v1#top",
        "https://example.test\\@localhost",
        "https://exa mple.test",
        "ftp://localhost",
        "https://",
        "https://:443/v1",
        "https://example.test:port/v1",
        "localhost:11434",
    ] {
        assert!(matches!(BaseUrl::parse(bad), Err(ProviderError::BaseUrl)), "{bad}");
    }
}

#[test]
fn a_trailing_slash_of_the_base_url_is_not_doubled() {
    let base = BaseUrl::parse("https://example.test/v1/").unwrap();
    assert_eq!(base.join("/models"), "https://example.test/v1/models");
}

#[test]
fn a_path_segment_cannot_leave_its_place() {
    assert_eq!(path_segment("gpt-4.1/../x?y"), "gpt-4.1%2F..%2Fx%3Fy");
}

#[test]
fn an_address_that_was_copied_whole_loses_its_wires_path() {
    let typed = " https://example.test/v1/messages/ ";
    assert_eq!(without_path(Wire::Anthropic, typed), "https://example.test/v1");
    assert_eq!(without_path(Wire::OpenaiChat, typed), "https://example.test/v1/messages");
    assert_eq!(without_path(Wire::OpenaiResponses, "https://example.test/responses"), "https://example.test");
}
