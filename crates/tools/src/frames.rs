//! One text of what the frames of a tab say, each for itself: below its line in the frame around it, in one space of refs.

use fairlead_protocol::page::FrameSlot;

/// Frames in frames that are followed.
const DEPTH: usize = 5;

/// What one document says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FrameText {
    /// Its place among the frames; empty for the page.
    pub frame: String,
    pub url: String,
    pub content: String,
    /// Where the frames inside it belong.
    pub slots: Vec<FrameSlot>,
}

impl FrameText {
    /// What stands in its place where there is no room for it.
    #[must_use]
    pub fn left_out(self) -> Self {
        let content = "- … left out to fit: find_in_page searches it, max_tokens shows more".to_owned();
        Self { content, slots: Vec::new(), ..self }
    }
}

/// The page with its frames. A frame that nobody answered for is marked, with what can be done about it.
pub fn stitched(page: &FrameText, frames: &[FrameText]) -> String {
    let mut weaving = Weaving { frames, used: vec![false; frames.len()], lines: Vec::new() };
    weaving.weave(page, 0, 0);
    let rest: Vec<&FrameText> =
        frames.iter().zip(&weaving.used).filter(|(_, used)| !**used).map(|(frame, _)| frame).collect();
    for frame in rest.into_iter().filter(|frame| !frame.content.is_empty()) {
        weaving
            .lines
            .push(format!("- iframe [src=\"{}\"] [its place in the page is unknown]", shown(&frame.url)));
        weaving.lines.extend(frame.content.lines().map(|line| format!("  {line}")));
    }
    weaving.lines.join("\n")
}

/// What was looked for, where it was found: in the page, in frames, or nowhere. Each comes with the number of its matches.
pub fn found(page: (&FrameText, u32), frames: &[(FrameText, u32)]) -> String {
    let hits: Vec<&FrameText> =
        frames.iter().filter(|(_, matches)| *matches > 0).map(|(text, _)| text).collect();
    let of_page = (page.1 > 0 || hits.is_empty()).then(|| page.0.content.clone());
    let of_frames =
        hits.into_iter().map(|frame| format!("In the frame {}:\n{}", shown(&frame.url), frame.content));
    of_page.into_iter().chain(of_frames).collect::<Vec<_>>().join("\n\n")
}

struct Weaving<'a> {
    frames: &'a [FrameText],
    used: Vec<bool>,
    lines: Vec<String>,
}

impl Weaving<'_> {
    fn weave(&mut self, text: &FrameText, indent: usize, depth: usize) {
        for (line, at) in text.content.lines().zip(0u32..) {
            let slot = text.slots.iter().find(|slot| slot.line == at);
            let inner = slot.and_then(|slot| self.take(slot, &text.slots));
            let mark = if slot.is_some() && inner.is_none() { UNREAD } else { "" };
            self.lines.push(format!("{}{line}{mark}", " ".repeat(indent)));
            if let Some(inner) = inner.filter(|_| depth < DEPTH) {
                let own = line.len() - line.trim_start().len();
                self.weave(&inner, indent + own + 2, depth + 1);
            }
        }
    }

    /// A frame that cannot be counted, such as one in a shadow root, is the one that is left, if there is one left on both sides.
    fn take(&mut self, slot: &FrameSlot, slots: &[FrameSlot]) -> Option<FrameText> {
        let free = |at: &usize| !self.used.get(*at).copied().unwrap_or(true);
        let uncounted = |frame: &str| frame.ends_with('?');
        let at = if uncounted(&slot.frame) {
            let mut left = (0..self.frames.len())
                .filter(free)
                .filter(|at| self.frames.get(*at).is_some_and(|one| one.frame == slot.frame));
            let only = left.next().filter(|_| left.next().is_none());
            only.filter(|_| slots.iter().filter(|one| one.frame == slot.frame).count() == 1)?
        } else {
            (0..self.frames.len())
                .filter(free)
                .find(|at| self.frames.get(*at).is_some_and(|one| one.frame == slot.frame))?
        };
        if let Some(used) = self.used.get_mut(at) {
            *used = true;
        }
        self.frames.get(at).cloned()
    }
}

