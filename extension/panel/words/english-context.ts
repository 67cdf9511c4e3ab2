/** English words for what fills a model's window, and for how room is made in it. */

export const englishContext = {
  "context.label": "Context, ~{percent} % full",
  "context.title": "Context of the model",
  "context.full": "In use",
  "context.of": "~{used} of {room}",
  "context.prompt": "Instructions",
  "context.tools": "Descriptions of tools",
  "context.messages": "Messages",
  "context.results": "Results of steps",
  "context.notes": "Notes on earlier steps",
  "context.part": "~{n}",


  "form.window": "Context window, tokens",
  "form.window_hint": "How much the model can hold, input and output together. Empty: what is known of a model of this name.",
  "form.window_bad": "A whole number from {least} to {most}, or nothing.",
} as const;
