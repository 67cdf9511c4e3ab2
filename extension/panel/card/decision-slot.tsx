/** The one place where the person decides: at most one card at a time, the oldest question first. */

import { useDesk } from "../view/use-desk";
import { ApprovalCard } from "./approval-card";
import { RecoveryCard } from "./recovery-card";

export function DecisionSlot() {
  const desk = useDesk();
  const approvals = desk.approvals.value;
  // An answer on its way takes its card away; a refused one brings it back.
  const answered = new Set([...desk.sent.value.values()].map((body) => (body.type === "approval.respond" ? body.approval : null)));
  const waiting = approvals.filter((a) => !answered.has(a.id));
  const [first] = waiting;
  const live = desk.live.value;
  if (first !== undefined) return <ApprovalCard key={first.id} approval={first} place={{ n: 1, of: waiting.length }} />;
  if (live?.state === "paused_uncertain" && live.uncertain) return <RecoveryCard run={live} />;
  return null;
}
