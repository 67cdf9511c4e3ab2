/** A card's way to its tab. */

import type { TabRef } from "../../wire/wire";
import { Icon } from "../view/icon";
import { useDesk } from "../view/use-desk";
import type { Key } from "../words/speech";
import { useTab } from "./use-tab";

export function TabLink({ tab, label }: { tab: TabRef; label: Key }) {
  const speech = useDesk().speech.value;
  const { show, isClosed } = useTab(tab);
  return (
    <div class="card-links">
      <button type="button" class="quiet" onClick={show}><Icon name="eye" /> {speech.say(label)}</button>
      <span class="card-why" role="status">{isClosed ? speech.say("card.tab_closed") : ""}</span>
    </div>
  );
}