const UNREAD: &str = " [content of another site, not read: the extension has no access to it. Open its address in a tab of its own, or ask the person]";

fn shown(url: &str) -> String {
    url.chars().filter(|c| !c.is_control() && *c != '"').take(120).collect()
}

#[cfg(test)]
mod tests {
    use super::{FrameText, found, stitched};
    use fairlead_protocol::page::FrameSlot;

    fn text(frame: &str, content: &str, slots: &[(&str, u32)]) -> FrameText {
        FrameText {
            frame: frame.to_owned(),
            url: format!("https://{frame}.example/"),
            content: content.to_owned(),
            slots: slots
                .iter()
                .map(|(frame, line)| FrameSlot { frame: (*frame).to_owned(), line: *line })
                .collect(),
        }
    }

    #[test]
    fn frames_stand_below_their_lines_and_frames_in_frames_below_theirs() {
        let page =
            text("", "url x\n- main\n  - iframe \"A\"\n  - iframe \"B\"\n- text", &[("0", 2), ("1", 3)]);
        let frames = [
            text("1", "- button \"b\"", &[]),
            text("0.0", "- link \"deep\"", &[]),
            text("0", "- iframe \"C\"\n- text \"a\"", &[("0.0", 0)]),
        ];
        assert_eq!(
            stitched(&page, &frames),
            "url x\n- main\n  - iframe \"A\"\n    - iframe \"C\"\n      - link \"deep\"\n    - text \"a\"\n  - iframe \"B\"\n    - button \"b\"\n- text"
        );
    }

    #[test]
    fn a_frame_that_nobody_answered_for_says_so() {
        let page = text("", "- iframe \"Ad\"\n- text", &[("0", 0)]);
        let lines = stitched(&page, &[]);
        assert!(lines.starts_with("- iframe \"Ad\" [content of another site, not read:"), "{lines}");
        assert!(lines.ends_with("\n- text"));
    }

    #[test]
    fn a_frame_that_cannot_be_counted_is_placed_only_if_it_is_the_only_one() {
        let one = text("", "- iframe", &[("?", 0)]);
        assert_eq!(stitched(&one, &[text("?", "- button", &[])]), "- iframe\n  - button");
        let two = text("", "- iframe\n- iframe", &[("?", 0), ("?", 1)]);
        let unsure = stitched(&two, &[text("?", "- button", &[])]);
        assert!(unsure.ends_with("[its place in the page is unknown]\n  - button"), "{unsure}");
    }

    #[test]
    fn a_frame_without_room_is_no_frame_without_access() {
        let page = text("", "- iframe", &[("0", 0)]);
        let lines = stitched(&page, &[text("0", "- iframe", &[("0.0", 0)]).left_out()]);
        assert_eq!(lines, "- iframe\n  - … left out to fit: find_in_page searches it, max_tokens shows more");
    }

    #[test]
    fn frames_that_name_each_other_come_to_an_end() {
        let page = text("", "- iframe", &[("0", 0)]);
        let frames = [text("0", "- iframe", &[("0", 0)])];
        assert_eq!(stitched(&page, &frames).lines().count(), 2);
    }

    #[test]
    fn a_search_tells_where_it_found_something() {
        let (page, frame) = (text("", "nothing", &[]), text("0", "1 match", &[]));
        assert_eq!(found((&page, 0), &[(frame.clone(), 1)]), "In the frame https://0.example/:\n1 match");
        assert_eq!(found((&page, 0), &[(frame.clone(), 0)]), "nothing");
        assert_eq!(found((&page, 2), &[(frame, 1)]), "nothing\n\nIn the frame https://0.example/:\n1 match");
    }
}
