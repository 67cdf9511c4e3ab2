use super::*;

fn parser() -> Parser {
    Parser::new(ErrorField::Ignored, 1_000)
}

/// The events of a body, fed in pieces of `size` bytes.
fn events(body: &[u8], size: usize) -> Vec<Event> {
    let mut parser = parser();
    let mut events = Vec::new();
    for piece in body.chunks(size) {
        parser.push(piece, &mut events).unwrap();
    }
    events
}

fn check(body: &[u8], expected: &[(&str, &str)]) {
    let expected: Vec<Event> = expected
        .iter()
        .map(|(name, data)| Event { name: (*name).to_owned(), data: (*data).to_owned() })
        .collect();
    for size in 1..=body.len().max(1) {
        assert_eq!(events(body, size), expected, "pieces of {size} bytes");
    }
}

#[test]
fn every_kind_of_line_end_counts_once() {
    check(b"data: a\n\ndata: b\r\rdata: c\r\n\r\n", &[("", "a"), ("", "b"), ("", "c")]);
}

#[test]
fn a_cr_at_the_end_of_a_chunk_waits_for_its_lf() {
    let mut parser = parser();
    let mut events = Vec::new();
    parser.push(b"data: a\r", &mut events).unwrap();
    parser.push(b"", &mut events).unwrap();
    parser.push(b"\ndata: b\r\n\r\n", &mut events).unwrap();
    assert_eq!(events, [Event { name: String::new(), data: "a\nb".to_owned() }]);
}

#[test]
fn data_lines_join_and_the_last_event_name_wins() {
    check(b"event: x\nevent: y\ndata: 1\ndata\ndata:  2\n\n", &[("y", "1\n\n 2")]);
}

#[test]
fn a_blank_line_without_data_dispatches_nothing_and_forgets_the_name() {
    check(b"event: ping\n\n: note\nid: 7\nretry: 3\nother: 1\n\ndata: a\n\n", &[("", "a")]);
}

#[test]
fn one_byte_order_mark_is_dropped_at_the_start_only() {
    check(
        "\u{feff}data: a\n\n\u{feff}data: b\n\ndata: \u{feff}c\n\n".as_bytes(),
        &[("", "a"), ("", "\u{feff}c")],
    );
}

#[test]
fn characters_survive_any_cut_and_bad_bytes_become_one_replacement() {
    check("data: 船🍌é\n\n".as_bytes(), &[("", "船🍌é")]);
    check(b"data: a\xFFb\n\n", &[("", "a\u{fffd}b")]);
}

#[test]
fn an_open_event_is_given_at_close() {
    let mut parser = parser();
    let mut events = Vec::new();
    parser.push(b"event: e\ndata: 1\ndata: 2", &mut events).unwrap();
    assert_eq!(events, []);
    assert_eq!(parser.close(), Some(Event { name: "e".to_owned(), data: "1\n2".to_owned() }));
    assert_eq!(parser.close(), None);
}

#[test]
fn the_error_field_is_an_event_only_where_it_is_asked_for() {
    let body = b"error: no\n\n";
    assert_eq!(events(body, 3), []);
    let mut parser = Parser::new(ErrorField::Read, 100);
    let mut found = Vec::new();
    parser.push(body, &mut found).unwrap();
    assert_eq!(found, [Event { name: "error".to_owned(), data: "no".to_owned() }]);
}

#[test]
fn an_event_beyond_the_cap_is_refused_whether_in_one_line_or_many() {
    let mut one = Parser::new(ErrorField::Ignored, 20);
    assert_eq!(one.push(b"data: 123456789012345", &mut Vec::new()), Err(Oversize));
    let mut many = Parser::new(ErrorField::Ignored, 20);
    let mut last = Ok(());
    for _ in 0..10 {
        last = last.and(many.push(b"data: 1234\n", &mut Vec::new()));
    }
    assert_eq!(last, Err(Oversize));
}

#[test]
fn text_that_is_no_event_stream_is_noticed() {
    let mut parser = parser();
    parser.push(b"Internal fault\n\n", &mut Vec::new()).unwrap();
    assert!(!parser.understood_anything());
    parser.push(b": hello\n", &mut Vec::new()).unwrap();
    assert!(parser.understood_anything());
}

/// The crate `sse-parse` as the oracle, over bodies made of the pieces that matter, in every order that a seed gives.
#[test]
fn the_parser_agrees_with_an_independent_one() {
    const PIECES: [&[u8]; 16] = [
        b"data: a",
        b"data:b",
        b"data",
        b"event: e",
        b"event",
        b"id: 1",
        b": c",
        b"x: y",
        b"\n",
        b"\r",
        b"\r\n",
        b"\n\n",
        b"\xEF\xBB\xBF",
        b"\xFF",
        "é".as_bytes(),
        b" ",
    ];
    for seed in 0..3_000_u64 {
        let mut state = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1;
        let mut next = || {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            usize::try_from(state % 1_000_003).unwrap()
        };
        let body: Vec<u8> = (0..24).flat_map(|_| PIECES[next() % PIECES.len()].iter().copied()).collect();
        let size = next() % 7 + 1;
        assert_eq!(
            events(&body, size),
            oracle(&body),
            "seed {seed}, body {:?}",
            String::from_utf8_lossy(&body)
        );
    }
}

fn oracle(body: &[u8]) -> Vec<Event> {
    let mut parser = sse_parse::SseParser::new();
    parser.feed(body);
    let mut events = Vec::new();
    while let Some(event) = parser.next_event() {
        let name = if event.event == "message" { String::new() } else { event.event };
        events.push(Event { name, data: event.data });
    }
    events
}
