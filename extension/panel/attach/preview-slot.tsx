/** Where the file that lies open is shown. Its code comes with the first file that is opened. */

import { lazily } from "../view/lazily";
import { useDesk } from "../view/use-desk";

const Preview = lazily(async () => (await import("./preview")).Preview);

export function PreviewSlot() {
  const { tray } = useDesk();
  const link = tray.preview.value;
  return link === null ? null : <Preview key={link.id} link={link} onClose={() => (tray.preview.value = null)} />;
}
