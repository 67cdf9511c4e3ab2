//! Tools that need the browser's debugger. The shell speaks its protocol; here an action is led from look to account, and what is there
//! is held against what was judged: before the pointer moves, and once more with the pointer there, since moving it may change a page.

use crate::chance::SystemChance;
use crate::page::{Whom, ask};
use crate::page_tools::{Departure, reading};
use crate::{Shell, reason};
use fairlead_engine::Picture;
use fairlead_protocol::caps;
use fairlead_protocol::debugger::{DebugAct, DebugOrder, DebugReply, TypeKeys, View};
use fairlead_protocol::ids::{ElementRef, TabId, ThreadId};
use fairlead_protocol::node::ResultOutcome;
use fairlead_protocol::page::{
    Binding, ClickCount, ElementPrint, MouseButton, PageOp, PageOutcome, PageReply, PageRequest, Purpose,
    Spot,
};
use fairlead_protocol::to_json;
use fairlead_protocol::tool::{ToolErrorCode, ToolFailure};
use fairlead_runtime::ports::{Chance, ToolOrder, ToolYield};
use fairlead_tools::{RunJavascript, Screenshot, ShotArea, Tool, TypeTrusted};
use std::rc::Rc;

/// A text up to this length goes into a plain field key by key, as from a keyboard.
const KEYED: usize = 120;

#[derive(Clone)]
pub(crate) struct Debugger {
    shell: Rc<Shell>,
}

/// What is under a place or behind a ref, as it is judged.
pub(crate) struct Under {
    pub(crate) element: ElementPrint,
    pub(crate) frame: Option<String>,
}

/// What an action goes to.
#[derive(Clone, Copy)]
enum Target<'a> {
    /// The page's own script knows it.
    Page(&'a ElementRef),
    Deep(&'a ElementRef),
    Spot(Spot),
}

/// Whether a ref is one that `read_page_deep` gave.
pub(crate) fn is_deep(element: &ElementRef) -> bool {
    element.as_str().starts_with('d')
}

fn target(element: &ElementRef) -> Target<'_> {
    if is_deep(element) { Target::Deep(element) } else { Target::Page(element) }
}

impl Debugger {
    pub(crate) fn new(shell: Rc<Shell>) -> Self {
        Self { shell }
    }

    /// Looks and never acts. It attaches: nobody else can tell what is under a place in another site's frame.
    pub(crate) async fn under(&self, tab: TabId, at: Spot) -> Result<Under, ToolFailure> {
        self.look(tab, DebugAct::Under { at }).await
    }

    pub(crate) async fn describe(&self, tab: TabId, element: ElementRef) -> Result<Under, ToolFailure> {
        self.look(tab, DebugAct::Describe { element }).await
    }

    async fn look(&self, tab: TabId, act: DebugAct) -> Result<Under, ToolFailure> {
        let DebugReply::Aimed { element, frame, .. } = self.ask(tab, None, act).await? else {
            return Err(broken("it did not say what is there"));
        };
        Ok(Under { element, frame })
    }

    pub(crate) fn let_go(&self, thread: &ThreadId) {
        self.shell.let_go(thread.as_str());
    }

    /// `None`: a tool that does without.
    pub(crate) async fn run(&self, tab: TabId, order: &ToolOrder) -> Option<Result<ToolYield, ToolFailure>> {
        let hand = Hand { debugger: self, tab, order };
        let count = |double: bool| if double { ClickCount::Double } else { ClickCount::Single };
        let outcome = match &order.tool {
            Tool::Screenshot(args) => return Some(hand.shoot(args).await),
            Tool::ReadPageDeep(args) => hand.read(args.max_tokens).await,
            Tool::ClickTrusted(args) => {
                hand.click(target(&args.target), args.button, count(args.double)).await
            }
            Tool::ClickXy(args) => {
                let at = Spot { x: args.x, y: args.y };
                hand.click(Target::Spot(at), args.button, count(args.double)).await
            }
            Tool::TypeTrusted(args) => hand.write(args).await,
            Tool::RunJavascript(args) => hand.evaluate(args).await,
            Tool::DragXy(args) => {
                let (from, to) =
                    (Spot { x: args.from_x, y: args.from_y }, Spot { x: args.to_x, y: args.to_y });
                hand.drag(from, to).await
            }
            // All others are carried out elsewhere.
            _ => return None,
        };
        Some(outcome.map(ToolYield::from))
    }

