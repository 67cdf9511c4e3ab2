/** Where in an excerpt of a search lies what was looked for. The engine gives text around a match; the mark is made here. */

export interface Stretch {
  readonly text: string;
  readonly is: "match" | "plain";
}

export function stretches(excerpt: string, query: string): readonly Stretch[] {
  const words = query.trim().split(/\s+/).filter((word) => word !== "");
  if (words.length === 0) return excerpt === "" ? [] : [{ text: excerpt, is: "plain" }];
  // The whole phrase first: its words alone are marked only where it does not stand.
  const phrase = words.map(literally).join(String.raw`\s+`);
  const found = cut(excerpt, phrase);
  return found.some((s) => s.is === "match") || words.length === 1 ? found : cut(excerpt, words.map(literally).join("|"));
}

function cut(text: string, pattern: string): readonly Stretch[] {
  return text
    .split(new RegExp(`(${pattern})`, "giu"))
    .map((part, index): Stretch => ({ text: part, is: index % 2 === 1 ? "match" : "plain" }))
    .filter((part) => part.text !== "");
}

function literally(word: string): string {
  return word.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);
}
