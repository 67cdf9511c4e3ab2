// Generated from crates/protocol by `cargo xtask wire`; changes here are lost.

export const PROTOCOL = 1;
export const SCHEMA_HASH = "30ec594a419c38c8";