    async fn ask(
        &self,
        tab: TabId,
        thread: Option<&ThreadId>,
        act: DebugAct,
    ) -> Result<DebugReply, ToolFailure> {
        let order = DebugOrder { tab, thread: thread.cloned(), act };
        let answer =
            self.shell.debug(&to_json::text(&order)).await.map_err(|error| broken(&reason(&error)))?;
        let reply = answer.as_string().and_then(|text| serde_json::from_str(&text).ok());
        match reply.ok_or_else(|| broken("its answer cannot be read"))? {
            DebugReply::Failed { failure } => Err(failure),
            reply @ (DebugReply::Done { .. } | DebugReply::Aimed { .. } | DebugReply::Pictured { .. }) => {
                Ok(reply)
            }
        }
    }
}

/// One call.
struct Hand<'a> {
    debugger: &'a Debugger,
    tab: TabId,
    order: &'a ToolOrder,
}

/// Where the pointer goes, and what is there.
struct Aim {
    at: Spot,
    what: String,
    frame: Option<String>,
}

impl Hand<'_> {
    async fn click(
        &self,
        target: Target<'_>,
        button: MouseButton,
        clicks: ClickCount,
    ) -> Result<ResultOutcome, ToolFailure> {
        let departure = self.depart(target).await?;
        let aim = self.approach(target, Purpose::Press).await?;
        let met = self.trusted([DebugAct::Press { at: aim.at, button, clicks }]).await?;
        let did = match target {
            Target::Spot(at) => format!("Clicked at {}, {}: {} was there.", at.x, at.y, aim.what),
            Target::Page(_) | Target::Deep(_) => format!("Clicked {} with the browser's pointer.", aim.what),
        };
        self.account(departure, did + &met, aim.frame).await
    }

    async fn write(&self, args: &TypeTrusted) -> Result<ResultOutcome, ToolFailure> {
        let target = target(&args.target);
        let departure = self.depart(target).await?;
        let aim = self.approach(target, Purpose::Write).await?;
        let element = self.order.dispatch.binding.as_ref().and_then(|binding| binding.element.as_ref());
        let is_field = element.is_some_and(|element| element.tag == "input");
        let is_short = args.text.chars().count() <= KEYED && !args.text.contains(char::is_control);
        let keys = if is_field && is_short { TypeKeys::Each } else { TypeKeys::None };
        let press = DebugAct::Press { at: aim.at, button: MouseButton::Left, clicks: ClickCount::Single };
        let text = DebugAct::Type { text: args.text.clone(), mode: args.mode, keys };
        let enter = args.submit.then_some(DebugAct::Enter);
        let met = self.trusted([press, text].into_iter().chain(enter)).await?;
        let did = format!("Typed into {} with the browser's keyboard.{met}", aim.what);
        self.account(departure, did, aim.frame).await
    }

    async fn drag(&self, from: Spot, to: Spot) -> Result<ResultOutcome, ToolFailure> {
        let target = Target::Spot(from);
        let departure = self.depart(target).await?;
        let end = self.debugger.under(self.tab, to).await?;
        let aim = self.approach(target, Purpose::Press).await?;
        if aim.frame != end.frame {
            return Err(ToolFailure::new(
                ToolErrorCode::UnsupportedFrame,
                format!(
                    "{} and {} belong to different sites; nothing was done",
                    aim.what,
                    words(&end.element)
                ),
                "Drag within one site's part of the page only.",
            ));
        }
        let met = self.trusted([DebugAct::Drag { from, to }]).await?;
        let end = words(&end.element);
        let did = format!("Dragged {} to {}, {}, where {end} was.{met}", aim.what, to.x, to.y);
        self.account(departure, did, aim.frame).await
    }

    async fn evaluate(&self, args: &RunJavascript) -> Result<ResultOutcome, ToolFailure> {
        let departure = self.depart_whole().await?;
        // Nothing of ours goes among the page's own scripts but what they know.
        let origin = self.bound().ok_or_else(|| broken("the page was not judged"))?.origin;
        let told = self.trusted([DebugAct::Evaluate { code: args.code.clone(), origin }]).await?;
        self.account(departure, told.trim_start().to_owned(), None).await
    }

    async fn read(&self, max_tokens: Option<u32>) -> Result<ResultOutcome, ToolFailure> {
        self.page(PageOp::Describe { element: None, others: Vec::new() }, self.bound()).await?;
        let max_tokens = max_tokens.unwrap_or(caps::SNAPSHOT_TOKENS).clamp(200, caps::SNAPSHOT_TOKENS_MAX);
        let DebugReply::Done { told } = self.act(DebugAct::Read { max_tokens }).await? else {
            return Err(broken("it did not say what the page holds"));
        };
        Ok(self.done(told).await)
    }

    async fn shoot(&self, args: &Screenshot) -> Result<ToolYield, ToolFailure> {
        let view = match (&args.target, args.area) {
            (Some(element), _) if is_deep(element) => {
                let aimed = self.act(DebugAct::Locate { element: element.clone() }).await?;
                let DebugReply::Aimed { area, .. } = aimed else { return Err(unlocated(element)) };
                View::Area { area }
            }
            (Some(element), _) => {
                let op = PageOp::Locate { element: element.clone(), purpose: Purpose::Show };
                let located = self.page(op, self.order.dispatch.binding.clone()).await?.outcome;
                let PageOutcome::Located { area, .. } = located else { return Err(unlocated(element)) };
                View::Area { area }
            }
            (None, area) => {
                self.page(PageOp::Describe { element: None, others: Vec::new() }, self.bound()).await?;
                match area {
                    ShotArea::Viewport => View::Viewport,
                    ShotArea::FullPage => View::FullPage,
                }
            }
        };
        let mut marks = Vec::new();
        if args.annotate
            && let PageOutcome::Marked { marks: found } = self.page(PageOp::Marks, None).await?.outcome
        {
            marks = found;
        }
        let DebugReply::Pictured { told, media_type, data } =
            self.act(DebugAct::Shoot { view, marks }).await?
        else {
            return Err(broken("it gave no picture"));
        };
        let name = if media_type == "image/png" { "screenshot.png" } else { "screenshot.jpg" };
        let picture = Picture { name: name.to_owned(), media_type, data };
        Ok(ToolYield { outcome: self.done(told).await, pictures: vec![picture] })
    }

    /// The page notes from here on what changes. Refs of its own script do that as they are located.
    async fn depart(&self, target: Target<'_>) -> Result<Departure, ToolFailure> {
        match target {
            Target::Page(_) => Departure::of(self.tab, self.order.dispatch.binding.as_ref()).await,
            Target::Deep(_) | Target::Spot(_) => self.depart_whole().await,
        }
    }

    async fn depart_whole(&self) -> Result<Departure, ToolFailure> {
        let departure = Departure::of(self.tab, self.order.dispatch.binding.as_ref()).await?;
        self.page(PageOp::Begin, self.bound()).await?;
        Ok(departure)
    }

    /// The pointer is there, and there is what was judged.
    async fn approach(&self, target: Target<'_>, purpose: Purpose) -> Result<Aim, ToolFailure> {
        let first = self.aim(target, purpose).await?;
        self.act(DebugAct::Point { at: first.at }).await?;
        let aim = self.aim(target, purpose).await?;
        if aim.at != first.at {
            self.act(DebugAct::Point { at: aim.at }).await?;
        }
        Ok(aim)
    }

    async fn aim(&self, target: Target<'_>, purpose: Purpose) -> Result<Aim, ToolFailure> {
        let binding = self.order.dispatch.binding.clone();
        let act = match target {
            Target::Page(element) => {
                let what = binding.as_ref().and_then(|binding| binding.element.as_ref()).map(words);
                let op = PageOp::Locate { element: element.clone(), purpose };
                let located = self.page(op, binding).await?.outcome;
                let PageOutcome::Located { spot, .. } = located else { return Err(unlocated(element)) };
                return Ok(Aim { at: spot, what: what.unwrap_or_default(), frame: None });
            }
            Target::Deep(element) => DebugAct::Locate { element: element.clone() },
            Target::Spot(at) => DebugAct::Under { at },
        };
        let DebugReply::Aimed { at, element, frame, .. } = self.act(act).await? else {
            return Err(broken("it did not say what is there"));
        };
        let is_judged = binding.is_none_or(|binding| {
            binding.frame == frame && binding.element.is_none_or(|judged| judged == element)
        });
        if !is_judged {
            return Err(ToolFailure::new(
                ToolErrorCode::TargetChanged,
                format!(
                    "{} is there now, which is not what was agreed on; nothing was done",
                    words(&element)
                ),
                "Look at the page again and ask anew.",
            ));
        }
        let what = match &frame {
            Some(origin) => format!("{} in a frame of {origin}", words(&element)),
            None => words(&element),
        };
        Ok(Aim { at, what, frame })
    }

    /// Input that the page cannot tell from a person's, and what the browser had to say meanwhile.
    async fn trusted(&self, acts: impl IntoIterator<Item = DebugAct>) -> Result<String, ToolFailure> {
        let mut met = String::new();
        for act in acts {
            if let DebugReply::Done { told } = self.act(act).await?
                && !told.is_empty()
            {
                met = format!("{met}\n{told}");
            }
        }
        Ok(met)
    }

    async fn act(&self, act: DebugAct) -> Result<DebugReply, ToolFailure> {
        self.debugger.ask(self.tab, Some(&self.order.thread), act).await
    }

    /// The page that the call was judged on, without what is in it.
    fn bound(&self) -> Option<Binding> {
        let binding = self.order.dispatch.binding.clone()?;
        Some(Binding { element: None, frame: None, others: Vec::new(), ..binding })
    }

    async fn page(&self, op: PageOp, binding: Option<Binding>) -> Result<PageReply, ToolFailure> {
        let reply = reading(self.tab, &request(op, binding)).await?;
        if let PageOutcome::Failed { failure } = reply.outcome {
            return Err(failure);
        }
        Ok(reply)
    }

    async fn account(
        &self,
        departure: Departure,
        did: String,
        frame: Option<String>,
    ) -> Result<ResultOutcome, ToolFailure> {
        let asked = ask(self.tab, Whom::Page, &request(PageOp::Account, None), caps::TOOL_MS).await;
        let (told, tab) = match departure.arrived(asked).await {
            Ok(ResultOutcome::Done { content, tab }) => (content, tab),
            Ok(ResultOutcome::Failed { failure }) | Err(failure) => (
                format!("What it did to the page could not be read ({}): read the page.", failure.message),
                None,
            ),
        };
        let mut content = format!("{did}\n{told}");
        if let Some(origin) = frame {
            content.push_str(&format!(
                "\nWhat changed inside the frame of {origin} is not in this account: read_page_deep shows it."
            ));
        }
        Ok(ResultOutcome::Done { content, tab })
    }

    async fn done(&self, content: String) -> ResultOutcome {
        let tab = crate::tabs::tab(self.tab).await.ok().and_then(|tab| tab.reference());
        ResultOutcome::Done { content, tab }
    }
}

fn request(op: PageOp, binding: Option<Binding>) -> PageRequest {
    PageRequest { id: format!("deep:{}", SystemChance.seed()), binding, op, time_ms: caps::TOOL_MS }
}

fn words(element: &ElementPrint) -> String {
    let role = if element.role.is_empty() { &element.tag } else { &element.role };
    if element.name.is_empty() {
        format!("a nameless {role}")
    } else {
        format!("{role} \"{}\"", element.name)
    }
}

fn unlocated(element: &ElementRef) -> ToolFailure {
    let message = format!("nobody could say where {element} is; nothing was done");
    ToolFailure::new(ToolErrorCode::NotVisible, message, "Read the page again.")
}

fn broken(why: &str) -> ToolFailure {
    ToolFailure::new(
        ToolErrorCode::Internal,
        format!("the debugger failed: {why}"),
        "Look at the page before you try again.",
    )
}
