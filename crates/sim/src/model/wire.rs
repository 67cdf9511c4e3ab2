//! What a model says, and its form on the wire: an event stream of Chat Completions chunks.

use serde_json::{Value, json};

#[derive(Clone, Debug)]
pub struct Say {
    pub reasoning: String,
    pub text: String,
    /// A PNG in base64.
    pub picture: Option<String>,
    pub calls: Vec<SaidCall>,
    /// `finish_reason` as it is sent.
    pub finish: String,
    pub fault: Fault,
}

/// A call as it is sent: whatever the engine makes of it.
#[derive(Clone, Debug)]
pub struct SaidCall {
    pub id: String,
    pub name: String,
    pub arguments: String,
    /// What the endpoint wants back with the call.
    pub signature: Option<String>,
}

/// How the answer goes wrong on its way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    None,
    Unreachable,
    /// An error status with this body.
    Refused {
        status: u16,
        body: String,
    },
    /// The connection fails when this share of the bytes has been sent, in percent.
    Broken {
        percent: u8,
    },
    /// The same, and nothing more is ever sent.
    Silent {
        percent: u8,
    },
    /// A web page where a stream was asked for.
    WebPage,
}

impl Say {
    pub fn text(text: impl Into<String>) -> Self {
        Self {
            reasoning: String::new(),
            text: text.into(),
            picture: None,
            calls: Vec::new(),
            finish: "stop".to_owned(),
            fault: Fault::None,
        }
    }

    pub fn call(name: &str, arguments: &Value) -> Self {
        Self::raw_calls([(name, arguments.to_string())])
    }

    /// Several calls in one reply.
    pub fn calls<'a>(calls: impl IntoIterator<Item = (&'a str, Value)>) -> Self {
        Self::raw_calls(calls.into_iter().map(|(name, arguments)| (name, arguments.to_string())))
    }

    /// Arguments as text, readable or not. Every id is the same, as some providers send it.
    pub fn raw_calls<'a>(calls: impl IntoIterator<Item = (&'a str, String)>) -> Self {
        let calls = calls.into_iter().zip(0..).map(|((name, arguments), at)| SaidCall {
            id: format!("call_{at}"),
            name: name.to_owned(),
            arguments,
            signature: None,
        });
        Self { calls: calls.collect(), finish: "tool_calls".to_owned(), ..Self::text("") }
    }

    #[must_use]
    pub fn thinking(mut self, reasoning: &str) -> Self {
        reasoning.clone_into(&mut self.reasoning);
        self
    }

    #[must_use]
    pub fn saying(mut self, text: &str) -> Self {
        text.clone_into(&mut self.text);
        self
    }

    #[must_use]
    pub fn finishing(mut self, finish: &str) -> Self {
        finish.clone_into(&mut self.finish);
        self
    }

    #[must_use]
    pub fn failing(mut self, fault: Fault) -> Self {
        self.fault = fault;
        self
    }

    /// All calls under this id.
    #[must_use]
    pub fn with_ids(mut self, id: &str) -> Self {
        for call in &mut self.calls {
            id.clone_into(&mut call.id);
        }
        self
    }

    /// With a picture: a PNG in base64.
    #[must_use]
    pub fn picturing(mut self, png: &str) -> Self {
        self.picture = Some(png.to_owned());
        self
    }

    /// All calls signed with this.
    #[must_use]
    pub fn signed(mut self, signature: &str) -> Self {
        for call in &mut self.calls {
            call.signature = Some(signature.to_owned());
        }
        self
    }

    /// `asked` is how many tokens the request had.
    pub(crate) fn bytes(&self, asked: usize) -> Vec<u8> {
        let mut chunks = vec![chunk(&json!({"role": "assistant", "content": ""}), None)];
        chunks.extend(pieces(&self.reasoning).map(|piece| chunk(&json!({"reasoning_content": piece}), None)));
        chunks.extend(pieces(&self.text).map(|piece| chunk(&json!({"content": piece}), None)));
        chunks.extend(self.picture.iter().map(|png| {
            let url = format!("data:image/png;base64,{png}");
            chunk(&json!({"images": [{"type": "image_url", "image_url": {"url": url}}]}), None)
        }));
        for (index, call) in self.calls.iter().enumerate() {
            let mut head = json!({"index": index, "id": call.id, "type": "function",
                "function": {"name": call.name, "arguments": ""}});
            if let (Some(signature), Some(fields)) = (&call.signature, head.as_object_mut()) {
                fields.insert("extra_content".to_owned(), json!({"signature": signature}));
            }
            chunks.push(chunk(&json!({"tool_calls": [head]}), None));
            for piece in pieces(&call.arguments) {
                let piece = json!({"index": index, "function": {"arguments": piece}});
                chunks.push(chunk(&json!({"tool_calls": [piece]}), None));
            }
        }
        chunks.push(chunk(&json!({}), Some(&self.finish)));
        let words = self.text.len() / 4 + 1;
        let usage =
            json!({"prompt_tokens": asked, "completion_tokens": words, "total_tokens": asked + words});
        chunks.push(json!({"id": "cc-1", "object": "chat.completion.chunk", "choices": [], "usage": usage}));
        let lines: Vec<String> = chunks.iter().map(|chunk| format!("data: {chunk}\n\n")).collect();
        format!(": hello\n\n{}data: [DONE]\n\n", lines.concat()).into_bytes()
    }
}

fn chunk(delta: &Value, finish: Option<&str>) -> Value {
    json!({"id": "cc-1", "object": "chat.completion.chunk", "model": "sim-1",
        "choices": [{"index": 0, "delta": delta, "finish_reason": finish}]})
}

/// Pieces of a few characters.
fn pieces(text: &str) -> impl Iterator<Item = String> {
    let letters: Vec<char> = text.chars().collect();
    letters.chunks(9).map(|piece| piece.iter().collect()).collect::<Vec<String>>().into_iter()
}
