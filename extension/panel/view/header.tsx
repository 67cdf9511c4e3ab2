/** The title of the open chat, which opens the list of chats, and two doors: a new chat and the settings. */

import { useDesk } from "./use-desk";
import { Icon } from "./icon";

export function Header({ onChats, chats }: { onChats: () => void; chats: "as dialog" | "as column" }) {
  const desk = useDesk();
  const speech = desk.speech.value;
  const { open, threads } = desk.state.value;
  const title = threads.find((t) => t.id === open.id)?.title || speech.say("header.untitled");
  return (
    <header class="header">
      {chats === "as column" ? null : (
        <button type="button" class="icon-button" aria-label={speech.say("header.chats")} aria-haspopup="dialog" onClick={onChats}>
          <Icon name="list" />
        </button>
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
