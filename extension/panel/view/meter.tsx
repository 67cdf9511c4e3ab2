/** Tokens of the newest Run and how full its window is; on demand, what both are made of. */

import { useCallback, useId, useState } from "preact/hooks";
import { ContextUse } from "./context-use";
import { percentOf } from "./occupancy";
import { useDesk, useLayer } from "./use-desk";

export function Meter() {
  const desk = useDesk();
  const speech = desk.speech.value;
  const run = desk.run.value;
  const counters = run?.counters;
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
  const occupancy = run?.occupancy;
  if (total === 0 && occupancy === undefined) return null;
  const percent = occupancy === undefined ? null : percentOf(occupancy);
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
        {percent === null ? null : (
          <>
            <span class="gauge" style={{ "--full": `${Math.min(percent, 100)}%` }} aria-hidden="true" />
            <span class="sr">{speech.say("context.label", { percent })} </span>
          </>
        )}
        {cost === null ? speech.say("meter.short", { n: speech.number(total) }) : speech.say("meter.short_cost", { n: speech.number(total), cost })}
      </button>
      <div id={id} class="popover" role="group" aria-label={speech.say("meter.label")} hidden={!isOpen}>
        <dl>
          {rows.map(([key, n]) => <div key={key}><dt>{speech.say(key)}</dt><dd>{speech.number(n)}</dd></div>)}
          {cost === null ? null : <div><dt>{speech.say("meter.cost")}</dt><dd>{cost}</dd></div>}
        </dl>
        {desk.live.value === null ? null : (
          <button type="button" class="quiet" title={speech.say("refresh.tip")} onClick={() => desk.refresh()}>{speech.say("refresh.tell")}</button>
        )}
        {occupancy === undefined ? null : <ContextUse occupancy={occupancy} speech={speech} />}
      </div>
    </div>
  );
}
