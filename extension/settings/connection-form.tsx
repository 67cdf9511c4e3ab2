/** A connection being written. A key goes in here and never comes out: an empty field keeps the one that is stored. */

import { useEffect, useId, useRef, useState } from "preact/hooks";
import type { Connection, ConnectionDraft, Quirks, Wire } from "../wire/wire";
import { randomId } from "../panel/link/ids";
import type { Key } from "../panel/words/speech";
import { ofRefusal } from "../panel/view/problem";
import { ProblemView } from "../panel/view/problem-view";
import { siteText } from "../panel/card/site";
import { readBaseUrl } from "./base-url";
import { Field } from "./field";
import { PriceFields, type PricesReading, readPrices, typedPrices } from "./prices";
import { useRegistry } from "./use-registry";
import { LEAST_WINDOW, MOST_WINDOW, readWindow } from "./window";
import { WireField } from "./wire-field";

export type FieldName = "name" | "url" | "key" | "model" | "window";
type Complaints = Partial<Record<FieldName, string>>;

interface FormProps {
  connection: Connection | null;
  /** The field that is looked for. */
  begin?: FieldName;
  onDone: () => void;
}

export function ConnectionForm({ connection, begin = "name", onDone }: FormProps) {
  const registry = useRegistry();
  const speech = registry.speech.value;
  const [first, ...others] = connection?.models ?? [];
  const [values, setValues] = useState({
    name: connection?.name ?? "", url: connection?.base_url ?? "", key: "", model: first?.id ?? "",
    window: first?.context_window?.toString() ?? "",
  });
  const [wire, setWire] = useState<Wire>(connection?.wire ?? "openai-chat");
  const [prices, setPrices] = useState(typedPrices(first?.prices));
  const [takesTools, setTakesTools] = useState(first?.capabilities.tools !== false);
  const [hidesOrigin, setHidesOrigin] = useState(connection?.quirks?.no_origin === true);
  const [badPrices, setBadPrices] = useState<Extract<PricesReading, { type: "bad" }>["fields"]>([]);
  const [complaints, setComplaints] = useState<Complaints>({});
  const [refusal, setRefusal] = useState(registry.refusal.peek());
  const held = useHeldPattern(values.url);
  const titleId = useId();
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => form.current?.querySelector<HTMLInputElement>(`input[name=${begin}]`)?.focus(), []);

  const set = (name: FieldName) => (value: string) => {
    setValues((before) => ({ ...before, [name]: value }));
    setComplaints((before) => ({ ...before, [name]: undefined }));
  };
  const submit = () => {
    const base = readBaseUrl(values.url);
    const found: Complaints = {};
    if (values.name.trim() === "") found.name = speech.say("form.required");
    if (values.model.trim() === "") found.model = speech.say("form.required");
    if (base.type === "bad") found.url = speech.say(values.url.trim() === "" ? "form.required" : base.why);
    const window = readWindow(values.window);
    if (window === "bad") found.window = speech.say("form.window_bad", { least: speech.amount(LEAST_WINDOW), most: speech.amount(MOST_WINDOW) });
    const reading = readPrices(prices);
    setComplaints(found);
    setBadPrices(reading.type === "bad" ? reading.fields : []);
    setRefusal(null);
    if (base.type === "bad" || reading.type === "bad" || window === "bad" || Object.keys(found).length > 0) return;
    // Chrome's prompt has to be asked for inside the press, so nothing is awaited before.
    const granted = held.current === base.pattern ? Promise.resolve(true) : registry.browser.requestOrigins([base.pattern]).catch(() => false);
    void granted.then(async (isGranted) => {
      if (!isGranted) return setComplaints({ url: speech.say("form.host_refused", { site: siteText(base.url) }) });
      const draft: Omit<ConnectionDraft, "quirks"> & Partial<Pick<ConnectionDraft, "quirks">> = {
        id: connection?.id ?? randomId("c"),
        name: values.name.trim(),
        wire,
        base_url: base.url,
        models: [{
          id: values.model.trim(),
          capabilities: { vision: true, reasoning: false, ...first?.capabilities, tools: takesTools },
          ...(window === null ? {} : { context_window: window }),
          ...(reading.prices === null ? {} : { prices: reading.prices }),
        }, ...others],
        // Left out, the engine takes the wire as it is written down.
        // What an endpoint differs in it differs in on its wire.
        ...quirksOf(connection?.wire === wire ? connection : null, { no_origin: hidesOrigin }),
        keys: values.key === "" ? (connection?.keys ?? []).map(({ id }) => ({ id })) : [{ id: randomId("k"), secret: values.key }],
        headers: connection?.headers ?? [],
      };
      const outcome = await registry.save(draft as ConnectionDraft);
      if (outcome.type === "refused") setRefusal(outcome.refusal);
      else onDone();
    });
  };

  const field = (name: FieldName, label: Key, hint: Key, type: "text" | "url" | "password" | "numeric") => (
    <Field name={name} label={speech.say(label)} hint={speech.say(hint)} type={type} value={values[name]} onValue={set(name)}
      complaint={complaints[name] ?? null} />
  );
  return (
    <form class="connection-form" ref={form} aria-labelledby={titleId} noValidate onSubmit={(e) => {
      e.preventDefault();
      submit();
    }}>
      <h3 id={titleId}>{speech.say(connection === null ? "form.new" : "form.edit")}</h3>
      {field("name", "form.name", "form.name_hint", "text")}
      <WireField wire={wire} speech={speech} onWire={setWire} />
      {field("url", "form.url", wire === "anthropic" ? "form.url_messages" : "form.url_hint", "url")}
      {field("key", "form.key", (connection?.keys.length ?? 0) > 0 ? "form.key_keep" : "form.key_hint", "password")}
      {field("model", "form.model", "form.model_hint", "text")}
      {field("window", "form.window", "form.window_hint", "numeric")}
      <Switch isOn={takesTools} label={speech.say("form.tools")} hint={speech.say("form.tools_hint")} onSwitch={setTakesTools} />
      <Switch isOn={hidesOrigin} label={speech.say("form.no_origin")} hint={speech.say("form.no_origin_hint")} onSwitch={setHidesOrigin} />
      <PriceFields typed={prices} bad={badPrices} speech={speech} onTyped={setPrices} />
      {refusal === null ? null : (
        <ProblemView role="alert" speech={speech} onRemedy={() => undefined}
          problem={{ ...ofRefusal(refusal.code, refusal.field ?? null, speech), remedy: null }} />
      )}
      <div class="row">
        <button type="submit" class="button is-primary">{speech.say("form.save")}</button>
        <button type="button" class="button" onClick={onDone}>{speech.say("form.cancel")}</button>
      </div>
    </form>
  );
}

type Quirky = Partial<Pick<ConnectionDraft, "quirks">>;

function quirksOf(connection: Connection | null, chosen: Pick<Quirks, "no_origin">): Quirky {
  if (connection === null && !chosen.no_origin) return {};
  return { quirks: { ...connection?.quirks, ...chosen } as Quirks };
}

function Switch(props: { isOn: boolean; label: string; hint: string; onSwitch: (isOn: boolean) => void }) {
  const hintId = useId();
  return (
    <label class="choice">
      <input type="checkbox" checked={props.isOn} aria-describedby={hintId} onInput={(e) => props.onSwitch(e.currentTarget.checked)} />
      <span>
        <span class="choice-label">{props.label}</span>
        <span class="choice-text" id={hintId}>{props.hint}</span>
      </span>
    </label>
  );
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
