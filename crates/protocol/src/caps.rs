//! Every bound on what reaches a model, the store or a Port, in one place.

/// A message of the person, in bytes of UTF-8.
pub const MESSAGE_BYTES: usize = 200_000;
/// One command as text on the Port. The largest brings an attachment.
pub const COMMAND_BYTES: usize = 8_000_000;
/// Nesting of a command's JSON.
pub const COMMAND_DEPTH: usize = 32;
/// Any id that a sender may choose.
pub const ID_BYTES: usize = 128;
/// A title of a Thread, in characters.
pub const TITLE_CHARS: usize = 80;
/// The note that goes with a refusal, in bytes.
pub const NOTE_BYTES: usize = 4_000;
/// What a tool may tell the model, in bytes.
pub const RESULT_BYTES: usize = 60_000;
/// What a page may send in one reply, in bytes.
pub const PAGE_REPLY_BYTES: usize = 1_000_000;
/// Text that was read and that a call is held against, newest first, in bytes.
pub const RECORD_BYTES: usize = 1_000_000;
/// Canonical arguments of one call, in bytes.
pub const ARGUMENT_BYTES: usize = 100_000;
/// Calls of one reply that are looked at; the rest are answered with an error.
pub const CALLS_PER_REPLY: usize = 8;
/// Text of one reply of the model, reasoning included, in bytes.
pub const REPLY_BYTES: usize = 2_000_000;
/// Turns that may wait behind the running one.
pub const QUEUED_TURNS: usize = 8;
/// Tool calls of a Turn in the guarded profile.
pub const GUARDED_CALLS: u32 = 100;
/// Active time of a Turn in the guarded profile, in milliseconds.
pub const GUARDED_ACTIVE_MS: u64 = 600_000;
/// What a million tokens may cost, in millionths of a US dollar: $10,000.
pub const PRICE_MICROS: u64 = 10_000_000_000;
/// What one connection may have, and how long its texts may be.
pub const CONNECTION_MODELS: usize = 100;
pub const CONNECTION_KEYS: usize = 16;
pub const CONNECTION_HEADERS: usize = 16;
/// A name of a connection, model or header, in bytes.
pub const CONNECTION_NAME_BYTES: usize = 200;
pub const HEADER_BYTES: usize = 2_000;
/// Steers that may wait for the next model call.
pub const STEERS: usize = 16;
/// Content of one attachment, decoded, in bytes.
pub const ATTACHMENT_BYTES: usize = 5_000_000;
/// Attachments of one message.
pub const ATTACHMENTS_PER_MESSAGE: usize = 8;
/// Of what lies behind an address that is fetched, as it comes over the wire.
pub const FETCH_BYTES: u32 = 2_000_000;
/// Of its text, in one result.
pub const FETCH_CHARS: usize = 16_000;
/// Text of one attached file that a model is shown, in bytes.
pub const ATTACHED_TEXT_BYTES: usize = 200_000;
/// Content of all attachments, in bytes; the oldest give way.
pub const ATTACHMENTS_BYTES: u64 = 200_000_000;
/// The name of an attachment, in characters.
pub const ATTACHMENT_NAME_CHARS: usize = 200;
/// What a Run freezes, in bytes of its canonical form.
pub const ENVIRONMENT_BYTES: usize = 16_000;
/// What a Turn keeps of its tab's address, in characters.
pub const TAB_ADDRESS_CHARS: usize = 2_000;
/// What a Turn keeps of its tab's title, in characters.
pub const TAB_TITLE_CHARS: usize = 300;
/// A media type as RFC 6838 allows it: two names of 127 characters and a slash.
pub const MEDIA_TYPE_BYTES: usize = 255;
/// The window that a person may give a model, in tokens.
pub const CONTEXT_WINDOW: std::ops::RangeInclusive<u32> = 8_192..=10_000_000;
/// Notes in place of a part of the history, in bytes, and in how many lines of each kind.
pub const SUMMARY_BYTES: usize = 12_000;
pub const SUMMARY_LINES: usize = 40;
pub const SUMMARY_LINE_BYTES: usize = 1_000;
/// Tries at notes in a row after which a Turn does without.
pub const SUMMARY_TRIES: u32 = 2;
/// What one call reads back of a result, in tokens.
pub const RECALL_TOKENS: u32 = 3_000;
/// Models whose tokens one Thread remembers.
pub const GAUGES: usize = 8;
/// A question of the model to the person, in bytes.
pub const QUESTION_BYTES: usize = 4_000;
/// Answers that a question may offer.
pub const QUESTION_OPTIONS: usize = 6;
/// The longest time that a Turn may put itself to sleep for, in milliseconds.
pub const SLEEP_MS: i64 = 30 * 24 * 3_600_000;
/// Steps of one plan.
pub const PLAN_STEPS: usize = 12;
/// One step of a plan, in characters.
pub const PLAN_STEP_CHARS: usize = 200;
/// Things that are remembered.
pub const MEMORIES: usize = 500;
/// One thing that is remembered, in bytes.
pub const MEMORY_BYTES: usize = 1_000;
/// The topic of a memory, in characters.
pub const MEMORY_TOPIC_CHARS: usize = 60;
/// Memories that join one Turn.
pub const MEMORIES_PER_TURN: usize = 8;
/// Memories that one `recall` tells.
pub const MEMORIES_RECALLED: usize = 20;
/// Sites that the source of a memory names.
pub const MEMORY_SITES: usize = 8;
/// Sites that the person adds to the sensitive ones.
pub const OWN_SITES: usize = 200;
/// The person's own instructions, in bytes.
pub const INSTRUCTIONS_BYTES: usize = 8_000;
/// The longest time that a page is watched for, in milliseconds.
pub const WATCH_MS: i64 = 24 * 3_600_000;
/// The shortest time between two looks at a watched page: no alarm of the browser rings sooner, in seconds.
pub const WATCH_EVERY_SECONDS: u32 = 30;
/// The print of a page that is watched for a change, in bytes.
pub const PRINT_BYTES: usize = 64;
/// A Turn that took this long is worth a notification at its end, in milliseconds.
pub const LONG_TURN_MS: i64 = 30_000;
/// Hits of one search.
pub const SEARCH_HITS: usize = 50;
/// Entries of a journal that one run file holds.
pub const RUN_FILE_ENTRIES: usize = 50_000;
/// A run file that is read, in bytes.
pub const RUN_FILE_BYTES: u64 = 64_000_000;
/// Nodes that one search reads.
pub const SEARCH_NODES: usize = 50_000;
/// What one search looks for, in bytes.
pub const QUERY_BYTES: usize = 400;
/// Claims of one answer that are kept.
pub const CLAIMS: usize = 200;
/// Proofs of one claim that are kept.
pub const PROOFS: usize = 8;
/// Earlier Turns that an answer may rest on, newest first.
pub const EARLIER_TURNS: usize = 6;
/// Answers of one Turn that are set aside.
pub const REJECTIONS: usize = 2;
/// Replies that a delegated Run may take.
pub const DELEGATE_MODEL_CALLS: u32 = 8;
/// The role of a delegated Run, in characters.
pub const DELEGATE_ROLE_CHARS: usize = 80;
/// The task of a delegated Run, in bytes.
pub const DELEGATE_TASK_BYTES: usize = 8_000;
/// Children of one Thread that a panel may listen to beside it.
pub const CHILDREN_HEARD: usize = 16;
/// Commands of one Thread that may wait for their turn.
pub const MAILBOX: usize = 32;
/// Tool failures in a row after which the model is told to change its approach.
pub const FAILURES_TO_WARN: u32 = 3;
/// Tool failures in a row after which tools are withheld for one closing reply.
pub const FAILURES_TO_WITHHOLD: u32 = 5;
/// Replies in a row with arguments that do not parse, after which the Turn pauses.
pub const BROKEN_ARGUMENTS_TO_PAUSE: u32 = 3;
/// Restarts of one model call without a new checkpoint, after which the Turn is interrupted.
pub const RESUMPTIONS: u32 = 3;
/// The shortest and the longest passphrase, in characters.
pub const PASSPHRASE_CHARS: std::ops::RangeInclusive<usize> = 8..=1_000;
/// Tries of one model call before its first output.
pub const MODEL_TRIES: u32 = 3;
/// A page tool's time, in milliseconds.
pub const TOOL_MS: u64 = 15_000;
/// Silence of a model stream that ends it, in milliseconds.
pub const MODEL_IDLE_MS: u64 = 90_000;
/// How long an endpoint may take to list its models, in milliseconds.
pub const MODEL_LIST_MS: u64 = 4_000;
/// Deltas of one item are merged to one message in this many milliseconds.
pub const DELTA_MERGE_MS: u64 = 16;
/// Requests to models that are kept to be looked at, the newest, and what their bodies may take in all, in bytes.
pub const EXCHANGES: usize = 200;
pub const EXCHANGES_BYTES: u64 = 64_000_000;
/// What is kept of one body of them, in bytes.
pub const EXCHANGE_BODY_BYTES: usize = 4_000_000;
/// How long a receipt is kept, in milliseconds.
pub const RECEIPT_MS: i64 = 7 * 24 * 3_600_000;
/// Tokens of a snapshot when the model does not say.
pub const SNAPSHOT_TOKENS: u32 = 3_000;
/// Tokens of a snapshot that the model may ask for.
pub const SNAPSHOT_TOKENS_MAX: u32 = 12_000;

/// Cuts text to at most `bytes` at a character border and says so at the end.
#[must_use]
pub fn clip(text: &str, bytes: usize) -> String {
    if text.len() <= bytes {
        return text.to_owned();
    }
    let mut end = bytes;
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    format!("{}\n[cut: {} of {} bytes shown]", text.get(..end).unwrap_or_default(), end, text.len())
}

/// A part of a text of `all` characters that begins at the character `from`, and how to get the next one.
#[must_use]
pub fn page(part: String, from: usize, all: usize) -> String {
    let to = from.min(all) + part.chars().count();
    if to >= all {
        part
    } else {
        format!("{part}\n[characters {from} to {to} of {all}; from_char {to} goes on]")
    }
}

#[cfg(test)]
mod tests {
    use super::clip;

    #[test]
    fn clip_keeps_whole_characters_and_says_what_it_cut() {
        assert_eq!(clip("short", 10), "short");
        assert_eq!(clip("价格价格", 4), "价\n[cut: 3 of 12 bytes shown]");
    }
}
