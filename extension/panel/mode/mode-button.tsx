/** What the next messages do otherwise than the settings say: a button that tells how much, and a popover to choose in. */

import { useCallback, useId, useRef, useState } from "preact/hooks";
import { Icon } from "../view/icon";
import { lazily } from "../view/lazily";
import { useDesk, useLayer } from "../view/use-desk";

const ModeForm = lazily(async () => (await import("./mode-form")).ModeForm);

export function ModeButton() {
  const desk = useDesk();
  const speech = desk.speech.value;
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const close = useCallback(() => {
    button.current?.focus();
    setOpen(false);
  }, []);
  useLayer(isOpen ? close : null);
  const id = useId();
  const count = desk.mode.count.value;
  const label = count === 0 ? speech.say("mode.label") : speech.count("mode.changed", count);
  return (
    <div class="mode" onFocusOut={(e) => {
      if (e.relatedTarget instanceof Node && !e.currentTarget.contains(e.relatedTarget)) setOpen(false);
    }}>
      <button type="button" ref={button} class="icon-button" aria-label={label} title={label} aria-expanded={isOpen} aria-controls={id}
        onClick={() => setOpen(!isOpen)}>
        <Icon name="sliders" />
        {count === 0 ? null : <span class="badge" aria-hidden="true">{speech.number(count)}</span>}
      </button>
      <div id={id} class="popover mode-form" role="group" aria-label={speech.say("mode.label")} hidden={!isOpen}>
        {isOpen ? <ModeForm /> : null}
      </div>
    </div>
  );
}
