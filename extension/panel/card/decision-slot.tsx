/** The one place where the person decides: at most one card at a time, the oldest question first. */

import type { Interaction } from "../../wire/wire";
import { useDesk } from "../view/use-desk";
import { lazily } from "../view/lazily";
import { ApprovalCard } from "./approval-card";
import type { Halt } from "./limit";
import { LimitCard } from "./limit-card";
import { QuestionCard } from "./question-card";
import { RecoveryCard } from "./recovery-card";
import { TakeOverCard } from "./take-over-card";
import { TimerCard } from "./timer-card";
import { WatchCard } from "./watch-card";

const UnlockCard = lazily(async () => (await import("../unlock/unlock-card")).UnlockCard);
const TakenOverCard = lazily(async () => (await import("./taken-over-card")).TakenOverCard);
const FullCard = lazily(async () => (await import("./full-card")).FullCard);

export function DecisionSlot() {
  const desk = useDesk();
  const approvals = desk.approvals.value;
  // An answer on its way takes its card away; a refused one brings it back.
  const answered = new Set([...desk.sent.value.values()].map((body) => {
    if (body.type === "approval.respond") return body.approval;
    return body.type === "interaction.respond" ? body.interaction : null;
  }));
  const waiting = approvals.filter((a) => !answered.has(a.id));
  const [first] = waiting;
  const interaction = desk.interactions.value.find((i) => !answered.has(i.id));
  const loss = desk.family.loss.value;
  const paused = desk.pause.value;
  if (first !== undefined) return <ApprovalCard key={first.id} approval={first} place={{ n: 1, of: waiting.length }} />;
  if (interaction !== undefined) return <WaitCard key={interaction.id} interaction={interaction} />;
  if (loss !== null) return <RecoveryCard key={loss.run.uncertain} loss={loss} />;
  if (desk.family.isLocked.value) return <UnlockCard />;
  if (paused?.word === "none") return <PauseCard key={paused.pause.id} halt={paused} />;
  return null;
}

function PauseCard({ halt }: { halt: Halt }) {
  switch (halt.at) {
    case "limit":
      return <LimitCard pause={halt.pause} />;
    case "takeover":
      return <TakenOverCard taken={halt.pause} />;
    case "full":
      return <FullCard full={halt.pause} />;
  }
}

function WaitCard({ interaction }: { interaction: Interaction }) {
  const { wait } = interaction;
  switch (wait.type) {
    case "question":
      return <QuestionCard interaction={interaction} question={wait} />;
    case "until":
      return <TimerCard interaction={interaction} timer={wait} />;
    case "action":
      return <TakeOverCard interaction={interaction} action={wait} />;
    case "watch":
      return <WatchCard interaction={interaction} watch={wait.watch} />;
  }
}
