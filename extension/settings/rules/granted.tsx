/** Sites that Chrome has opened to the extension, as Chrome tells it. Taking one back holds before the next step of any task. */

import { useEffect, useState } from "preact/hooks";
import { useRegistry } from "../use-registry";

export function Granted() {
  const registry = useRegistry();
  const speech = registry.speech.value;
  const { browser } = registry;
  const [sites, setSites] = useState<readonly string[]>([]);
  const [isSure, setSure] = useState(false);
  const look = () => void browser.grantedOrigins().then(setSites, () => undefined);
  useEffect(look, []);
  const revoke = (patterns: readonly string[]) => void browser.removeOrigins([...patterns]).then(look, look);
  const revokeAll = () => {
    if (!isSure) return setSure(true);
    setSure(false);
    revoke(sites);
    for (const rule of registry.rules.value ?? []) if (rule.verdict === "allow") void registry.deleteRule(rule);
  };
  return (
    <div class="rules-part">
      <h3 id="granted">{speech.say("granted.title")}</h3>
      <p class="hint">{speech.say("granted.text")}</p>
      {sites.length === 0 ? <p>{speech.say("granted.none")}</p> : (
        <ul class="cards" aria-labelledby="granted">
          {sites.map((site) => (
            <li key={site} class="entry row">
              <span class="rule-site">{site}</span>
              <button type="button" class="quiet" aria-label={speech.say("granted.revoke_one", { site })} onClick={() => revoke([site])}>{speech.say("granted.revoke")}</button>
            </li>
          ))}
        </ul>
      )}
      <button type="button" class="button is-danger" onClick={revokeAll}>{speech.say(isSure ? "granted.sure" : "granted.revoke_all")}</button>
    </div>
  );
}
