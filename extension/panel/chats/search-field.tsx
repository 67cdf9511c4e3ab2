/** The box over the list. Escape empties it before it closes anything. */

import { useId } from "preact/hooks";
import { isComposing } from "../card/typist";
import { Icon } from "../view/icon";
import { useDesk } from "../view/use-desk";
import type { Finder } from "./finder";

export function SearchField({ finder }: { finder: Finder }) {
  const speech = useDesk().speech.value;
  const id = useId();
  const onKeyDown = (e: KeyboardEvent) => {
    if (isComposing(e) || e.key !== "Escape" || finder.query.value === "") return;
    e.preventDefault();
    e.stopPropagation();
    finder.write("");
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
