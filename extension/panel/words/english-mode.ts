/** English words for what a chat does otherwise than the settings say. */

export const englishMode = {
  "mode.label": "For this chat",
  "mode.changed.one": "For this chat: {n} choice of its own",
  "mode.changed.other": "For this chat: {n} choices of its own",
  "mode.text": "Holds for the next tasks of this chat. A task that runs keeps what it began with.",
  "mode.model": "Model",
  "mode.gone": "A model that was removed",
  "mode.usual": "As in the settings: {usual}",
};
