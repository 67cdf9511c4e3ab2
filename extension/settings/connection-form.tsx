/** A connection being written. */

import { useEffect, useId, useRef, useState } from "preact/hooks";
import { siteText } from "../panel/card/site";
import { ofRefusal } from "../panel/view/problem";
import type { Connection, ListedModel } from "../wire/wire";
import { readBaseUrl } from "./base-url";
import { Field } from "./field";
import { HeaderFields } from "./header-fields";
import { KeyFields } from "./key-fields";
import { ModelFields } from "./model-fields";
import { ModelListing } from "./model-list";
import { Switch } from "./switch";
import type { Template } from "./templates";
import { type Flaw, ofConnection, ofTemplate, read, type TypedConnection } from "./typed-connection";
import { useRegistry } from "./use-registry";
import { Cause } from "./verify/cause";
import { WireField } from "./wire-field";

export type FieldName = "name" | "url" | "key" | "model" | "window";
/** What is written: a stored connection, or a new one from a template. */
export type Subject = { readonly stored: Connection } | { readonly template: Template };

interface FormProps {
  subject: Subject;
  /** The field that is looked for. */
  begin: FieldName;
  onDone: () => void;
}

export function ConnectionForm({ subject, begin, onDone }: FormProps) {
  const registry = useRegistry();
  const speech = registry.speech.value;
  const stored = "stored" in subject ? subject.stored : null;
  const template = "template" in subject ? subject.template : null;
  const [typed, setTyped] = useState<TypedConnection>(() => ("stored" in subject ? ofConnection(subject.stored) : ofTemplate(subject.template)));
  const [listed, setListed] = useState<readonly ListedModel[]>([]);
  const [flaws, setFlaws] = useState<readonly Flaw[]>([]);
  /** The site that Chrome gave no permission for. */
  const [refused, setRefused] = useState<string | null>(null);
  const [refusal, setRefusal] = useState(registry.refusal.peek());
  const held = useHeldPattern(typed.url);
  const titleId = useId();
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => form.current?.querySelector<HTMLInputElement>(`input[name=${begin}]`)?.focus(), []);

  const set = (change: Partial<TypedConnection>) => {
    setTyped((before) => ({ ...before, ...change }));
    setFlaws([]);
    setRefused(null);
  };
  const submit = () => {
    const reading = read(typed, stored, template?.key ?? "optional");
    setFlaws(reading.type === "bad" ? reading.flaws : []);
    setRefused(null);
    setRefusal(null);
    if (reading.type === "bad") return;
    const { base, draft } = reading;
    const granted = held.current === base.pattern ? Promise.resolve(true) : registry.granted(base.pattern);
    void granted.then(async (isGranted) => {
      if (!isGranted) return setRefused(siteText(base.url));
      const outcome = await registry.save(draft);
      if (outcome.type === "refused") setRefusal(outcome.refusal);
      else onDone();
    });
  };

  const hint = (field: "url" | "model") => template?.hints?.[field]?.[speech.tongue];
  const badUrl = flaws.find((flaw) => flaw.field === "url");
  const urlComplaint = refused === null ? badUrl?.field === "url" ? speech.say(badUrl.why) : null : speech.say("form.host_refused", { site: refused });
  return (
    <form class="connection-form" ref={form} aria-labelledby={titleId} noValidate onSubmit={(e) => {
      e.preventDefault();
      submit();
    }}>
      <h3 id={titleId}>{speech.say(stored === null ? "form.new" : "form.edit")}</h3>
      <Field name="name" type="text" label={speech.say("form.name")} hint={speech.say("form.name_hint")} value={typed.name}
        complaint={flaws.some((flaw) => flaw.field === "name") ? speech.say("form.required") : null} onValue={(name) => set({ name })} />
      {/* What an endpoint differs in it differs in on its wire. */}
      <WireField wire={typed.wire} speech={speech} onWire={(wire) => set({ wire, quirks: keptQuirks(typed, wire) })} />
      <Field name="url" type="url" label={speech.say("form.url")} value={typed.url} complaint={urlComplaint}
        hint={hint("url") ?? speech.say(typed.wire === "anthropic" ? "form.url_messages" : "form.url_hint")} onValue={(url) => set({ url })} />
      <KeyFields typed={typed} stored={stored} page={template?.key_page ?? null} isMissing={flaws.some((flaw) => flaw.field === "key")} speech={speech} onKeys={set} />
      <ModelFields models={typed.models} flaws={flaws} hint={hint("model") ?? speech.say("form.model_hint")} listed={listed} isWindowSought={begin === "window"} speech={speech}
        onModels={(models) => set({ models })} />
      <ModelListing typed={typed} stored={stored} onListed={setListed}
        onBadUrl={(why) => setFlaws([{ field: "url", why: typed.url.trim() === "" ? "form.required" : why }])} />
      <Switch isOn={typed.quirks.no_origin === true} label={speech.say("form.no_origin")} hint={speech.say("form.no_origin_hint")}
        onSwitch={(isOn) => set({ quirks: { ...typed.quirks, no_origin: isOn } })} />
      <HeaderFields headers={typed.headers} flaws={flaws} speech={speech} onHeaders={(headers) => set({ headers })} />
      {refusal === null ? null : (
        <Cause role="alert" problem={ofRefusal(refusal.code, refusal.field ?? null, speech)} />
      )}
      <div class="row">
        <button type="submit" class="button is-primary">{speech.say("form.save")}</button>
        <button type="button" class="button" onClick={onDone}>{speech.say("form.cancel")}</button>
      </div>
    </form>
  );
}

function keptQuirks({ wire, quirks }: TypedConnection, next: TypedConnection["wire"]): TypedConnection["quirks"] {
  if (wire === next) return quirks;
  return quirks.no_origin === undefined ? {} : { no_origin: quirks.no_origin };
}

/** Whether the permission for what is typed is already there, known before the button is pressed. */
function useHeldPattern(typed: string): { readonly current: string | null } {
  const { browser } = useRegistry();
  const held = useRef<string | null>(null);
  useEffect(() => {
    held.current = null;
    const base = readBaseUrl(typed);
    if (base.type === "bad") return;
    let isCurrent = true;
    browser.holdsOrigins([base.pattern]).then(
      (isHeld) => {
        if (isCurrent && isHeld) held.current = base.pattern;
      },
      () => undefined,
    );
    return () => {
      isCurrent = false;
    };
  }, [typed]);
  return held;
}
