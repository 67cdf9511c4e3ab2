/** A task waits for the keys. Once they are unlocked it goes on by itself, here and everywhere else. */

import { useId } from "preact/hooks";
import { Icon } from "../view/icon";
import { CARD, useDesk } from "../view/use-desk";
import { UnlockForm } from "./unlock-form";
import { telling } from "./words";

export function UnlockCard() {
  const desk = useDesk();
  const tell = telling(desk.speech.value.tongue);
  const titleId = useId();
  return (
    <section class="card" id={CARD} tabIndex={-1} aria-labelledby={titleId} aria-keyshortcuts="F6">
      <h2 id={titleId}><Icon name="warn" /> {tell("card.title")}</h2>
      <div class="card-body"><p>{tell("card.text")}</p></div>
      <UnlockForm tell={tell} unlock={async (passphrase) => {
        const answer = await desk.ask({ type: "vault.unlock", passphrase });
        return answer.type === "command.rejected" ? answer.refusal.code : null;
      }}>
        <button type="button" class="button" onClick={() => desk.browser.openSettings(PASSPHRASE)}>{tell("card.forgotten")}</button>
      </UnlockForm>
    </section>
  );
}

/** The place on the settings page. */
const PASSPHRASE = "passphrase";
