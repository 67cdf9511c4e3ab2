/** A field for a passphrase, with its label and a line under it: a hint, or what is wrong. What is typed is kept nowhere else. */

import { useId } from "preact/hooks";

interface SecretFieldProps {
  label: string;
  hint: string;
  value: string;
  complaint: string | null;
  /** For password managers. */
  purpose: "current-password" | "new-password";
  onValue: (value: string) => void;
}

export function SecretField({ label, hint, value, complaint, purpose, onValue }: SecretFieldProps) {
  const id = useId();
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <input id={id} type="password" autoComplete={purpose} spellcheck={false} value={value} aria-describedby={`${id}-hint`}
        aria-invalid={complaint !== null} onInput={(e) => onValue(e.currentTarget.value)} />
      <p id={`${id}-hint`} class={complaint === null ? "hint" : "hint is-bad"} role={complaint === null ? undefined : "alert"}>
        {complaint ?? hint}
      </p>
    </div>
  );
}
