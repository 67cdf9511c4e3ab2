//! What the answer of an address that was fetched says to the model.

use fairlead_protocol::caps;
use fairlead_protocol::fetching::FetchReply;
use fairlead_protocol::tool::{ToolErrorCode, ToolFailure};

/// Of a failed answer, in bytes: enough to tell why.
const EXCERPT_BYTES: usize = 500;

/// One page of it, from this character on.
pub fn fetched(reply: FetchReply, from: u32) -> Result<String, ToolFailure> {
    match reply {
        FetchReply::Fetched { url, status: 200..=299, media_type, text, cut } => {
            Ok(format!("{url} · {media_type}\n{}", page(&text, from as usize, cut)))
        }
        FetchReply::Fetched { status, text, .. } => {
            let code = match status {
                404 | 410 => ToolErrorCode::NotFound,
                _ => ToolErrorCode::NavigationFailed,
            };
            let excerpt = caps::clip(text.trim(), EXCERPT_BYTES);
            Err(ToolFailure::new(
                code,
                format!("the server answered {status}: {excerpt}"),
                "Check the address. A page that needs a login or scripts opens with tab_open.",
            ))
        }
        FetchReply::Unreadable { media_type } => Err(ToolFailure::new(
            ToolErrorCode::NavigationFailed,
            format!("what is there is no text but {media_type}"),
            "Open it in a tab with tab_open and look at it there.",
        )),
        FetchReply::LeadsOn { to: Some(to) } => {
            let to: String = to.chars().take(caps::TAB_ADDRESS_CHARS).collect();
            Err(ToolFailure::new(
                ToolErrorCode::NavigationFailed,
                format!("the address leads on to {to}; nothing was read there"),
                "If that is where you want to go, call again with that address.",
            ))
        }
        FetchReply::LeadsOn { to: None } => Err(ToolFailure::new(
            ToolErrorCode::NavigationFailed,
            "the address leads on to another site, and the browser does not say which",
            "Open it in a tab with tab_open.",
        )),
        FetchReply::Failed { failure } => Err(failure),
    }
}

fn page(text: &str, from: usize, is_cut: bool) -> String {
    let all = text.chars().count();
    let shown = caps::page(text.chars().skip(from).take(caps::FETCH_CHARS).collect(), from, all);
    let is_last = from.saturating_add(caps::FETCH_CHARS) >= all;
    let end = if is_last && is_cut { "\n[There is more, which is too long to be fetched.]" } else { "" };
    format!("{shown}{end}")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answer(status: u16, text: &str, cut: bool) -> FetchReply {
        let (url, media_type) = ("https://a.example/x".to_owned(), "text/plain".to_owned());
        FetchReply::Fetched { url, status, media_type, text: text.to_owned(), cut }
    }

    #[test]
    fn a_long_text_comes_in_pages_and_says_where_it_goes_on_or_was_cut() {
        let text = "价".repeat(caps::FETCH_CHARS + 10);
        let first = fetched(answer(200, &text, true), 0).unwrap();
        assert!(first.ends_with("\n[characters 0 to 16000 of 16010; from_char 16000 goes on]"), "{first}");
        let rest = fetched(answer(200, &text, true), 16_000).unwrap();
        let end = "[There is more, which is too long to be fetched.]";
        assert_eq!(rest, format!("https://a.example/x · text/plain\n{}\n{end}", "价".repeat(10)));
        assert_eq!(fetched(answer(200, "all", false), 0).unwrap(), "https://a.example/x · text/plain\nall");
    }

    #[test]
    fn what_is_no_answer_to_the_question_is_a_failure_that_says_what_to_do() {
        let failed = |reply| fetched(reply, 0).unwrap_err();
        let gone = failed(answer(404, " nothing here ", false));
        assert_eq!(
            (gone.code, gone.message.as_str()),
            (ToolErrorCode::NotFound, "the server answered 404: nothing here")
        );
        assert_eq!(failed(answer(500, "", false)).code, ToolErrorCode::NavigationFailed);
        let moved = failed(FetchReply::LeadsOn { to: Some("https://b.example/".to_owned()) });
        assert_eq!(moved.message, "the address leads on to https://b.example/; nothing was read there");
        for reply in
            [FetchReply::LeadsOn { to: None }, FetchReply::Unreadable { media_type: "image/png".to_owned() }]
        {
            assert!(failed(reply).next.contains("tab_open"));
        }
    }
}
