/** One thing that is on or off, with a line that explains it. */

import { useId } from "preact/hooks";

export function Switch(props: { isOn: boolean; label: string; hint?: string; onSwitch: (isOn: boolean) => void }) {
  const hintId = useId();
  return (
    <label class="choice">
      <input type="checkbox" checked={props.isOn} aria-describedby={props.hint === undefined ? undefined : hintId}
        onInput={(e) => props.onSwitch(e.currentTarget.checked)} />
      <span>
        <span class="choice-label">{props.label}</span>
        {props.hint === undefined ? null : <span class="choice-text" id={hintId}>{props.hint}</span>}
      </span>
    </label>
  );
}
