use super::*;
use serde_json::Value;

fn parser() -> Parser {
    Parser::new(ErrorField::Ignored, 10_000)
}

/// Name and data of an event.
type Kept = (String, String);

fn kept(name: &str, data: &str) -> Kept {
    (name.to_owned(), data.to_owned())
}

/// What one more piece completes.
fn push(parser: &mut Parser, piece: &[u8]) -> Result<Vec<Kept>, Oversize> {
    let mut events = Vec::new();
    parser.push(piece, &mut |event| events.push(kept(event.name, event.data)))?;
    Ok(events)
}

/// The events of a body, fed in pieces of `size` bytes.
fn events(body: &[u8], size: usize) -> Vec<Kept> {
    let mut parser = parser();
    body.chunks(size).flat_map(|piece| push(&mut parser, piece).unwrap()).collect()
}

fn check(body: &[u8], expected: &[(&str, &str)]) {
    let expected: Vec<Kept> = expected.iter().map(|(name, data)| kept(name, data)).collect();
    for size in 1..=body.len().max(1) {
        assert_eq!(events(body, size), expected, "pieces of {size} bytes");
    }
}

#[test]
fn the_format_cases_of_the_web_platform_tests_hold() {
    let cases: Value =
        serde_json::from_str(include_str!("../../../../tests/cases/event-stream/cases.json")).unwrap();
    for case in cases.as_array().unwrap() {
        let (name, body) = (&case["name"], case["body"].as_str().unwrap());
        let expected: Vec<Kept> = serde_json::from_value(case["events"].clone()).unwrap();
        for size in 1..=body.len() {
            assert_eq!(events(body.as_bytes(), size), expected, "{name}, in pieces of {size}");
        }
        assert_eq!(oracle(body.as_bytes()), expected, "{name}, by another parser");
    }
}

#[test]
fn every_kind_of_line_end_counts_once() {
    check(b"data: a\n\ndata: b\r\rdata: c\r\n\r\n", &[("", "a"), ("", "b"), ("", "c")]);
}

#[test]
fn a_cr_at_the_end_of_a_chunk_waits_for_its_lf() {
    let mut parser = parser();
    assert_eq!(push(&mut parser, b"data: a\r"), Ok(vec![]));
    assert_eq!(push(&mut parser, b""), Ok(vec![]));
    assert_eq!(push(&mut parser, b"\ndata: b\r\n\r\n"), Ok(vec![kept("", "a\nb")]));
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
    assert_eq!(push(&mut parser, b"event: e\ndata: 1\ndata: 2"), Ok(vec![]));
    let mut events = Vec::new();
    parser.close(&mut |event| events.push(kept(event.name, event.data)));
    parser.close(&mut |event| events.push(kept(event.name, event.data)));
    assert_eq!(events, [kept("e", "1\n2")]);
}

#[test]
fn the_error_field_is_an_event_only_where_it_is_asked_for() {
    let body = b"error: no\n\n";
    assert_eq!(events(body, 3), []);
    let mut parser = Parser::new(ErrorField::Read, 100);
    assert_eq!(push(&mut parser, body), Ok(vec![kept("error", "no")]));
}

#[test]
fn an_event_beyond_the_cap_is_refused_whether_in_one_line_or_many() {
    let mut one = Parser::new(ErrorField::Ignored, 20);
    assert_eq!(push(&mut one, b"data: 123456789012345"), Err(Oversize));
    let mut many = Parser::new(ErrorField::Ignored, 20);
    let mut last = Ok(vec![]);
    for _ in 0..10 {
        last = last.and(push(&mut many, b"data: 1234\n"));
    }
    assert_eq!(last, Err(Oversize));
}

#[test]
fn text_that_is_no_event_stream_is_noticed() {
    let mut parser = parser();
    push(&mut parser, b"Internal fault\n\n").unwrap();
    assert!(!parser.understood_anything());
    push(&mut parser, b": hello\n").unwrap();
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

fn oracle(body: &[u8]) -> Vec<Kept> {
    let mut parser = sse_parse::SseParser::new();
    parser.feed(body);
    let mut events = Vec::new();
    while let Some(event) = parser.next_event() {
        let name = if event.event == "message" { String::new() } else { event.event };
        events.push((name, event.data));
    }
    events
}
