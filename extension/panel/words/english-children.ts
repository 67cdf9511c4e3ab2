/** Delegated tasks, in English. */

export const englishChildren = {
  "verb.delegate": "Delegate to",
  "ask.delegate": "Let a delegated task act on pages?",
  "child.steps": "Steps of the {role}",
  "child.stop": "Stop this part",
  "child.asks": "Delegated: {role}",
  "notice.last_reply": "This part has one reply left and closes with what it has found.",
  "tool.delegate_failed": "The delegated task did not come to its end.",
} as const;
