/** Tokens of the newest Run, and on demand what they are made of. */

import { useCallback, useId, useState } from "preact/hooks";
import { useDesk, useLayer } from "./use-desk";

export function Meter() {
  const desk = useDesk();
  const speech = desk.speech.value;
  const counters = desk.run.value?.counters;
  const [isOpen, setOpen] = useState(false);
  const close = useCallback(() => setOpen(false), []);
  useLayer(isOpen ? close : null);
  const id = useId();
  if (counters === undefined) return null;
  const input = counters.input_tokens;
  const output = counters.output_tokens;
  const cached = counters.cache_read_tokens;
  const written = counters.cache_write_tokens;
  const total = input + output + cached + written;
  if (total === 0) return null;
  // By prices that the person wrote, not by what the provider will ask for.
  const cost = counters.cost_micros === undefined ? null : `~${speech.money(counters.cost_micros)}`;
  const rows = [
    ["meter.input", input + written],
    ["meter.cached", cached],
    ["meter.output", output],
    ["meter.model_calls", counters.model_calls],
    ["meter.tool_calls", counters.tool_calls],
  ] as const;
  return (
    <div class="meter">
      <button type="button" class="quiet" aria-expanded={isOpen} aria-controls={id} onClick={() => setOpen(!isOpen)}>
        {cost === null ? speech.say("meter.short", { n: speech.number(total) }) : speech.say("meter.short_cost", { n: speech.number(total), cost })}
      </button>
      <div id={id} class="popover" role="group" aria-label={speech.say("meter.label")} hidden={!isOpen}>
        <dl>
          {rows.map(([key, n]) => <div key={key}><dt>{speech.say(key)}</dt><dd>{speech.number(n)}</dd></div>)}
          {cost === null ? null : <div><dt>{speech.say("meter.cost")}</dt><dd>{cost}</dd></div>}
        </dl>
      </div>
    </div>
  );
}
