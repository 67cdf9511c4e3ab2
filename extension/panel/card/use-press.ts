/**
 * Presses on a card that stands for `what`: they count once it has rested, so that it cannot appear under a finger that is
 * already falling. What they did is done, and the focus goes back to the message.
 */

import { useMemo } from "preact/hooks";
import { focusComposer } from "../view/use-desk";
import { pressCounts } from "./typist";

export function usePress(what: string | undefined): (act: () => void) => () => void {
  const shownAt = useMemo(() => performance.now(), [what]);
  return (act) => () => {
    if (!pressCounts(performance.now() - shownAt)) return;
    act();
    focusComposer();
  };
}
