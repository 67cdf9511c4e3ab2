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
  "context.summary": "Notes on earlier steps",
  "context.notes": "What was told besides",
  "context.part": "~{n}",

  "settings.saving": "Room in the context",
  "saving.normal": "When it is needed",
  "saving.normal_text": "From 60 % on old results go; from 80 % on notes are written.",
  "saving.saver": "Early, to save tokens",
  "saving.saver_text": "From 45 % and 70 % on. Each call costs less, and the model sees less of what came before.",
} as const;
