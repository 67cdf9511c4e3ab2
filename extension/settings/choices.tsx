/** A few choices of which one holds, each with a line that explains it. */

import { useId } from "preact/hooks";

export interface Choice<T extends string> {
  readonly value: T;
  readonly label: string;
  readonly text?: string;
  /** If the words are of another language than the page. */
  readonly lang?: string;
}

export function Choices<T extends string>(props: {
  legend: string;
  choices: readonly Choice<T>[];
  value: T;
  onChoice: (value: T) => void;
}) {
  const name = useId();
  return (
    <fieldset class="choices">
      <legend>{props.legend}</legend>
      {props.choices.map(({ value, label, text, lang }) => (
        <label key={value} class="choice">
          <input type="radio" name={name} value={value} checked={value === props.value} onChange={() => props.onChoice(value)} />
          <span lang={lang}>
            <span class="choice-label">{label}</span>
            {text === undefined ? null : <span class="choice-text">{text}</span>}
          </span>
        </label>
      ))}
    </fieldset>
  );
}
