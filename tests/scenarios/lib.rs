//! Whole Turns through real parts, natively.
