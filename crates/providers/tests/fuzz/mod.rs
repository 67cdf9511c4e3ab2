//! Answers that nobody sends: those of the corpus with bytes changed, cut out, doubled and mixed, and plain noise. Whatever comes, in
//! whatever pieces, there is one outcome, and it is the same whether the quick way or the slow one reads it.

mod damage;

use crate::corpus::answer::Transcript;
use crate::corpus::{case_files, own};
use damage::{Chance, damaged, noise};
use serde_json::Value;
use std::fs;

const ROUNDS: u64 = 10;

fn transcripts() -> Vec<Transcript> {
    let files = case_files(&own()).unwrap();
    let cases =
        files.iter().map(|file| serde_json::from_str::<Value>(&fs::read_to_string(file).unwrap()).unwrap());
    cases.filter(|case| case["kind"] != "request").map(|case| Transcript::read(&case).unwrap()).collect()
}

/// Pieces of one to `most` bytes.
fn cut<'a>(body: &'a [u8], most: usize, chance: &mut Chance) -> Vec<&'a [u8]> {
    let mut pieces = Vec::new();
    let mut rest = body;
    while !rest.is_empty() {
        let (piece, behind) = rest.split_at((1 + chance.below(most)).min(rest.len()));
        pieces.push(piece);
        rest = behind;
    }
    pieces
}

/// The same events with a field in each that nobody knows: no quick way takes those.
fn unfamiliar(body: &[u8]) -> Vec<u8> {
    let mut out = Vec::new();
    for line in body.split_inclusive(|byte| matches!(byte, b'\n' | b'\r')) {
        let opened =
            [b"data: {\"".as_slice(), b"data:{\""].into_iter().find(|opening| line.starts_with(opening));
        match opened {
            Some(opening) => {
                out.extend_from_slice(opening.strip_suffix(b"\"").unwrap_or(opening));
                out.extend_from_slice(b"\"unfamiliar\":[true],\"");
                out.extend_from_slice(&line[opening.len()..]);
            }
            None => out.extend_from_slice(line),
        }
    }
    out
}

/// What comes of a body by the slow way. An error that is no JSON repeats the field.
fn slowly(transcript: &Transcript, body: &[u8]) -> String {
    format!("{:?}", transcript.feed(&[&unfamiliar(body)]).outcome).replace("\\\"unfamiliar\\\":[true],", "")
}

#[test]
fn damaged_answers_have_one_outcome_in_any_pieces_and_by_either_way() {
    let transcripts = transcripts();
    let bodies: Vec<Vec<u8>> = transcripts.iter().map(|transcript| transcript.chunks.concat()).collect();
    for (at, transcript) in (0_u64..).zip(&transcripts) {
        for round in 0..ROUNDS {
            let mut chance = Chance::of(at * ROUNDS + round);
            let other = &bodies[chance.below(bodies.len())];
            let body = damaged(&transcript.chunks.concat(), other, &mut chance);
            let whole = transcript.feed(&[&body]);
            let shown = || format!("case {at}, round {round}: {:?}", String::from_utf8_lossy(&body));
            assert_eq!(transcript.feed(&cut(&body, 7, &mut chance)), whole, "{}", shown());
            assert_eq!(slowly(transcript, &body), format!("{:?}", whole.outcome), "{}", shown());
        }
    }
}

#[test]
fn the_two_ways_agree_on_every_answer_that_is_whole() {
    for transcript in transcripts() {
        let body = transcript.chunks.concat();
        assert_eq!(slowly(&transcript, &body), format!("{:?}", transcript.feed(&[&body]).outcome));
    }
}

#[test]
fn noise_has_an_outcome_on_every_wire() {
    let transcripts = transcripts();
    let mut wires = Vec::new();
    for transcript in &transcripts {
        if !wires.contains(&transcript.connection.wire) {
            wires.push(transcript.connection.wire);
            for seed in 0..200 {
                let mut chance = Chance::of(seed);
                let body = noise(&mut chance);
                let pieces = cut(&body, 30, &mut chance);
                assert_eq!(transcript.feed(&pieces), transcript.feed(&[&body]), "seed {seed}: {body:?}");
            }
        }
    }
    assert_eq!(wires.len(), 3);
}
