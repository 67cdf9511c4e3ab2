/** Copies a text and says so. */

import { useState } from "preact/hooks";
import type { Speech } from "../words/speech";

export function CopyButton({ text, speech }: { text: string; speech: Speech }) {
  const [isCopied, setCopied] = useState(false);
  const copy = () => {
    void navigator.clipboard.writeText(text).then(() => setCopied(true), () => setCopied(false));
  };
  return (
    <button type="button" class="quiet copy" onClick={copy} onBlur={() => setCopied(false)}>
      {speech.say(isCopied ? "copy.done" : "copy.do")}
    </button>
  );
}
