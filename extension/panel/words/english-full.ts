/** English words for a window that is full, and for what goes out of the model's view before. */

export const englishFull = {
  "full.title": "The model's window is full: ~{percent} %",
  "full.by": "~{used} of {room} tokens. Most of it: {list}.",
  "full.continue": "What was done so far stays. Continue takes results out of the model's view; it can read each of them back.",
  "full.no_use": "What was done so far stays. Continue helps only with a larger window: what fills this one is never taken out of view.",
  "full.copy": "A new chat holds the same messages; its model begins with notes on them, so there is room.",
  "full.no_copy": "A new chat would not help: instructions and tools alone nearly fill this window.",
  "full.wider_text": "If the model can hold more, write that down at its connection, then continue. The task keeps its model; another one joins with a new chat.",
  "full.go_on": "Continue",
  "full.new_chat": "New chat from here",
  "full.wider": "Use a larger window",
  "full.draft": "Go on from here.",
  "full.left_none": "Use a larger window or go on in a new chat: what fills this one is never taken out of view.",
  "say.full": "Paused. The model's window is ~{percent} % full. You can continue, go on in a new chat or use a larger window.",
  "remark.carried": "This chat goes on from the other one; its model begins with notes on it. The other one stays as it was.",
  "notice.context_masked": "From here on older results are out of the model's view; it can read them back.",
  "notice.context_compacted": "From here on the model sees notes on what came before.",
} as const;
