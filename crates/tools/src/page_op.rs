//! What a content script is asked to do for a call. The words of the model end here: `element` is for the person's card only.

use crate::tool::{ActionOfBatch, BatchTool, Tool};
use fairlead_protocol::caps;
use fairlead_protocol::page::{
    AfterTyping, ClickCount, FieldValue, FileContent, MouseButton, PageOp, TypeMode, TypePace, WaitCondition,
};
use fairlead_protocol::tool::{ToolErrorCode, ToolFailure};

/// `None` for tools that no page carries out. The files are those that the call names, with what is in them.
pub fn page_op(tool: &Tool, files: &[FileContent]) -> Option<Result<PageOp, ToolFailure>> {
    let op = match tool {
        Tool::TabsList(_)
        | Tool::TabOpen(_)
        | Tool::Navigate(_)
        | Tool::TabFocus(_)
        | Tool::TabClose(_)
        | Tool::GoBack(_)
        | Tool::GoForward(_)
        | Tool::Reload(_)
        | Tool::HistorySearch(_)
        | Tool::BookmarksSearch(_)
        | Tool::TopSites(_)
        | Tool::RecentlyClosed(_)
        | Tool::SessionRestore(_)
        | Tool::TabGroupsList(_)
        | Tool::TabsGroup(_)
        | Tool::TabGroupUpdate(_)
        | Tool::AskUser(_)
        | Tool::RequestUserAction(_)
        | Tool::WatchPage(_)
        | Tool::ScheduleResume(_)
        | Tool::PlanUpdate(_)
        | Tool::Remember(_)
        | Tool::Recall(_)
        | Tool::Forget(_)
        | Tool::Artifact(_)
        | Tool::RecallResult(_)
        | Tool::Delegate(_)
        | Tool::FetchUrl(_)
        | Tool::Download(_)
        | Tool::WaitForDownload(_)
        | Tool::Screenshot(_)
        | Tool::ReadPageDeep(_)
        | Tool::ClickTrusted(_)
        | Tool::TypeTrusted(_)
        | Tool::ClickXy(_)
        | Tool::DragXy(_)
        | Tool::RunJavascript(_) => return None,
        Tool::ReadPage(args) => PageOp::ReadPage {
            mode: args.mode,
            max_tokens: args
                .max_tokens
                .unwrap_or(caps::SNAPSHOT_TOKENS)
                .clamp(200, caps::SNAPSHOT_TOKENS_MAX),
            scope: args.scope.clone(),
        },
        Tool::FindInPage(args) => PageOp::FindInPage { query: args.query.clone() },
        Tool::Extract(args) => {
            PageOp::Extract { scope: args.scope.clone(), from_char: args.from_char.unwrap_or_default() }
        }
        Tool::Click(args) => PageOp::Click {
            element: args.target.clone(),
            button: args.button,
            clicks: if args.double { ClickCount::Double } else { ClickCount::Single },
        },
        Tool::Type(args) => PageOp::Type {
            element: args.target.clone(),
            text: args.text.clone(),
            mode: args.mode,
            after: if args.submit { AfterTyping::Submit } else { AfterTyping::Stay },
            pace: if args.slowly { TypePace::KeyByKey } else { TypePace::AtOnce },
        },
        Tool::SelectOption(args) => {
            PageOp::SelectOption { element: args.target.clone(), options: args.options.clone() }
        }
        Tool::SetChecked(args) => {
            PageOp::SetChecked { element: args.target.clone(), checked: args.checked.unwrap_or(true) }
        }
        Tool::PressKey(args) => PageOp::PressKey { element: args.target.clone(), key: args.key.clone() },
        Tool::Hover(args) => PageOp::Hover { element: args.target.clone() },
        Tool::Drag(args) => PageOp::Drag { element: args.target.clone(), to: args.to.clone() },
        Tool::FillForm(args) => PageOp::FillForm {
            fields: args
                .fields
                .iter()
                .map(|field| FieldValue { element: field.target.clone(), value: field.value.clone() })
                .collect(),
        },
        Tool::BatchActions(args) => match args.actions.iter().map(act).collect() {
            Ok(acts) => PageOp::Batch { acts },
            Err(failure) => return Some(Err(failure)),
        },
        Tool::UploadFile(args) => PageOp::UploadFile { element: args.target.clone(), files: files.to_vec() },
        Tool::HandleDialog(args) => PageOp::HandleDialog { answer: args.answer, text: args.text.clone() },
        Tool::GetSelection(_) => PageOp::GetSelection,
        Tool::ExtractTable(args) => {
            PageOp::ExtractTable { scope: args.scope.clone(), from_row: args.from_row.unwrap_or_default() }
        }
        Tool::Scroll(args) => PageOp::Scroll { element: args.target.clone(), direction: args.direction },
        Tool::WaitFor(args) => match wait_condition(args) {
            Ok(condition) => PageOp::WaitFor { condition, timeout_ms: 10_000 },
            Err(failure) => return Some(Err(failure)),
        },
    };
    Some(Ok(op))
}

fn act(action: &ActionOfBatch) -> Result<PageOp, ToolFailure> {
    let lacks = |field: &str, tool: &str| {
        ToolFailure::new(
            ToolErrorCode::InvalidArguments,
            format!("an action with {tool} needs {field}"),
            "Give it, and make the call again. Nothing was done.",
        )
    };
    let element = action.target.clone();
    Ok(match action.tool {
        BatchTool::Click => {
            PageOp::Click { element, button: MouseButton::default(), clicks: ClickCount::default() }
        }
        BatchTool::Type => PageOp::Type {
            element,
            text: action.text.clone().ok_or_else(|| lacks("text", "type"))?,
            mode: TypeMode::default(),
            after: AfterTyping::default(),
            pace: TypePace::default(),
        },
        BatchTool::SelectOption => PageOp::SelectOption {
            element,
            options: action.options.clone().ok_or_else(|| lacks("options", "select_option"))?,
        },
    })
}

fn wait_condition(args: &crate::WaitFor) -> Result<WaitCondition, ToolFailure> {
    let mut given: Vec<WaitCondition> = Vec::new();
    given.extend(args.text.clone().map(|text| WaitCondition::Text { text }));
    given.extend(args.text_gone.clone().map(|text| WaitCondition::TextGone { text }));
    given.extend(args.ref_gone.clone().map(|element| WaitCondition::RefGone { element }));
    given.extend(args.url.clone().map(|contains| WaitCondition::Url { contains }));
    given.extend(args.time_ms.map(|ms| WaitCondition::Time { ms: u64::from(ms.min(10_000)) }));
    match (given.pop(), given.is_empty()) {
        (Some(condition), true) => Ok(condition),
        (None, _) | (Some(_), false) => Err(ToolFailure::new(
            ToolErrorCode::InvalidArguments,
            "wait_for takes exactly one condition",
            "Give one of text, text_gone, ref_gone, url or time_ms.",
        )),
    }
}
