/** The panel from top to bottom. Keys that belong to no control are handled here. */

import { useCallback, useEffect, useState } from "preact/hooks";
import { DropZone } from "../attach/drop-zone";
import { PreviewSlot } from "../attach/preview-slot";
import { DecisionSlot } from "../card/decision-slot";
import { isComposing } from "../card/typist";
import { ChatsColumn, ChatsDialog } from "../chats/chats";
import { Composer } from "./composer";
import type { Desk } from "./desk";
import { Header } from "./header";
import { PlanView } from "./plan-view";
import { QueueDock } from "./queue-dock";
import { LinkNotice, RunStrip } from "./strip";
import { Transcript } from "./transcript";
import { changePane, closeTopLayer, DeskContext } from "./use-desk";

/** From here on the list of chats has a column of its own. */
const WIDE = "(min-width: 720px)";

export function App({ desk }: { desk: Desk }) {
  const isWide = useMedia(WIDE);
  const [isListing, setListing] = useState(false);
  const close = useCallback(() => setListing(false), []);
  useEffect(() => {
    const onKeyDown = (e: KeyboardEvent) => {
      // An open dialog is modal and takes its own Escape.
      if (isComposing(e) || e.defaultPrevented || document.querySelector("dialog[open]") !== null) return;
      switch (e.key) {
        case "Escape":
          e.preventDefault();
          if (closeTopLayer() === "nothing open") desk.interrupt();
          return;
        case "F6":
          e.preventDefault();
          changePane();
          return;
      }
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, [desk]);
  return (
    <DeskContext.Provider value={desk}>
      {isWide ? <ChatsColumn /> : null}
      <div class="panel">
        <Header chats={isWide ? "as column" : "as dialog"} onChats={() => setListing(true)} />
        <div class="strips"><LinkNotice /><RunStrip /><PlanView /></div>
        <Transcript />
        <div class="decision"><DecisionSlot /></div>
        <QueueDock />
        <Composer />
      </div>
      {isListing && !isWide ? <ChatsDialog onClose={close} /> : null}
      <PreviewSlot />
      <DropZone />
      <Live desk={desk} />
    </DeskContext.Provider>
  );
}

function Live({ desk }: { desk: Desk }) {
  return (
    <>
      <div class="sr" role="status" aria-live="polite">{desk.polite.value}</div>
      <div class="sr" role="alert">{desk.urgent.value}</div>
    </>
  );
}

function useMedia(query: string): boolean {
  const [isMatch, setMatch] = useState(() => matchMedia(query).matches);
  useEffect(() => {
    const list = matchMedia(query);
    const changed = () => setMatch(list.matches);
    changed();
    list.addEventListener("change", changed);
    return () => list.removeEventListener("change", changed);
  }, [query]);
  return isMatch;
}
