/** A part of the page with a heading that can be linked to. */

import type { ComponentChildren } from "preact";

export function Section(props: { id: string; title: string; text?: string; children: ComponentChildren }) {
  return (
    <section class="section" aria-labelledby={props.id}>
      <h2 id={props.id} tabIndex={-1}>{props.title}</h2>
      {props.text === undefined ? null : <p class="section-text">{props.text}</p>}
      {props.children}
    </section>
  );
}
