// Generated from crates/protocol by `cargo xtask wire`; changes here are lost.

export const PROTOCOL = 1;
export const SCHEMA_HASH = "bf3041d0a0d94952";
