/** The files under a message. What is still kept opens; of what had to go it says so. */

import type { AttachedItem } from "../../wire/wire";
import { Icon } from "../view/icon";
import { useDesk } from "../view/use-desk";
import type { Speech } from "../words/speech";
import { isPicture } from "./accept";
import { sizeText } from "./size";

export function FileChips({ files, speech }: { files: readonly AttachedItem[]; speech: Speech }) {
  const { tray } = useDesk();
  if (files.length === 0) return null;
  return (
    <ul class="files" aria-label={speech.say("files.label")}>
      {files.map(({ link, kept }) => {
        const face = (
          <>
            <span class="file-icon"><Icon name={isPicture(link.media_type) ? "picture" : "page"} /></span>
            <span class="file-words">
              <span class="file-name" title={link.name}>{link.name}</span>{" "}
              <span class="file-note">
                {kept === "evicted" ? `${sizeText(link.bytes, speech)} · ${speech.say("files.evicted")}` : sizeText(link.bytes, speech)}
              </span>
            </span>
          </>
        );
        return (
          <li key={link.id} class={`file is-${kept}`}>
            {kept === "evicted" ? face : (
              <button type="button" class="file-open" aria-haspopup="dialog" onClick={() => (tray.preview.value = link)}>
                <span class="sr">{speech.say("files.open")} </span>
                {face}
              </button>
            )}
          </li>
        );
      })}
    </ul>
  );
}
