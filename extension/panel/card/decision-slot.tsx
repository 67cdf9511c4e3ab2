/** The one place where the person decides: at most one card at a time, the oldest question first. */

import { useDesk } from "../view/use-desk";
import { ApprovalCard } from "./approval-card";
import { RecoveryCard } from "./recovery-card";

export function DecisionSlot() {
  const desk = useDesk();
  const approvals = desk.approvals.value;
  const answered = desk.state.value.sent;
  const waiting = approvals.filter((a) => ![...answered.values()].some((b) => b.type === "approval.respond" && b.approval === a.id));
  const [first] = waiting;
  const live = desk.live.value;
  if (first !== undefined) return <ApprovalCard key={first.id} approval={first} place={{ n: 1, of: waiting.length }} />;
  if (live?.state === "paused_uncertain" && live.uncertain) return <RecoveryCard run={live} />;
  return null;
}
