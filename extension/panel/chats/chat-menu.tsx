/** What can be done with a chat: a menu as WAI-ARIA has it, in a popover, so that no edge of the list cuts it off. */

import type { RefObject } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import type { ThreadSummary } from "../../wire/wire";
import { Icon, type IconName } from "../view/icon";
import { useDesk } from "../view/use-desk";

export type ChatAction = "pin" | "unpin" | "rename" | "archive" | "unarchive" | "export_markdown" | "export_json" | "delete";

interface MenuProps {
  thread: ThreadSummary;
  anchor: RefObject<HTMLElement | null>;
  label: string;
  onAction: (action: ChatAction) => void;
  onClose: () => void;
}

const ICONS: Readonly<Record<ChatAction, IconName>> = {
  pin: "pin", unpin: "pin", rename: "pen", archive: "box", unarchive: "box", export_markdown: "save", export_json: "save", delete: "bin",
};

export function ChatMenu({ thread, anchor, label, onAction, onClose }: MenuProps) {
  const speech = useDesk().speech.value;
  const menu = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const box = menu.current;
    if (box === null) return;
    box.showPopover();
    place(box, anchor.current);
    items(box)[0]?.focus();
  }, []);
  const leave = () => {
    anchor.current?.focus();
    onClose();
  };
  const onKeyDown = (e: KeyboardEvent) => {
    const all = items(menu.current);
    const at = all.findIndex((item) => item === document.activeElement);
    const to = (index: number) => all.at(index % all.length)?.focus();
    switch (e.key) {
      case "ArrowDown":
        to(at + 1);
        break;
      case "ArrowUp":
        to(at - 1);
        break;
      case "Home":
        to(0);
        break;
      case "End":
        to(-1);
        break;
      case "Escape":
      case "Tab":
        leave();
        break;
      default:
        return;
    }
    e.preventDefault();
    e.stopPropagation();
  };
  const actions: readonly ChatAction[] = [
    thread.pinned === true ? "unpin" : "pin", "rename", thread.archived === true ? "unarchive" : "archive", "export_markdown", "export_json", "delete",
  ];
  return (
    <div class="menu" ref={menu} role="menu" aria-label={label} popover="auto" onKeyDown={onKeyDown}
      onToggle={(e) => {
        if (e.newState === "closed") onClose();
      }}>
      {actions.map((action) => (
        <button key={action} type="button" role="menuitem" tabIndex={-1} class={action === "delete" ? "is-danger" : undefined} onClick={() => {
          // Rows stay where they are for most of these, and so does the keyboard.
          anchor.current?.focus();
          onAction(action);
        }}>
          <Icon name={ICONS[action]} /> {speech.say(`chats.${action}`)}
        </button>
      ))}
    </div>
  );
}

function items(box: HTMLElement | null): readonly HTMLElement[] {
  return [...(box?.querySelectorAll<HTMLElement>("[role=menuitem]") ?? [])];
}

/** Below its button, or above where there is no room; set through the CSSOM, as the page's policy allows no style attribute. */
function place(box: HTMLElement, anchor: HTMLElement | null): void {
  if (anchor === null) return;
  const [at, size] = [anchor.getBoundingClientRect(), box.getBoundingClientRect()];
  const below = at.bottom + 4;
  box.style.top = `${Math.max(4, below + size.height <= innerHeight - 4 ? below : at.top - size.height - 4)}px`;
  box.style.left = `${Math.max(4, Math.min(at.right, innerWidth - 4) - size.width)}px`;
}
