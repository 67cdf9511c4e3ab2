/** The models of a connection: what each is called, what it can do, what it holds and what it costs. The first is the usual one. */

import { useEffect, useId, useState } from "preact/hooks";
import type { ListedModel } from "../wire/wire";
import type { SettingsSpeech } from "./words/speech";
import { Field } from "./field";
import { PriceFields } from "./prices";
import { raised, replaced, without } from "./rows";
import { Switch } from "./switch";
import { type Flaw, type TypedModel, typedModel } from "./typed-connection";
import { isWindow, LEAST_WINDOW, MOST_WINDOW } from "./window";

interface ModelFieldsProps {
  readonly models: readonly TypedModel[];
  readonly flaws: readonly Flaw[];
  readonly hint: string;
  /** What the endpoint says it has, once it was asked. */
  readonly listed: readonly ListedModel[];
  /** The first is opened, because its window is looked for. */
  readonly isWindowSought: boolean;
  readonly speech: SettingsSpeech;
  readonly onModels: (models: readonly TypedModel[]) => void;
}

export function ModelFields({ models, flaws, hint, listed, isWindowSought, speech, onModels }: ModelFieldsProps) {
  const id = useId();
  // A field with an empty list would still be announced as one to choose from.
  const suggested = listed.length === 0 ? null : id;
  return (
    <fieldset class="rows">
      <legend>{speech.say("models.title")}</legend>
      {suggested === null ? null : <datalist id={suggested}>{listed.map(({ id }) => <option key={id} value={id} />)}</datalist>}
      {models.map((model, at) => (
        <div key={model.row} class="row-fields">
          <OneModel model={model} flaws={flaws.filter((flaw) => "row" in flaw && flaw.row === model.row)} hint={at === 0 ? hint : ""}
            listed={listed} suggested={suggested} isWindowSought={isWindowSought && at === 0} speech={speech} onModel={(changed) => onModels(replaced(models, at, changed))} />
          {models.length === 1 ? null : (
            <div class="row">
              {at === 0 ? <span class="hint">{speech.say("models.first")}</span> : (
                <button type="button" class="button" aria-label={speech.say("rows.up_one", { name: model.id })} onClick={() => onModels(raised(models, at))}>
                  {speech.say("rows.up")}
                </button>
              )}
              <button type="button" class="button" aria-label={speech.say("rows.remove_one", { name: model.id })} onClick={() => onModels(without(models, at))}>
                {speech.say("rows.remove")}
              </button>
            </div>
          )}
        </div>
      ))}
      <div class="row">
        <button type="button" class="button" onClick={() => onModels([...models, typedModel()])}>{speech.say("models.add")}</button>
      </div>
    </fieldset>
  );
}

interface OneModelProps extends Pick<ModelFieldsProps, "flaws" | "hint" | "listed" | "isWindowSought" | "speech"> {
  readonly model: TypedModel;
  /** The id of the list of suggestions. */
  readonly suggested: string | null;
  readonly onModel: (model: TypedModel) => void;
}

function OneModel({ model, flaws, hint, listed, suggested, isWindowSought, speech, onModel }: OneModelProps) {
  const [isOpen, setOpen] = useState(isWindowSought);
  const set = (change: Partial<TypedModel>) => onModel({ ...model, ...change });
  const name = (id: string) => {
    const window = listed.find((one) => one.id === id)?.context_window;
    const isKnown = window !== undefined && isWindow(window);
    set({ id, ...(isKnown && model.window === "" ? { window: String(window) } : {}) });
  };
  const isFlawed = (field: Flaw["field"]) => flaws.some((flaw) => flaw.field === field);
  const badPrices = flaws.flatMap((flaw) => (flaw.field === "prices" ? flaw.prices ?? [] : []));
  const isFlawedInside = isFlawed("window") || isFlawed("prices");
  useEffect(() => {
    if (isFlawedInside) setOpen(true);
  }, [isFlawedInside]);
  return (
    <>
      <Field name="model" type="text" label={speech.say("form.model")} hint={hint} value={model.id} suggested={suggested}
        complaint={isFlawed("model") ? speech.say("models.bad") : null} onValue={name} />
      <details open={isOpen} onToggle={(e) => setOpen(e.currentTarget.open)}>
        <summary>{speech.say("models.more")}</summary>
        <Switch isOn={model.tools} label={speech.say("form.tools")} hint={speech.say("form.tools_hint")} onSwitch={(tools) => set({ tools })} />
        <Switch isOn={model.vision} label={speech.say("models.vision")} onSwitch={(vision) => set({ vision })} />
        <Switch isOn={model.reasoning} label={speech.say("models.reasoning")} onSwitch={(reasoning) => set({ reasoning })} />
        <Field name="window" type="numeric" label={speech.say("form.window")} hint={speech.say("form.window_hint")} value={model.window}
          complaint={isFlawed("window") ? speech.say("form.window_bad", { least: speech.amount(LEAST_WINDOW), most: speech.amount(MOST_WINDOW) }) : null}
          onValue={(window) => set({ window })} />
        <PriceFields typed={model.prices} bad={badPrices} speech={speech} onTyped={(prices) => set({ prices })} />
      </details>
    </>
  );
}
