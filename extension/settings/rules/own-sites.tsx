/** Sites that the person holds for sensitive, beside those that everybody has: what is done there about reading and about acting. */

import { useState } from "preact/hooks";
import type { Caution, OwnSite } from "../../wire/wire";
import { Field } from "../field";
import { useRegistry } from "../use-registry";

const CAUTIONS = ["ask", "deny"] as const satisfies readonly Caution[];

export function OwnSites() {
  const registry = useRegistry();
  const speech = registry.speech.value;
  const own = registry.settings.value.sensitive_sites ?? [];
  const change = (at: number, change: Partial<OwnSite>) => void registry.change({
    sensitive_sites: own.map((site, index) => (index === at ? { ...site, ...change } : site)),
  });
  const remove = (at: number) => void registry.change({ sensitive_sites: own.filter((_, index) => index !== at) });
  return (
    <div class="rules-part">
      <h3 id="own-sites">{speech.say("own.title")}</h3>
      <p class="hint">{speech.say("own.text")}</p>
      {own.length === 0 ? null : (
        <div class="table" role="group" aria-labelledby="own-sites" tabIndex={0}>
          <table>
            <thead>
              <tr>
                {(["rules.site", "own.reading", "own.writing", "rules.actions"] as const).map((key) => <th key={key} scope="col">{speech.say(key)}</th>)}
              </tr>
            </thead>
            <tbody>
              {own.map(({ site, reading, writing }, at) => (
                <tr key={site}>
                  <td class="rule-site">{site}</td>
                  <td><CautionChoice label={speech.say("own.reading_of", { site })} value={reading} onValue={(reading) => change(at, { reading })} /></td>
                  <td><CautionChoice label={speech.say("own.writing_of", { site })} value={writing} onValue={(writing) => change(at, { writing })} /></td>
                  <td>
                    <button type="button" class="quiet" aria-label={speech.say("own.delete_one", { site })} onClick={() => remove(at)}>
                      {speech.say("rules.delete")}
                    </button>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      <OwnSiteForm own={own} />
    </div>
  );
}

function OwnSiteForm({ own }: { own: readonly OwnSite[] }) {
  const registry = useRegistry();
  const speech = registry.speech.value;
  const [typed, setTyped] = useState("");
  const [isRefused, setRefused] = useState(false);
  const site = typed.trim();
  const isThere = own.some((known) => known.site === site);
  const add = () => {
    if (isThere) return;
    void registry.tryChange({ sensitive_sites: [...own, { site, reading: "ask", writing: "deny" }] }).then((outcome) => {
      setRefused(outcome.type === "refused");
      if (outcome.type === "done") setTyped("");
    });
  };
  return (
    <form class="entry" aria-labelledby="own-sites" noValidate onSubmit={(e) => {
      e.preventDefault();
      add();
    }}>
      <Field name="own-site" type="text" label={speech.say("rules.site")} hint={speech.say("rules.site_hint")} value={typed}
        complaint={isRefused ? speech.say("rules.site_bad") : isThere ? speech.say("own.there") : null}
        onValue={(value) => {
          setTyped(value);
          setRefused(false);
        }} />
      <div class="row"><button type="submit" class="button">{speech.say("own.add")}</button></div>
    </form>
  );
}

function CautionChoice({ label, value, onValue }: { label: string; value: Caution; onValue: (value: Caution) => void }) {
  const speech = useRegistry().speech.value;
  return (
    <select aria-label={label} value={value} onChange={(e) => {
      const chosen = CAUTIONS.find((caution) => caution === e.currentTarget.value);
      if (chosen !== undefined) onValue(chosen);
    }}>
      {CAUTIONS.map((caution) => <option key={caution} value={caution}>{speech.say(`verdict.${caution}`)}</option>)}
    </select>
  );
}
