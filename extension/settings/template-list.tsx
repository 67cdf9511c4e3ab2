/** What a new connection begins with: a list that is narrowed by typing. */

import { useId, useState } from "preact/hooks";
import { siteText } from "../panel/card/site";
import { matching, type Template } from "./templates";
import { useRegistry } from "./use-registry";

export function TemplateList({ onChoice, onCancel }: { onChoice: (template: Template) => void; onCancel: () => void }) {
  const speech = useRegistry().speech.value;
  const id = useId();
  const [typed, setTyped] = useState("");
  const found = matching(typed);
  return (
    <div class="connection-form">
      <div class="field">
        <label for={id}>{speech.say("template.search")}</label>
        <input id={id} type="search" value={typed} autoComplete="off" onInput={(e) => setTyped(e.currentTarget.value)} />
      </div>
      <ul class="templates">
        {found.map((template) => (
          <li key={template.id}>
            <button type="button" class="button" onClick={() => onChoice(template)}>
              <span>{template.id === "custom" ? speech.say("template.custom") : template.name}</span>
              <span class="hint">{template.base_url === "" ? "" : siteText(template.base_url)}</span>
            </button>
          </li>
        ))}
      </ul>
      <p class="hint" role="status">{found.length === 0 ? speech.say("template.none") : ""}</p>
      <div class="row"><button type="button" class="button" onClick={onCancel}>{speech.say("form.cancel")}</button></div>
    </div>
  );
}
