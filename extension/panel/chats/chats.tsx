/** Where the list of chats stands: in a modal dialog in a narrow panel, in a column beside the chat in a wide one. */

import { useEffect, useRef } from "preact/hooks";
import { Icon } from "../view/icon";
import { lazily } from "../view/lazily";
import { useDesk } from "../view/use-desk";

/** Most panels are narrow, and most of the time their list is shut. */
const ChatList = lazily(async () => (await import("./chat-list")).ChatList);

export function ChatsDialog({ onClose }: { onClose: () => void }) {
  const speech = useDesk().speech.value;
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog class="chats-dialog" ref={dialog} aria-labelledby="chats-title" onClose={onClose}
      onClick={(e) => {
        // Beside the list is the backdrop.
        if (e.target === dialog.current) dialog.current?.close();
      }}>
      <div class="chats">
        <div class="chats-head">
          <h2 id="chats-title">{speech.say("chats.title")}</h2>
          <button type="button" class="icon-button" aria-label={speech.say("chats.close")} onClick={() => dialog.current?.close()}>
            <Icon name="failed" />
          </button>
        </div>
        <ChatList onChosen={() => dialog.current?.close()} />
      </div>
    </dialog>
  );
}

export function ChatsColumn() {
  const speech = useDesk().speech.value;
  return (
    <nav class="chats chats-column" aria-labelledby="chats-title">
      <div class="chats-head"><h2 id="chats-title">{speech.say("chats.title")}</h2></div>
      <ChatList onChosen={() => undefined} />
    </nav>
  );
}
