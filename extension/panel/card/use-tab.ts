/** A card's tab, brought in front by a press: of one that is closed by then, a card that outlived it says so. */

import { useState } from "preact/hooks";
import type { TabRef } from "../../wire/wire";
import { useDesk } from "../view/use-desk";

export function useTab(tab: TabRef): { show: () => void; isClosed: boolean } {
  const desk = useDesk();
  const [closed, setClosed] = useState<TabRef["id"] | null>(null);
  const show = () => {
    void desk.browser.showTab(tab).then((isThere) => setClosed(isThere ? null : tab.id));
  };
  return { show, isClosed: closed === tab.id };
}
