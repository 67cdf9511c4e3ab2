/** The title of the open chat, which opens the list of chats, and two doors: a new chat and the settings. */

import { calling } from "../chats/shelves";
import { useDesk } from "./use-desk";
import { Icon } from "./icon";

export function Header({ onChats, chats }: { onChats: () => void; chats: "as dialog" | "as column" }) {
  const desk = useDesk();
  const speech = desk.speech.value;
  const { open, threads } = desk.state.value;
  const title = threads.find((t) => t.id === open.id)?.title || speech.say("header.untitled");
  const mark = calling(threads.filter((t) => t.id !== open.id), desk.chats.unread.ids);
  return (
    <header class="header">
      {chats === "as column" ? null : (
        <>
          <button type="button" class={mark === null ? "icon-button" : `icon-button header-mark is-${mark}`} aria-label={speech.say("header.chats")}
            aria-describedby={mark === null ? undefined : "chats-mark"} aria-haspopup="dialog" onClick={onChats}>
            <Icon name="list" />
          </button>
          {mark === null ? null : <span class="sr" id="chats-mark">{speech.say(`header.chats_${mark}`)}</span>}
        </>
      )}
      <h1 class="header-title" title={title}>{title}</h1>
      <button type="button" class="icon-button" aria-label={speech.say("header.new")} onClick={() => desk.newThread()}>
        <Icon name="plus" />
      </button>
      <button type="button" class="icon-button" aria-label={speech.say("header.settings")} onClick={() => desk.browser.openSettings()}>
        <Icon name="gear" />
      </button>
    </header>
  );
}
