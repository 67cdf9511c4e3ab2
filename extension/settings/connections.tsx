/** The connections: which are there, which one is used, and whether one works. */

import { useEffect, useState } from "preact/hooks";
import type { Connection, VerifyStep } from "../wire/wire";
import { siteText } from "../panel/card/site";
import { Icon } from "../panel/view/icon";
import { ConnectionForm, type FieldName } from "./connection-form";
import { draftOf, Learned } from "./learned";
import { LocalModels } from "./local/local-models";
import { ModelChoices } from "./model-choices";
import type { Outcome } from "./registry";
import { Section } from "./section";
import { TemplateList } from "./template-list";
import type { Template } from "./templates";
import { useRegistry } from "./use-registry";
import type { NextStep } from "./verify/next-step";
import { Report } from "./verify/report";

/** The heading of the section that unlocks the keys. */
const PASSPHRASE = "passphrase";
/** Where a full window leads to: its field, of the connection in use. */
const WINDOW = "#window";

export function Connections() {
  const registry = useRegistry();
  const speech = registry.speech.value;
  const connections = registry.connections.value;
  const [editing, setEditing] = useState<string | null>(null);
  const [adding, setAdding] = useState<"choosing" | Template | null>(null);
  const [begin, setBegin] = useState<FieldName>("name");
  const isThere = connections !== null;
  useEffect(() => {
    const used = connections?.find((c) => c.id === registry.settings.peek().model?.connection) ?? connections?.[0];
    if (location.hash !== WINDOW || used === undefined) return;
    setBegin("window");
    setEditing(used.id);
  }, [isThere]);
  const edit = (id: string, field: FieldName) => {
    setBegin(field);
    setEditing(id);
  };
  return (
    <Section id="connections" title={speech.say("settings.connections")} text={speech.say("settings.connections_text")}>
      {connections?.length === 0 && adding === null ? <p>{speech.say("settings.connections_none")}</p> : null}
      <ul class="cards">
        {(connections ?? []).map((connection) => (
          <li key={connection.id} class="entry">
            {editing === connection.id
              ? <ConnectionForm subject={{ stored: connection }} begin={begin} onDone={() => setEditing(null)} />
              : <ConnectionEntry connection={connection} onEdit={(field) => edit(connection.id, field)} />}
          </li>
        ))}
      </ul>
      {adding === null ? (
        <button type="button" class={connections?.length === 0 ? "button is-primary" : "button"} onClick={() => setAdding("choosing")}>
          <Icon name="plus" /> {speech.say("settings.add")}
        </button>
      ) : (
        <div class="entry">
          {adding === "choosing" ? <TemplateList onChoice={setAdding} onCancel={() => setAdding(null)} /> : (
            <ConnectionForm subject={{ template: adding }} begin={firstField(adding)} onDone={() => setAdding(null)} />
          )}
        </div>
      )}
      <LocalModels />
      <ModelChoices />
    </Section>
  );
}

/** What is left to write. */
function firstField(template: Template): FieldName {
  if (template.base_url === "") return "name";
  return template.key === "none" ? "model" : "key";
}

type Check = { readonly type: "none" } | { readonly type: "running" } | { readonly type: "known"; readonly outcome: Outcome<readonly VerifyStep[]> };

function ConnectionEntry({ connection, onEdit }: { connection: Connection; onEdit: (field: FieldName) => void }) {
  const registry = useRegistry();
  const speech = registry.speech.value;
  const { name } = connection;
  const [check, setCheck] = useState<Check>({ type: "none" });
  const [isDeleting, setDeleting] = useState(false);
  const isInUse = registry.settings.value.model?.connection === connection.id;
  const verify = () => {
    setCheck({ type: "running" });
    void registry.verify(connection).then((outcome) => setCheck({ type: "known", outcome }));
  };
  const hideOrigin = () => {
    void registry.save(draftOf(connection, { no_origin: true })).then((outcome) => {
      if (outcome.type === "refused") setCheck({ type: "known", outcome });
      else verify();
    });
  };
  const take = (step: NextStep) => {
    switch (step) {
      case "hide_origin":
        return hideOrigin();
      case "key":
      case "url":
      case "model":
        return onEdit(step);
      case "unlock":
        return document.getElementById(PASSPHRASE)?.focus();
      case "again":
      case "storage":
      case "provider":
        return verify();
    }
  };
  return (
    <>
      <h3>{name}</h3>
      <p class="entry-facts">
        <span>{speech.list(connection.models.map((m) => m.id))}</span>
        <span>{siteText(connection.base_url)}</span>
        <span>{speech.say(connection.keys.length > 0 ? "settings.key_stored" : "settings.key_absent")}</span>
      </p>
      <Learned connection={connection} />
      {isInUse ? <p class="entry-use"><Icon name="done" /> {speech.say("settings.default")}</p> : null}
      {isDeleting ? (
        <div class="entry-delete">
          <p>{speech.say("settings.delete_sure", { name })}</p>
          <div class="row">
            <button type="button" class="button" onClick={() => setDeleting(false)}>{speech.say("form.cancel")}</button>
            <button type="button" class="button is-danger" onClick={() => void registry.deleteConnection(connection)}>
              {speech.say("settings.delete")}
            </button>
          </div>
        </div>
      ) : (
        <div class="row">
          <button type="button" class="button" aria-label={speech.say("settings.verify_one", { name })} onClick={verify}>
            {speech.say(check.type === "running" ? "settings.verifying" : "settings.verify")}
          </button>
          {isInUse ? null : (
            <button type="button" class="button" aria-label={speech.say("settings.make_default_one", { name })}
              onClick={() => void registry.change({ model: { connection: connection.id } })}>
              {speech.say("settings.make_default")}
            </button>
          )}
          <button type="button" class="button" aria-label={speech.say("settings.edit_one", { name })} onClick={() => onEdit("name")}>
            {speech.say("settings.edit")}
          </button>
          <button type="button" class="button is-danger" aria-label={speech.say("settings.delete_one", { name })} onClick={() => setDeleting(true)}>
            {speech.say("settings.delete")}
          </button>
        </div>
      )}
      <div role="status">{check.type === "known" ? <Report outcome={check.outcome} onStep={take} /> : null}</div>
    </>
  );
}
