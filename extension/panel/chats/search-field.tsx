/** The box over the list. Escape empties it before it closes anything; Down leads into what was found. */

import { useId } from "preact/hooks";
import { isComposing } from "../card/typist";
import { Icon } from "../view/icon";
import { useDesk } from "../view/use-desk";
import type { Finder } from "./finder";

export function SearchField({ finder }: { finder: Finder }) {
  const speech = useDesk().speech.value;
  const id = useId();
  const onKeyDown = (e: KeyboardEvent & { currentTarget: HTMLInputElement }) => {
    if (isComposing(e)) return;
    switch (e.key) {
      case "Escape":
        if (finder.query.value === "") return;
        e.preventDefault();
        e.stopPropagation();
        finder.write("");
        return;
      case "ArrowDown": {
        const first = e.currentTarget.closest(".chats-body")?.querySelector<HTMLElement>(".hit, .chat-open") ?? null;
        if (first === null) return;
        e.preventDefault();
        first.focus();
        return;
      }
    }
  };
  return (
    <div class="search" role="search">
      <label class="sr" for={id}>{speech.say("search.label")}</label>
      <Icon name="search" />
      <input id={id} type="search" autoComplete="off" spellcheck={false} placeholder={speech.say("search.hint")} value={finder.query.value}
        onInput={(e) => finder.write(e.currentTarget.value)} onKeyDown={onKeyDown} />
    </div>
  );
}
