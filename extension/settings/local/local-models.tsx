/** A search for servers of local models. It asks nobody until it is pressed, and each that it finds is one press away from use. */

import { useMemo, useState } from "preact/hooks";
import type { ConnectionDraft } from "../../wire/wire";
import { randomId } from "../../panel/link/ids";
import { useRegistry } from "../use-registry";
import { CANDIDATES, PATTERN } from "./candidates";
import { type Found, look } from "./look";
import { type Tell, telling } from "./words";

/** Names of models that are told of each server. */
const NAMED = 5;

type Search = "not yet" | "looking" | "refused" | "done";

export function LocalModels() {
  const registry = useRegistry();
  const speech = registry.speech.value;
  const tell = useMemo(() => telling(speech.tongue), [speech.tongue]);
  const [search, setSearch] = useState<Search>("not yet");
  const [found, setFound] = useState<readonly Found[]>([]);
  const start = () => {
    const granted = registry.granted(PATTERN);
    setSearch("looking");
    setFound([]);
    void granted.then(async (isGranted) => {
      if (!isGranted) return setSearch("refused");
      await Promise.all(CANDIDATES.map(async (candidate) => {
        const one = await look(candidate, randomId("c"), (endpoint) => registry.models({ type: "draft", endpoint }));
        if (one !== null) setFound((before) => [...before, one]);
      }));
      setSearch("done");
    });
  };
  return (
    <div class="local">
      <button type="button" class="button" aria-describedby="local-hint" disabled={search === "looking"} onClick={start}>
        {tell(search === "looking" ? "looking" : "look")}
      </button>
      <p id="local-hint" class="hint">{tell("hint")}</p>
      <ul class="cards" aria-label={tell("look")}>{found.map((one) => <Hit key={addressIn(one)} found={one} tell={tell} />)}</ul>
      <p role="status" class="hint">{search === "refused" ? tell("refused") : search === "done" && found.length === 0 ? tell("none") : ""}</p>
    </div>
  );
}

function addressIn(found: Found): string {
  return found.is === "ready" ? found.draft.base_url : found.address;
}

function Hit({ found, tell }: { found: Found; tell: Tell }) {
  const registry = useRegistry();
  const [isAdded, setAdded] = useState(false);
  if (found.is === "locked") return <li class="entry">{tell("locked", { name: found.name, address: found.address })}</li>;
  const { draft } = found;
  const { name, base_url: address } = draft;
  if (isAdded) return <li class="entry" role="status">{tell("added", { name })}</li>;
  if (registry.connections.value?.some((known) => known.base_url === address)) return <li class="entry">{tell("known", { name, address })}</li>;
  const add = () => void registry.save(draft).then((outcome) => setAdded(outcome.type === "done"));
  return (
    <li class="entry">
      <p>{tell("found", { name, address, models: namesOf(draft, tell) })}</p>
      <div class="row"><button type="button" class="button is-primary" aria-label={tell("add_one", { name })} onClick={add}>{tell("add")}</button></div>
    </li>
  );
}

function namesOf({ models }: ConnectionDraft, tell: Tell): string {
  const names = models.slice(0, NAMED).map(({ id }) => id).join(", ");
  return models.length > NAMED ? tell("more", { models: names, n: models.length - NAMED }) : names;
}
