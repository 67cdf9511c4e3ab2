/** Line icons, 16 by 16. They decorate; the words beside them, or the control's label, carry the meaning. */

const PATHS = {
  plus: "M8 3v10M3 8h10",
  list: "M2.5 4h11M2.5 8h11M2.5 12h7",
  gear: "M8 5.5a2.5 2.5 0 1 1 0 5 2.5 2.5 0 0 1 0-5M8 1.5v2M8 12.5v2M1.5 8h2M12.5 8h2M3.4 3.4l1.4 1.4M11.2 11.2l1.4 1.4M3.4 12.6l1.4-1.4M11.2 4.8l1.4-1.4",
  up: "m4 10 4-4 4 4",
  down: "m4 6 4 4 4-4",
  left: "m10 4-4 4 4 4",
  right: "m6 4 4 4-4 4",
  send: "M8 13V3M4 7l4-4 4 4",
  done: "m3 8.5 3.2 3L13 4.5",
  failed: "m4 4 8 8M12 4l-8 8",
  wait: "M8 2.5a5.5 5.5 0 1 1 0 11 5.5 5.5 0 0 1 0-11M8 5v3l2 1.5",
  timeline: "M4 2.5v11M4 4h.01M7 4h6.5M4 8h.01M7 8h4.5M4 12h.01M7 12h5.5",
  run: "M8 2.5a5.5 5.5 0 0 1 5.5 5.5",
  doubt: "M5.8 6a2.2 2.2 0 1 1 3.2 2c-.7.4-1 .8-1 1.5M8 12.5h.01",
  ask: "M2.5 3h11v8H7.5L4.5 13.5V11h-2zM6.5 5.8a1.5 1.5 0 1 1 2.2 1.3c-.5.3-.7.5-.7 1M8 9.4h.01",
  warn: "M8 2 15 14H1zM8 6.5v3.5M8 12.2h.01",
  page: "M4 2h5l3 3v9H4zM9 2v3h3",
  eye: "M1 8s2.7-4.5 7-4.5S15 8 15 8s-2.7 4.5-7 4.5S1 8 1 8M8 6a2 2 0 1 1 0 4 2 2 0 0 1 0-4",
  pen: "M3 13h2.5L13 5.5 10.5 3 3 10.5z",
  bin: "M3 4.5h10M6.5 4.5v-2h3v2M4.5 4.5l.7 9h5.6l.7-9",
  copy: "M6 5.5h7v8H6zM10 5.5v-3H3v8h3",
  again: "M12.8 6.2A5.2 5.2 0 1 0 13.2 9M13 2.8v3.4H9.6",
  branch: "M4.5 2.5v11M4.5 10.5c0-3 7-2 7-5M11.5 2.5a1.5 1.5 0 1 1 0 3 1.5 1.5 0 0 1 0-3",
  join: "M3 3.5v4a2 2 0 0 0 2 2h7.5M9.5 6.5l3 3-3 3",
  queue: "M2.5 4h8M2.5 8h5M2.5 12h5M12 7v6M9.5 10.5 12 13l2.5-2.5",
  play: "M5 3.5v9l7-4.5z",
  pause: "M5.5 3.5v9M10.5 3.5v9",
  more: "M3.5 8h.01M8 8h.01M12.5 8h.01",
  pin: "M5.5 2.5h5M6.5 2.5v4l-2 3h7l-2-3v-4M8 9.5v4",
  box: "M2.5 3h11v3h-11zM3.5 6v7h9V6M6.5 9h3",
  save: "M8 2.5v7.5M5 7.5l3 3 3-3M3 13.5h10",
  search: "M7 2.5a4.5 4.5 0 1 1 0 9 4.5 4.5 0 0 1 0-9M10.5 10.5l3 3",
  clip: "M12 5.5v4.75a4 4 0 0 1-8 0V4.5a2.5 2.5 0 0 1 5 0v5.25a1 1 0 0 1-2 0V5.5",
  picture: "M2.5 3h11v10h-11zM2.5 11l3-3 3 3 2-2 3 3M10 6h.01",
  dot: "M8 5.5a2.5 2.5 0 1 1 0 5 2.5 2.5 0 0 1 0-5",
  sliders: "M2.5 5h6M12 5h1.5M2.5 11h1.5M7.5 11h6M10.2 3.2a1.8 1.8 0 1 1 0 3.6 1.8 1.8 0 0 1 0-3.6M5.8 9.2a1.8 1.8 0 1 1 0 3.6 1.8 1.8 0 0 1 0-3.6",
  stop: "M4.5 4.5h7v7h-7z",
} as const;

export type IconName = keyof typeof PATHS;

export function Icon({ name }: { name: IconName }) {
  return (
    <svg class={`icon icon-${name}`} viewBox="0 0 16 16" width="16" height="16" aria-hidden="true" focusable="false">
      <path d={PATHS[name]} />
    </svg>
  );
}
