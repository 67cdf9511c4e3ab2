/** What a plan says, in short. */

import type { Plan, PlanStep } from "../../wire/wire";

export function doneIn(plan: Plan): number {
  return plan.steps.filter((step) => step.status === "done").length;
}

/** The step that is worked on, or else the first that is still to be done. */
export function underWay(plan: Plan): PlanStep | null {
  return plan.steps.find((step) => step.status === "in_progress") ?? plan.steps.find((step) => step.status === "pending") ?? null;
}

export function isOver(plan: Plan): boolean {
  return underWay(plan) === null;
}
