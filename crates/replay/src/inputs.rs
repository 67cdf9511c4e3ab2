//! The input behind each decision, put together from what led to it and from the nodes of the Turn.

use crate::compare::Twins;
use crate::decision::Decision;
use crate::error::Error;
use crate::file::RunFile;
use fairlead_engine::{Effect, Input, LiveReply, ModelFailure, Picture, Seen, ThreadState, ToolReport, due};
use fairlead_protocol::attachment::AttachmentLink;
use fairlead_protocol::command::{CommandBody, Resolution};
use fairlead_protocol::conversation::{ModelError, ModelErrorKind, ModelStop, Reply, ReplyCall, SentImage};
use fairlead_protocol::evidence::Evidence;
use fairlead_protocol::from_json::FromJson;
use fairlead_protocol::ids::{ApprovalId, Digest, EffectId, InteractionId, NodeId, ThreadId, TurnId};
use fairlead_protocol::node::{Delivery, NodeBody, PartialWhy, ReplyEnding, ResultOutcome};
use fairlead_protocol::pause::Gesture;
use fairlead_protocol::run::{Overrides, Phase, RunErrorCode};

pub(crate) struct Source<'a> {
    pub(crate) file: &'a RunFile,
    pub(crate) decision: &'a Decision<'a>,
    pub(crate) state: &'a ThreadState,
    pub(crate) twins: &'a Twins,
}

type Found<T> = Result<T, Error>;

