//! Every bound of the checker. A Turn may be larger: what lies beyond a bound is not looked at, which can only leave a claim unproved.

/// Bytes of an answer.
pub const ANSWER_BYTES: usize = 32 * 1024;
/// Bytes of one result or attachment.
pub const SOURCE_BYTES: usize = 256 * 1024;
/// Bytes of one result or attachment whose words an answer may report.
pub const REPORT_BYTES: usize = 32 * 1024;
/// Steps of a Turn, newest first.
pub const STEPS: usize = 400;
/// Figures of all sources together.
pub const SOURCE_FIGURES: usize = 6000;
/// Figures of an answer.
pub const ANSWER_FIGURES: usize = 400;
/// Source figures that may be operands without being stated in the answer. Among more, chance finds a pair for any number.
pub const FREE_OPERANDS: usize = 40;
/// Figures of an answer that are looked for beyond the sources: as counts, sums, differences.
pub const DERIVED_FIGURES: usize = 60;
/// Figures that are looked at once more, in several steps, before they count as missing.
pub const MARKED_FIGURES: usize = 24;
/// Stated figures that are tried as operands of one figure.
pub const STATED_OPERANDS: usize = 24;
/// Lines of one source that are compared as rows or counted.
pub const ROWS: usize = 200;
/// Sources in which one figure's rows are compared, or a number's things counted.
pub const ROW_SOURCES: usize = 12;
/// Claims that are told.
pub const CLAIMS: usize = 400;
/// Start of a source in which a period of time may be named: a price list says it early.
pub const PERIOD_BYTES: usize = 16 * 1024;
/// Deeds of a Turn whose number may be what an answer counts.
pub const TRIES: usize = 40;
