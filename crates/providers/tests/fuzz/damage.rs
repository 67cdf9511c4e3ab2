//! What happens to an answer, by a seed.

/// xorshift: spread is all that is asked of it.
pub(super) struct Chance(u64);

impl Chance {
    pub(super) fn of(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    /// From 0 up to and without `end`, which is not 0.
    pub(super) fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 % u64::try_from(end).unwrap()).unwrap()
    }
}

/// Values and pieces of framing that stand where none belong.
const STRANGE: [&[u8]; 20] = [
    b"null",
    b"[]",
    b"{}",
    b"\"\"",
    b"-1",
    b"1e999",
    b"18446744073709551616",
    b"true",
    b"\"\\ud83c\"",
    b"\"\\u0000\"",
    b"\xEF\xBB\xBF",
    b"\xFF",
    b"\n\n",
    b"\r",
    b"data: ",
    b"data: [DONE]\n\n",
    b"event: error\n",
    b"\"index\":0,",
    b"\"error\":{\"message\":\"x\"},",
    b"[[[[[[[[[[",
];

/// A few changes: bytes, ranges cut out or doubled, pieces of another answer, values in the place of values.
pub(super) fn damaged(body: &[u8], other: &[u8], chance: &mut Chance) -> Vec<u8> {
    let mut body = body.to_vec();
    for _ in 0..=chance.below(3) {
        let at = chance.below(body.len() + 1);
        let end = (at + chance.below(40)).min(body.len());
        match chance.below(6) {
            0 => {
                body.drain(at..end);
            }
            1 => {
                let range = body[at..end].to_vec();
                body.splice(at..at, range);
            }
            2 => {
                let from = chance.below(other.len() + 1);
                let to = (from + chance.below(200)).min(other.len());
                body.splice(at..at, other[from..to].iter().copied());
            }
            3 => {
                if let Some(byte) = body.get_mut(at) {
                    *byte = u8::try_from(chance.below(256)).unwrap();
                }
            }
            4 => body.truncate(at),
            _ => {
                let value = STRANGE[chance.below(STRANGE.len())];
                // Behind a colon it stands for a value.
                let colon =
                    body[at..].iter().position(|byte| *byte == b':').map_or(at, |colon| at + colon + 1);
                let comma = body[colon..].iter().position(|byte| matches!(byte, b',' | b'}'));
                let end = comma.map_or(colon, |comma| colon + comma);
                body.splice(colon..end, value.iter().copied());
            }
        }
    }
    body
}

/// Bytes, and words that mean something, in any order.
pub(super) fn noise(chance: &mut Chance) -> Vec<u8> {
    const WORDS: [&[u8]; 8] = [
        b"data: {\"type\":\"message_start\",\"message\":{}}\n\n",
        b"data: {\"type\":\"content_block_start\",\"index\":0,\"content_block\":{\"type\":\"tool_use\"}}\n\n",
        b"data: {\"type\":\"content_block_delta\",\"index\":0,\"delta\":{\"type\":\"input_json_delta\",\"partial_json\":\"{\"}}\n\n",
        b"data: {\"type\":\"response.output_item.done\",\"output_index\":0,\"item\":{\"type\":\"function_call\"}}\n\n",
        b"data: {\"type\":\"response.completed\",\"response\":{\"output\":[{\"type\":\"function_call\"},{\"type\":\"message\"}]}}\n\n",
        b"data: {\"choices\":[{\"delta\":{\"tool_calls\":[{\"index\":0,\"function\":{\"arguments\":\"{\"}}]}}]}\n\n",
        b"data: {\"choices\":[{\"delta\":{\"content\":\"a\"},\"finish_reason\":\"stop\"}]}\n\n",
        b": \n",
    ];
    let mut body = Vec::new();
    for _ in 0..chance.below(24) {
        match chance.below(4) {
            0 => body.extend((0..chance.below(20)).map(|_| u8::try_from(chance.below(256)).unwrap())),
            1 => body.extend_from_slice(STRANGE[chance.below(STRANGE.len())]),
            _ => body.extend_from_slice(WORDS[chance.below(WORDS.len())]),
        }
    }
    body
}
