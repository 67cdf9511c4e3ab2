//! A conversation as a model reads it that knows no tools: what another model did with them stands there as text.

use fairlead_protocol::conversation::{Message, ModelRequest, Part, Role};

pub(crate) fn as_text(request: &ModelRequest) -> ModelRequest {
    let messages = request.messages.iter().map(|message| match is_about_tools(message) {
        true => retold(message, &request.messages),
        false => message.clone(),
    });
    ModelRequest { model: request.model.clone(), messages: messages.collect(), tools: Vec::new() }
}

fn is_about_tools(message: &Message) -> bool {
    message.content.iter().any(|part| matches!(part, Part::ToolCall { .. } | Part::ToolResult { .. }))
}

fn retold(message: &Message, all: &[Message]) -> Message {
    let mut content = Vec::new();
    for part in &message.content {
        match part {
            Part::ToolCall { name, args, .. } => content.push(text(format!("[Called {name} with {args}]"))),
            Part::ToolResult { call_id, is_error, content: result } => {
                let name = name_of(call_id, all).unwrap_or("a tool");
                let outcome = if *is_error { "failed" } else { "answered" };
                content.push(text(format!("[{name} {outcome}:]")));
                content.extend(result.iter().cloned());
            }
            Part::Text { .. } | Part::Image { .. } | Part::Reasoning { .. } => content.push(part.clone()),
        }
    }
    let role = if message.role == Role::Tool { Role::User } else { message.role };
    let mut retold = Message { role, content, opaque: None, paused: message.paused };
    // Its state speaks of the calls.
    retold.forget_state();
    retold
}

fn text(text: String) -> Part {
    Part::Text { text }
}

fn name_of<'a>(id: &str, all: &'a [Message]) -> Option<&'a str> {
    all.iter().flat_map(|message| &message.content).find_map(|part| match part {
        Part::ToolCall { id: call, name, .. } if call == id => Some(name.as_str()),
        _ => None,
    })
}
