/** Opens the browser's own dialog for files. Whatever is chosen there is judged by what is in it, so nothing is greyed out. */

import { useRef } from "preact/hooks";
import { Icon } from "../view/icon";
import { useDesk } from "../view/use-desk";

export function AttachButton() {
  const desk = useDesk();
  const speech = desk.speech.value;
  const picker = useRef<HTMLInputElement>(null);
  return (
    <>
      <input ref={picker} type="file" multiple hidden onChange={(e) => {
        desk.tray.add(desk.state.value.open.id, [...(e.currentTarget.files ?? [])]);
        // The same file may be chosen again.
        e.currentTarget.value = "";
      }} />
      <button type="button" class="icon-button" aria-label={speech.say("files.add")} title={speech.say("files.add")}
        onClick={() => picker.current?.click()}>
        <Icon name="clip" />
      </button>
    </>
  );
}
