/** Which fields hold something that no model may read: passwords, one-time codes, card numbers. */

import { attribute, isInput, isTextArea, labelsOf, styleOf } from "./dom.ts";
import { kindOfInput } from "./role.ts";

const AUTOCOMPLETE = /(^|\s)(current-password|new-password|one-time-code|cc-(number|csc|exp|exp-month|exp-year|name))(\s|$)/;
const WORDS =
  /pass(word|wd|phrase|code)|\bpwd\b|\bpin\b|\bcvv2?\b|\bcvc2?\b|\bcsc\b|security code|one.?time|\botp\b|card.?(no|num|number)|secret|密码|口令|验证码|卡号/i;

export function isSecret(of: Element): boolean {
  if (!isInput(of) && !isTextArea(of)) return false;
  const kind = isInput(of) ? kindOfInput(of) : "text";
  if (kind === "password") return true;
  if (!["text", "tel", "number"].includes(kind)) return false;
  if (AUTOCOMPLETE.test((attribute(of, "autocomplete") ?? "").toLowerCase())) return true;
  const words = [attribute(of, "name"), attribute(of, "id"), attribute(of, "placeholder"), attribute(of, "aria-label")];
  for (const label of labelsOf(of).slice(0, 3)) words.push((label.textContent ?? "").slice(0, 120));
  if (words.some((word) => word !== null && WORDS.test(word.slice(0, 120).replace(/([a-z])([A-Z])/g, "$1 $2")))) return true;
  const drawn = styleOf(of).getPropertyValue("-webkit-text-security");
  return drawn !== "" && drawn !== "none";
}
