// Generated from crates/protocol by `cargo xtask wire`; changes here are lost.

export const PROTOCOL = 1;
export const SCHEMA_HASH = "ed0dfba4c9d6131d";
