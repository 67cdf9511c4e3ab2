/** Files dropped anywhere on the panel, or pasted, lie ready for the next message. */

import { useEffect, useState } from "preact/hooks";
import { Icon } from "../view/icon";
import { useDesk } from "../view/use-desk";

export function DropZone() {
  const desk = useDesk();
  const speech = desk.speech.value;
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    // Each element that is entered is entered before the last one is left; only the sum says whether the pointer is still here.
    let depth = 0;
    const add = (files: readonly File[]) => desk.tray.add(desk.state.value.open.id, files);
    const over = (e: DragEvent) => {
      if (!carriesFiles(e.dataTransfer)) return;
      // Without this Chrome opens the file in place of the panel.
      e.preventDefault();
      e.dataTransfer.dropEffect = "copy";
    };
    const enter = (e: DragEvent) => {
      if (!carriesFiles(e.dataTransfer)) return;
      depth += 1;
      setOver(true);
    };
    const leave = (e: DragEvent) => {
      if (!carriesFiles(e.dataTransfer)) return;
      depth = Math.max(0, depth - 1);
      if (depth === 0) setOver(false);
    };
    const drop = (e: DragEvent) => {
      if (!carriesFiles(e.dataTransfer)) return;
      e.preventDefault();
      depth = 0;
      setOver(false);
      add([...e.dataTransfer.files]);
    };
    const paste = (e: ClipboardEvent) => {
      const files = e.clipboardData === null ? [] : pastedFiles(e.clipboardData);
      if (files.length === 0) return;
      e.preventDefault();
      add(files);
    };
    const ways = { dragover: over, dragenter: enter, dragleave: leave, drop, paste } as const;
    for (const [name, listener] of Object.entries(ways)) document.addEventListener(name, listener as EventListener);
    return () => {
      for (const [name, listener] of Object.entries(ways)) document.removeEventListener(name, listener as EventListener);
    };
  }, [desk]);
  return isOver ? <div class="drop-zone"><p><Icon name="clip" /> {speech.say("files.drop")}</p></div> : null;
}

function carriesFiles(data: DataTransfer | null): data is DataTransfer {
  return data?.types.includes("Files") ?? false;
}

/** Word processors put a picture of the text beside the text itself; then it is the text that is meant. */
export function pastedFiles(data: Pick<DataTransfer, "types" | "files">): File[] {
  const isFormattedText = data.types.includes("text/plain") && (data.types.includes("text/html") || data.types.includes("text/rtf"));
  return isFormattedText ? [] : [...data.files];
}
