// Generated from crates/protocol by `cargo xtask wire`; changes here are lost.

export const PROTOCOL = 1;
export const SCHEMA_HASH = "74ff7101d21e35f0";
