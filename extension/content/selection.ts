/** `get_selection`: what the person has marked, in the page or in a field that is no secret. */

import { EXTRACT_CHARS } from "./caps.ts";
import { focused, isInput, isTextArea } from "./dom.ts";
import { describe } from "./hit.ts";
import { isSecret } from "./secret.ts";
import { shorten, withoutInvisible } from "./text.ts";

export function selection(): string {
  const field = focused();
  if (field && (isInput(field) || isTextArea(field)) && !isSecret(field)) {
    const marked = field.value.slice(field.selectionStart ?? 0, field.selectionEnd ?? 0);
    if (marked !== "") return `Selected in ${describe(field)}:\n${shown(marked)}`;
  }
  const own = field?.ownerDocument ?? document;
  const text = (own.getSelection()?.toString() ?? "") || (document.getSelection()?.toString() ?? "");
  return text.trim() === "" ? "Nothing is selected in the page." : `Selected in the page:\n${shown(text)}`;
}

function shown(text: string): string {
  return shorten(withoutInvisible(text).trim(), EXTRACT_CHARS);
}
