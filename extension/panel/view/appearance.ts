/** Theme and language of the document, as the settings say and the system is. One attribute, so that CSS has one truth. */

import { effect, signal, type ReadonlySignal } from "@preact/signals";
import type { Settings } from "../../wire/wire";
import type { Speech } from "../words/speech";

export function dressDocument(settings: ReadonlySignal<Settings>, speech: ReadonlySignal<Speech>): void {
  const list = matchMedia("(prefers-color-scheme: dark)");
  const isDark = signal(list.matches);
  list.addEventListener("change", () => (isDark.value = list.matches));
  effect(() => {
    const theme = settings.value.theme;
    const root = document.documentElement;
    root.dataset["theme"] = theme === "auto" ? (isDark.value ? "dark" : "light") : theme;
    root.lang = speech.value.tongue;
  });
}
