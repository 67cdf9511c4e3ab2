/** Where the passphrase is entered, in the panel and in the settings. A wrong one says so and costs nothing. */

import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import type { RefusalCode, Secret } from "../../wire/wire";
import { SecretField } from "./secret-field";
import type { Tell } from "./words";

interface UnlockFormProps {
  tell: Tell;
  /** Null once they are unlocked. */
  unlock: (passphrase: Secret) => Promise<RefusalCode | null>;
  /** What else may be done. */
  children?: ComponentChildren;
}

export function UnlockForm({ tell, unlock, children }: UnlockFormProps) {
  const [typed, setTyped] = useState("");
  const [complaint, setComplaint] = useState<string | null>(null);
  const [isAsking, setAsking] = useState(false);
  const submit = async () => {
    if (typed === "" || isAsking) return;
    setAsking(true);
    const refused = await unlock(typed);
    setAsking(false);
    setComplaint(refused === null ? null : tell(refused === "wrong_passphrase" ? "wrong" : "failed"));
    setTyped("");
  };
  return (
    <form class="unlock" noValidate onSubmit={(e) => {
      e.preventDefault();
      void submit();
    }}>
      <SecretField label={tell("unlock.field")} hint={tell("unlock.hint")} value={typed} complaint={complaint} purpose="current-password"
        onValue={(value) => {
          setTyped(value);
          setComplaint(null);
        }} />
      <div class="row">
        <button type="submit" class="button is-primary" aria-disabled={isAsking}>{tell("unlock.button")}</button>
        {children}
      </div>
    </form>
  );
}
