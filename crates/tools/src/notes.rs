//! Arguments of the tools that keep something of our own: the plan of a conversation, files written into it, and what is remembered
//! beyond it. The engine carries them out by itself, in the commit of the reply that asked for them.

use crate::argument::{Argument, Arguments as _, Shape, arguments, choice};
use fairlead_protocol::plan::{PlanStatus, PlanStep};
use serde_json::Value;

arguments!(PlanUpdate {
    "steps" steps: Vec<PlanStep> = "All steps in order, 12 at most, one of them in_progress at most. Short, in the person's language.",
});

arguments!(Remember {
    "text" text: String = "One fact in one short sentence that makes sense by itself.",
    "topic" topic: Option<String> = "One or two words to find it by.",
});

arguments!(Recall {
    "query" query: String = "Words that it may contain, in the language it was said in.",
});

arguments!(Forget {
    "id" id: String = "Its id, as a note or recall named it.",
});

arguments!(Artifact {
    "name" name: String = "File name with its ending, such as prices.csv.",
    "content" content: String as Prose = "The whole text of the file.",
    "media_type" media_type: Option<String> = "text/plain if left out; text, JSON, XML or YAML.",
});

arguments!(StepOfPlan {
    "text" text: String = "What is done in this step.",
    "status" status: PlanStatus = "pending if left out.",
});

choice!(PlanStatus, "`pending`, `in_progress`, `done` or `dropped`",
    "pending" => PlanStatus::Pending, "in_progress" => PlanStatus::InProgress,
    "done" => PlanStatus::Done, "dropped" => PlanStatus::Dropped);

impl Argument for Vec<PlanStep> {
    const EXPECTED: &'static str =
        "a list of steps, each {\"text\": …, \"status\": pending | in_progress | done | dropped}";
    const SHAPE: Shape = Shape::Objects(StepOfPlan::FIELDS);
    fn read(value: &Value) -> Option<Self> {
        let steps = value.as_array().filter(|steps| !steps.is_empty())?;
        steps
            .iter()
            .map(|step| {
                let StepOfPlan { text, status } = StepOfPlan::parse(step).ok()?;
                Some(PlanStep { text, status })
            })
            .collect()
    }
}
