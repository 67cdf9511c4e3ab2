/** Fetches the preview's code with the first file that is opened, and shows it. */

import type { ComponentType } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { AttachmentLink } from "../../wire/wire";
import { useDesk } from "../view/use-desk";

type PreviewView = ComponentType<{ link: AttachmentLink; onClose: () => void }>;

export function PreviewSlot() {
  const { tray } = useDesk();
  const link = tray.preview.value;
  const [view, setView] = useState<{ readonly Preview: PreviewView } | null>(null);
  const isWanted = link !== null;
  useEffect(() => {
    if (isWanted && view === null) void import("./preview").then(({ Preview }) => setView({ Preview }));
  }, [isWanted]);
  if (link === null || view === null) return null;
  return <view.Preview key={link.id} link={link} onClose={() => (tray.preview.value = null)} />;
}
