/** The passphrase over all keys: set, enter, change, remove, and the way on for whoever has forgotten it. */

import { useState } from "preact/hooks";
import { UnlockForm } from "../panel/unlock/unlock-form";
import { SecretField } from "../panel/unlock/secret-field";
import { type Tell, telling } from "../panel/unlock/words";
import type { KeyLock, RefusalCode } from "../wire/wire";
import { Section } from "./section";
import { useRegistry } from "./use-registry";

/** As the engine takes them, in characters. */
const LEAST = 8;
const MOST = 1_000;

type Wish = "set" | "change" | "remove";

export function Passphrase() {
  const registry = useRegistry();
  const tell = telling(registry.speech.value.tongue);
  const lock = registry.keys.value;
  const [wish, setWish] = useState<Wish | null>(null);
  const [done, setDone] = useState<string | null>(null);
  const begin = (next: Wish) => {
    setDone(null);
    setWish(next);
  };
  return (
    <Section id="passphrase" title={registry.speech.value.say("settings.passphrase")} text={tell("text")}>
      <p>{tell(lock)}</p>
      {lock === "locked" ? <UnlockForm tell={tell} unlock={async (passphrase) => codeOf(await registry.unlock(passphrase))} /> : null}
      {lock === "locked" || wish !== null ? null : (
        <div class="row">
          {WISHES[lock].map((offered) => <button key={offered} type="button" class="button" onClick={() => begin(offered)}>{tell(offered)}</button>)}
          {lock === "open" ? <button type="button" class="button" onClick={() => void registry.lock()}>{tell("lock")}</button> : null}
        </div>
      )}
      {wish === null || lock === "locked" ? null : (
        <WishForm key={wish} wish={wish} tell={tell} onDone={(outcome) => {
          setWish(null);
          setDone(outcome);
        }} />
      )}
      {done === null ? null : <p role="status">{done}</p>}
      <Forget tell={tell} />
    </Section>
  );
}

const WISHES: Readonly<Record<KeyLock, readonly Wish[]>> = { none: ["set"], open: ["change", "remove"], locked: [] };

function WishForm({ wish, tell, onDone }: { wish: Wish; tell: Tell; onDone: (outcome: string | null) => void }) {
  const registry = useRegistry();
  const [current, setCurrent] = useState("");
  const [next, setNext] = useState("");
  const [again, setAgain] = useState("");
  const [wrong, setWrong] = useState<string | null>(null);
  const [isChecked, setChecked] = useState(false);
  const unfit = wish === "remove" ? null : unfitness(next, tell);
  const differs = wish !== "remove" && next !== again ? tell("differs") : null;
  const submit = async () => {
    setChecked(true);
    if (unfit !== null || differs !== null) return;
    const refused = codeOf(await registry.setPassphrase(wish === "set" ? null : current, wish === "remove" ? null : next));
    if (refused === null) onDone(tell(wish === "remove" ? "done_removed" : "done_set"));
    else setWrong(tell(refused === "wrong_passphrase" ? "wrong" : "failed"));
  };
  return (
    <form class="passphrase-form" aria-labelledby="passphrase" noValidate onSubmit={(e) => {
      e.preventDefault();
      void submit();
    }}>
      {wish === "set" ? null : (
        <SecretField label={tell("current")} hint={tell("current_hint")} value={current} complaint={wrong} purpose="current-password"
          onValue={(value) => {
            setCurrent(value);
            setWrong(null);
          }} />
      )}
      {wish === "remove" ? null : (
        <>
          <SecretField label={tell("new")} hint={tell("new_hint", { least: LEAST })} value={next} complaint={isChecked ? unfit : null}
            purpose="new-password" onValue={setNext} />
          <SecretField label={tell("again")} hint={tell("again_hint")} value={again} complaint={isChecked ? differs : null}
            purpose="new-password" onValue={setAgain} />
        </>
      )}
      {wish === "set" && wrong !== null ? <p class="hint is-bad" role="alert">{wrong}</p> : null}
      <div class="row">
        <button type="submit" class="button is-primary">{tell(wish)}</button>
        <button type="button" class="button" onClick={() => onDone(null)}>{registry.speech.value.say("form.cancel")}</button>
      </div>
    </form>
  );
}

function unfitness(passphrase: string, tell: Tell): string | null {
  const { length } = [...passphrase];
  if (length < LEAST) return tell("too_short", { least: LEAST });
  return length > MOST ? tell("too_long", { most: MOST }) : null;
}

/** It cannot be taken back, so it is asked about in its place. */
function Forget({ tell }: { tell: Tell }) {
  const registry = useRegistry();
  const [isSure, ask] = useState(false);
  const [isDone, setDone] = useState(false);
  if (!isSure) {
    return (
      <div class="row">
        <button type="button" class="quiet" onClick={() => ask(true)}>{tell("forget")}</button>
        {isDone ? <span role="status">{tell("done_forgotten")}</span> : null}
      </div>
    );
  }
  return (
    <div role="group" aria-label={tell("forget_yes")}>
      <p>{tell("forget_ask")}</p>
      <div class="row">
        <button type="button" class="button is-danger" onClick={() => {
          void registry.forgetKeys().then((outcome) => setDone(outcome.type === "done"));
          ask(false);
        }}>
          {tell("forget_yes")}
        </button>
        <button type="button" class="button" onClick={() => ask(false)}>{tell("forget_no")}</button>
      </div>
    </div>
  );
}

function codeOf(outcome: { type: "done" } | { type: "refused"; refusal: { code: RefusalCode } }): RefusalCode | null {
  return outcome.type === "refused" ? outcome.refusal.code : null;
}
