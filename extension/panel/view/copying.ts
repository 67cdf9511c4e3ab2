/** Copies a text to the clipboard and knows for a moment that it did. */

import { useEffect, useState } from "preact/hooks";

const SHOWN_MS = 2_000;

export function useCopying(text: string, onCopied: () => void): { isCopied: boolean; copy: () => void } {
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return undefined;
    const timer = setTimeout(() => setCopied(false), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [isCopied]);
  const copy = () => {
    void navigator.clipboard.writeText(text).then(() => {
      setCopied(true);
      onCopied();
    }, () => setCopied(false));
  };
  return { isCopied, copy };
}