impl Source<'_> {
    pub(crate) fn input(&self) -> Found<Input> {
        match (self.first(), self.state.queue.first()) {
            // It was written with the call that it is for, and began by itself.
            ("run.created", _) if self.file.environment.leash.is_some() => return Ok(Input::Booted),
            ("run.created", None) => return self.submit(),
            ("run.queued", _) => return self.enqueue(),
            (kind, Some(waiting)) => return self.waits(kind, waiting.clone()),
            (_, None) => {}
        }
        match self.decision.said("input") {
            "command" => self.command(self.decision.said("command")).map(Input::Command),
            "booted" => Ok(Input::Booted),
            "model_replied" => self.replied(),
            "model_failed" => self.failed(),
            "tool_finished" => self.finished(),
            "delegate_moved" => self.moved(),
            "hand_on_page" => self.gestured(),
            "disowned" => Ok(Input::Disowned),
            "keys_locked" => {
                let is_of_model =
                    |effect: &Effect| matches!(effect, Effect::CallModel { .. } | Effect::Summarise { .. });
                Ok(Input::KeysLocked { effect: self.effect(is_of_model)? })
            }
            "keys_unlocked" => Ok(Input::KeysUnlocked),
            "woken" => {
                let effect = self.effect(|effect| matches!(effect, Effect::Wake { .. }))?;
                Ok(Input::Woken { effect })
            }
            "watched" => {
                let effect = self.effect(|effect| matches!(effect, Effect::Watch { .. }))?;
                Ok(Input::Watched { effect, seen: self.seen()? })
            }
            "summary_made" => self.noted(),
            other => self.lacks(format!("this version knows no input `{other}`")),
        }
    }

    /// What the reply under way had shown when it was cut off.
    pub(crate) fn live(&self) -> Option<LiveReply> {
        let Phase::StreamingModel { call } = &self.state.live_run()?.phase else { return None };
        let (text, reasoning, _) = self.partial(PartialWhy::Interrupted)?;
        Some(LiveReply { reply: call.reply.clone(), text, reasoning })
    }

    /// What stands beside the reply that the decision stored.
    pub(crate) fn evidence(&self) -> Option<Evidence> {
        match self.file.nodes.get(self.decision.told("model.responded", "reply")?) {
            Some(NodeBody::AssistantMessage { evidence, .. }) => evidence.clone(),
            Some(_) | None => None,
        }
    }

    /// Nodes that the decision appended and that came of its input.
    fn appended(&self) -> impl Iterator<Item = &NodeBody> {
        self.decision.appended().filter_map(|id| self.file.nodes.get(id))
    }

    fn lacks<T>(&self, why: impl Into<String>) -> Found<T> {
        Err(Error::unplayable(self.decision.seq(), why))
    }

    pub(crate) fn submit(&self) -> Found<Input> {
        let (thread, text, tab) = (self.thread(), self.opening()?, self.file.environment.tab.clone());
        let (attachments, overrides) = (Vec::new(), Overrides::default());
        Ok(Input::Command(CommandBody::TurnSubmit { thread, text, tab, attachments, overrides }))
    }

    fn enqueue(&self) -> Found<Input> {
        let (thread, text, tab) = (self.thread(), self.opening()?, self.file.environment.tab.clone());
        let (attachments, overrides) = (Vec::new(), Overrides::default());
        Ok(Input::Command(CommandBody::TurnEnqueue { thread, text, tab, attachments, overrides }))
    }

    /// What becomes of a message that waits; in the end it is begun, whatever had kept it.
    fn waits(&self, kind: &str, turn: TurnId) -> Found<Input> {
        let thread = self.thread();
        Ok(Input::Command(match kind {
            "run.queue_changed" => CommandBody::QueueUpdate { thread, turn, text: self.opening()? },
            "run.queue_moved" => match self.decision.value("run.queue_moved", "to") {
                Some(to) => CommandBody::QueueMove { thread, turn, to },
                None => return self.lacks("where it was moved to is not told"),
            },
            "run.created" => CommandBody::RunResume { thread, turn },
            other => return self.lacks(format!("`{other}` is nothing that a waiting message comes to")),
        }))
    }

    /// The message as it was when the Turn began: what it was before it was written anew is in no node.
    fn opening(&self) -> Found<String> {
        let opening = self.file.nodes.values().find_map(|body| match body {
            NodeBody::UserMessage { text, delivery: Delivery::Opening, .. } => Some(text.clone()),
            _ => None,
        });
        match opening {
            Some(text) => Ok(text),
            None => self.lacks("the message of this turn is not in the file"),
        }
    }

    /// Notes that were made are in their node; of those that were not, nothing is known but that.
    fn noted(&self) -> Found<Input> {
        let effect = self.effect(|effect| matches!(effect, Effect::Summarise { .. }))?;
        let answer = self.appended().find_map(|body| match body {
            NodeBody::ContextCompacted { summary, .. } => serde_json::to_string(summary).ok(),
            _ => None,
        });
        let usage = self.decision.value("context.noted", "usage");
        let by = self.decision.value("context.noted", "by").unwrap_or_default();
        Ok(Input::SummaryMade { effect, answer, usage, by })
    }

    fn command(&self, name: &str) -> Found<CommandBody> {
        let thread = self.thread();
        let turn = self.turn()?;
        match name {
            "turn.steer" | "queue.steer" => {
                let steer = self.decision.told("steer.admitted", "steer").unwrap_or_default();
                // One that was not read yet is in no node; it waits, whatever it says.
                let text = match self.file.nodes.get(steer) {
                    Some(NodeBody::UserMessage { text, .. }) => text.clone(),
                    _ => "unread".to_owned(),
                };
                Ok(CommandBody::TurnSteer { thread, expected_turn: turn, text, attachments: Vec::new() })
            }
            "turn.interrupt" => Ok(CommandBody::TurnInterrupt { thread, turn }),
            "turn.delete" => Ok(CommandBody::TurnDelete { thread, turn }),
            "context.refresh" => Ok(CommandBody::ContextRefresh { thread, tab: None }),
            "run.resume" => Ok(CommandBody::RunResume { thread, turn }),
            "run.leave" => Ok(CommandBody::RunLeave { thread, turn }),
            "run.resolve_uncertain" => {
                let call = self.twin(self.decision.told("tool.uncertainty_resolved", "call"))?;
                let resolution: Option<Resolution> =
                    self.decision.value("tool.uncertainty_resolved", "resolution");
                match resolution {
                    Some(resolution) => {
                        Ok(CommandBody::RunResolveUncertain { thread, turn, call: NodeId(call), resolution })
                    }
                    None => self.lacks("how it was resolved is not told"),
                }
            }
            "approval.respond" => self.approval(thread),
            "interaction.respond" => self.interaction(thread),
            other => self.lacks(format!("this version cannot give the command `{other}` again")),
        }
    }

    fn approval(&self, thread: ThreadId) -> Found<CommandBody> {
        let recorded = self.decision.told("approval.answered", "approval");
        let answer = self.appended().find_map(|body| match body {
            NodeBody::ApprovalDecision { answer, .. } => Some(answer.clone()),
            _ => None,
        });
        let approval = ApprovalId(self.twin(recorded)?);
        let digest = self.state.approvals.get(&approval).map(|asked| asked.digest.clone());
        match answer {
            Some(answer) => {
                let digest = digest.unwrap_or_else(|| Digest::new(""));
                Ok(CommandBody::ApprovalRespond { thread, approval, digest, answer })
            }
            None => self.lacks("the person's answer is not in the file"),
        }
    }

    fn interaction(&self, thread: ThreadId) -> Found<CommandBody> {
        let response = self.appended().find_map(|body| match body {
            NodeBody::InteractionResponse { response, .. } => Some(response.clone()),
            _ => None,
        });
        let interaction =
            InteractionId(self.twin(self.decision.told("interaction.answered", "interaction"))?);
        match response {
            Some(response) => Ok(CommandBody::InteractionRespond { thread, interaction, response }),
            None => self.lacks("the person's answer is not in the file"),
        }
    }

    fn replied(&self) -> Found<Input> {
        let reply = self.decision.told("model.responded", "reply").unwrap_or_default();
        let Some(NodeBody::AssistantMessage {
            text,
            reasoning,
            ending: ReplyEnding::Whole { stop },
            usage,
            severed,
            pictures,
            ..
        }) = self.file.nodes.get(reply)
        else {
            return self.lacks("the reply is not in the file");
        };
        let calls = self.appended().filter_map(|body| match body {
            NodeBody::ToolCall { reply: of, call_id, tool, arguments, .. } if of.as_str() == reply => {
                let (id, name, args) = (call_id.clone(), tool.clone(), arguments.clone());
                Some(ReplyCall { id, name, args, opaque: None })
            }
            _ => None,
        });
        let reply = Reply {
            text: text.clone(),
            reasoning: reasoning.clone(),
            refusal: String::new(),
            calls: calls.collect(),
            usage: *usage,
            stop: stop.clone(),
            opaque: Vec::new(),
            severed: *severed,
            images: pictures.iter().map(sent).collect(),
        };
        Ok(Input::ModelReplied { effect: self.model()?, reply })
    }

    fn failed(&self) -> Found<Input> {
        let mut code = self.decision.because("code").cloned().unwrap_or_default();
        let failure = match self.decision.said("side") {
            "provider" => {
                let Ok(kind) = ModelErrorKind::from_json(&mut code) else {
                    return self.lacks("how the model failed is not told");
                };
                let partial = self.partial(PartialWhy::StreamBroke).map(|(text, reasoning, usage)| Reply {
                    text,
                    reasoning,
                    refusal: String::new(),
                    calls: Vec::new(),
                    usage,
                    stop: ModelStop::Error,
                    opaque: Vec::new(),
                    severed: false,
                    images: Vec::new(),
                });
                ModelFailure::Provider { error: unnamed(kind), partial }
            }
            _ => match RunErrorCode::from_json(&mut code) {
                Ok(code) => ModelFailure::Unsent { code, message: String::new() },
                Err(_) => return self.lacks("why nothing was sent is not told"),
            },
        };
        Ok(Input::ModelFailed { effect: self.model()?, failure })
    }

    fn finished(&self) -> Found<Input> {
        let recorded = self.decision.told("tool.completed", "call").unwrap_or_default();
        let Some(report) = self.result() else {
            return self.lacks("the result of the call is not in the file");
        };
        Ok(Input::ToolFinished { effect: self.tool(recorded)?, report })
    }

    fn moved(&self) -> Found<Input> {
        let recorded = self.decision.told("delegate.moved", "call").unwrap_or_default();
        match self.decision.value("delegate.moved", "activity") {
            Some(activity) => Ok(Input::DelegateMoved { effect: self.tool(recorded)?, activity }),
            None => self.lacks("what became of the delegated part is not told"),
        }
    }

    fn gestured(&self) -> Found<Input> {
        let said = self.decision.because("gesture").and_then(|gesture| gesture.as_str());
        match Gesture::ALL.into_iter().find(|gesture| Some(gesture.name()) == said) {
            Some(gesture) => Ok(Input::HandOnPage { turn: self.turn()?, gesture }),
            None => self.lacks("what the person did on the page is not told"),
        }
    }

    fn tool(&self, recorded: &str) -> Found<EffectId> {
        let twin = self.twin(Some(recorded))?;
        self.effect(|effect| matches!(effect, Effect::RunTool { call, .. } if call.as_str() == twin.as_str()))
    }

    /// What a look at a page showed. The print of a page is in no file, and decides nothing here.
    fn seen(&self) -> Found<Seen> {
        let failed = |outcome: ResultOutcome| match outcome {
            ResultOutcome::Failed { failure } => Some(failure),
            ResultOutcome::Done { .. } => None,
        };
        match (self.decision.because("seen").and_then(|seen| seen.as_str()), self.result()) {
            (Some("met"), _) => Ok(Seen::Met),
            (Some("late"), _) => Ok(Seen::Late),
            (Some("began"), _) => Ok(Seen::Began { print: String::new() }),
            (Some("over"), Some(report)) => match failed(report.outcome) {
                Some(failure) => Ok(Seen::Over { failure }),
                None => self.lacks("why the page was not looked at any more is not in the file"),
            },
            (_, _) => self.lacks("what the look showed is not told"),
        }
    }

    /// The result of the call that ended with the decision.
    fn result(&self) -> Option<ToolReport> {
        let recorded = self.decision.told("tool.completed", "call").unwrap_or_default();
        self.file.nodes.values().find_map(|body| match body {
            NodeBody::ToolResult { call, outcome, took_ms, pictures, .. } if call.as_str() == recorded => {
                let spent = self.decision.value("delegate.counted", "spent").unwrap_or_default();
                let met = self.decision.value("delegate.counted", "met").unwrap_or_default();
                let pictures = pictures.iter().map(stand_in).collect();
                Some(ToolReport { outcome: outcome.clone(), took_ms: *took_ms, spent, met, pictures })
            }
            _ => None,
        })
    }

    fn partial(
        &self,
        why: PartialWhy,
    ) -> Option<(String, String, Option<fairlead_protocol::conversation::Usage>)> {
        self.appended().find_map(|body| match body {
            NodeBody::AssistantMessage {
                text,
                reasoning,
                ending: ReplyEnding::Partial { why: cut },
                usage,
                ..
            } if *cut == why => Some((text.clone(), reasoning.clone(), *usage)),
            _ => None,
        })
    }

    fn model(&self) -> Found<EffectId> {
        self.effect(|effect| matches!(effect, Effect::CallModel { .. }))
    }

    fn effect(&self, is: impl Fn(&Effect) -> bool) -> Found<EffectId> {
        match due(self.state).iter().find(|(_, effect)| is(effect)) {
            Some((id, _)) => Ok(id.clone()),
            None => Err(Error::Differs {
                seq: self.decision.seq(),
                recorded: format!("{} came of {}", self.first(), self.decision.said("input")),
                replayed: "nothing is under way that could have ended so".to_owned(),
            }),
        }
    }

    fn first(&self) -> &str {
        self.decision.lines.first().map_or("", |line| line.kind.as_str())
    }

    fn twin(&self, recorded: Option<&str>) -> Found<String> {
        match recorded.and_then(|recorded| self.twins.of(recorded)) {
            Some(twin) => Ok(twin.to_owned()),
            None => self.lacks("it speaks of something that no entry before it made"),
        }
    }

    fn thread(&self) -> ThreadId {
        self.state.id.clone()
    }

    fn turn(&self) -> Found<TurnId> {
        match &self.state.current {
            Some(turn) => Ok(turn.clone()),
            None => self.lacks("no turn was begun"),
        }
    }
}

/// What the provider said was shown to the person then, and decides nothing.
fn unnamed(kind: ModelErrorKind) -> ModelError {
    ModelError {
        kind,
        retryable: false,
        message: String::new(),
        http_status: None,
        code: None,
        param: None,
        hint: None,
        retry_after_ms: None,
    }
}

/// What a picture showed is in no file, and decides nothing.
fn stand_in(link: &AttachmentLink) -> Picture {
    Picture { name: link.name.clone(), media_type: link.media_type.clone(), data: "AAAA".to_owned() }
}

fn sent(link: &AttachmentLink) -> SentImage {
    let Picture { media_type, data, .. } = stand_in(link);
    SentImage { media_type, data_b64: data }
}
