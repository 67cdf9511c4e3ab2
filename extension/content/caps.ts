/** Every bound on what is looked at in a page and on what leaves it, in one place. */

/** Bytes of one answer; the engine's own bound for what a tool may tell the model. */
export const ANSWER_BYTES = 60_000;
/** Nodes of one walk. */
export const WALK_NODES = 80_000;
/** Milliseconds of one walk, with what the page did in between; the nodes are the bound that is met first on an idle machine. */
export const WALK_MS = 8_000;
/** Milliseconds of work between two yields to the page. */
export const SLICE_MS = 12;
/** Levels of the printed tree; deeper content hangs at the last level. */
export const TREE_DEPTH = 48;
/** Levels of frames in frames. */
export const FRAME_DEPTH = 4;
/** Frames of one walk. */
export const FRAMES = 40;
/** Characters of one accessible name as it is compared. */
export const NAME_CHARS = 600;
/** Characters of a control's name in a snapshot. */
export const SHOWN_NAME_CHARS = 240;
/** Characters of one line of text in a snapshot. */
export const TEXT_CHARS = 400;
/** Characters of one stretch of text that are searched. */
export const SEARCHED_CHARS = 20_000;
/** Characters of a shown value. */
export const VALUE_CHARS = 200;
/** Options of a list that a snapshot names. */
export const OPTIONS_SHOWN = 12;
/** Refs that are remembered in one document. */
export const REFS_KEPT = 400_000;
/** Requests whose outcome is remembered. */
export const REMEMBERED_REQUESTS = 64;
/** Controls that one picture shows with their refs. */
export const MARKS = 150;
/** Matches that a search shows. */
export const MATCHES_SHOWN = 20;
/** Characters of one page of Markdown. */
export const EXTRACT_CHARS = 18_000;
/** Lines of a difference that are shown. */
export const DIFF_LINES = 40;
/** Lines of what is gone that are shown. */
export const GONE_LINES = 12;
/** Milliseconds in which something must start for an action to count as answered by the page. */
export const START_MS = 100;
/** Milliseconds without change that count as quiet. */
export const QUIET_MS = 300;
/** Milliseconds after which an answer is given however busy the page is. */
export const SETTLE_MS = 5_000;
/** Milliseconds that an empty page is given to render something. */
export const FIRST_RENDER_MS = 3_000;
