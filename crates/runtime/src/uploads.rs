//! The files that a call gives to a page: those of the conversation, by the names that the person knows them by.

use fairlead_engine::ThreadState;
use fairlead_protocol::attachment::{Attachment, Kept};
use fairlead_protocol::page::FileContent;
use fairlead_protocol::tool::{ToolErrorCode, ToolFailure};
use fairlead_store::Store;
use fairlead_tools::Tool;

/// The attachments that a call names. Of two with one name the newer is meant.
pub(crate) fn named(state: &ThreadState, tool: &Tool) -> Result<Vec<Attachment>, ToolFailure> {
    let Tool::UploadFile(args) = tool else { return Ok(Vec::new()) };
    let kept = || state.attachments.values().filter(|one| one.kept == Kept::Whole);
    let find = |name: &String| {
        let newest = kept().filter(|one| one.name == *name).max_by_key(|one| one.created_at);
        newest.cloned().ok_or_else(|| unknown(name, kept().map(|one| one.name.as_str()).collect()))
    };
    args.files.iter().map(find).collect()
}

fn unknown(name: &str, known: Vec<&str>) -> ToolFailure {
    let name: String = name.chars().take(100).collect();
    let next = if known.is_empty() {
        "Ask the person to attach the file to this chat.".to_owned()
    } else {
        format!("Attached are: {}. Or ask the person to attach the file.", known.join(", "))
    };
    ToolFailure::new(ToolErrorCode::NotFound, format!("no file \"{name}\" is attached to this chat"), next)
}

/// With what is in them.
pub(crate) async fn files(
    store: &dyn Store,
    named: Result<Vec<Attachment>, ToolFailure>,
) -> Result<Vec<FileContent>, ToolFailure> {
    let mut files = Vec::new();
    for one in named? {
        let Ok(Some(blob)) = store.blob(&one.id).await else {
            return Err(ToolFailure::new(
                ToolErrorCode::NotFound,
                format!("what was in \"{}\" is not kept any more", one.name),
                "Ask the person to attach the file again.",
            ));
        };
        files.push(FileContent { name: one.name, media_type: one.media_type, data_b64: blob.data });
    }
    Ok(files)
}
