/** English words for plans, for what is remembered, and for the person's own instructions. */

export const englishNotes = {
  "plan.title": "Plan",
  "plan.progress": "{done} of {n}",
  "plan.over": "Plan finished",
  "plan.pending": "to do",
  "plan.in_progress": "under way",
  "plan.done": "done",
  "plan.dropped": "dropped",
  "say.plan": "Plan: {done} of {n} done. {step}",
  "memory.forget": "Forget this",
  "memory.forgotten": "Forgotten",
  "refresh.tell": "Tell it what changed",
  "refresh.tip": "Your instructions, notes and tab as they are now join this task at its next step",

  "verb.plan_update": "Plan",
  "verb.remember": "Remember:",
  "verb.recall": "Look in notes for",
  "verb.forget": "Forget a note",
  "ask.remember": "Remember this for later chats?",
  "ask.forget": "Forget this note?",
  "notice.context_refreshed": "The task was told what has changed.",

  "memory.delete": "Delete",
  "memory.clear": "Delete all",
} as const;
