/** A field with its label and a line under it: a hint, or what is wrong with what was typed. */

import { useId } from "preact/hooks";

interface FieldProps {
  label: string;
  /** For whoever looks for it. */
  name?: string;
  hint: string;
  type: "text" | "url" | "numeric" | "decimal" | "password";
  value: string;
  complaint: string | null;
  /** The id of a `datalist`. */
  suggested?: string | null;
  onValue: (value: string) => void;
}

export function Field({ label, name, hint, type, value, complaint, suggested = null, onValue }: FieldProps) {
  const id = useId();
  const rest = {
    id,
    ...(name === undefined ? {} : { name }),
    ...(suggested === null ? {} : { list: suggested }),
    value,
    autoComplete: "off",
    spellcheck: false,
    "aria-describedby": `${id}-hint`,
    "aria-invalid": complaint !== null,
    onInput: (e: InputEvent & { currentTarget: HTMLInputElement }) => onValue(e.currentTarget.value),
  } as const;
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {type === "password" ? <input type="password" {...rest} /> : <input type="text" inputMode={type} {...rest} />}
      <p id={`${id}-hint`} class={complaint === null ? "hint" : "hint is-bad"} role={complaint === null ? undefined : "alert"}>
        {complaint ?? hint}
      </p>
    </div>
  );
}
