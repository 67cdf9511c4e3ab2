/**
 * A row of icon buttons with one tab stop, as the toolbar pattern of the ARIA Authoring Practices has it: arrows, Home and
 * End go along it. A button that cannot be used now stays reachable and says why.
 */

import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { Icon, type IconName } from "./icon";

export function Toolbar({ label, children }: { label: string; children: ComponentChildren }) {
  const box = useRef<HTMLDivElement>(null);
  const stop = useRef<HTMLElement | null>(null);
  const settle = () => {
    const all = buttonsIn(box.current);
    if (stop.current === null || !all.includes(stop.current)) stop.current = all[0] ?? null;
    for (const button of all) button.tabIndex = button === stop.current ? 0 : -1;
  };
  useLayoutEffect(settle);
  const onKeyDown = (e: KeyboardEvent) => {
    if (e.ctrlKey || e.altKey || e.metaKey || e.shiftKey) return;
    const all = buttonsIn(box.current);
    const next = nextOf(e.key, all, all.findIndex((b) => b === document.activeElement));
    if (next === undefined) return;
    e.preventDefault();
    next.focus();
  };
  const onFocusIn = (e: FocusEvent) => {
    if (!(e.target instanceof HTMLButtonElement)) return;
    stop.current = e.target;
    settle();
  };
  return (
    <div class="toolbar" role="toolbar" aria-label={label} ref={box} onKeyDown={onKeyDown} onFocusIn={onFocusIn}>{children}</div>
  );
}

function buttonsIn(box: HTMLElement | null): HTMLElement[] {
  return [...(box?.querySelectorAll("button") ?? [])];
}

function nextOf(key: string, all: readonly HTMLElement[], at: number): HTMLElement | undefined {
  switch (key) {
    case "ArrowRight":
      return all[at + 1];
    case "ArrowLeft":
      return all[at - 1];
    case "Home":
      return all[0];
    case "End":
      return all.at(-1);
    default:
      return undefined;
  }
}

interface ToolProps {
  icon: IconName;
  label: string;
  onPress: () => void;
  /** Shown where a pointer rests; the label, unless there is more to say. */
  tip?: string;
  /** Why it cannot be used now. */
  refused?: string | null;
  /** `take`: it has just come back, and the focus belongs to it. */
  focus?: "take" | "leave";
  /** Finds the button again after what it did has moved it. */
  name?: string;
}

export function Tool({ icon, label, onPress, tip = label, refused = null, focus = "leave", name }: ToolProps) {
  const button = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => {
    if (focus === "take") button.current?.focus();
  }, []);
  return (
    <button type="button" ref={button} class="icon-button tool" aria-label={label} title={refused ?? tip} aria-disabled={refused === null ? undefined : "true"}
      data-tool={name} onClick={onPress}>
      <Icon name={icon} />
    </button>
  );
}
