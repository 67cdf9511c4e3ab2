/** The files under a message. What is still kept opens; of what had to go it says so. */

import type { AttachedItem, AttachmentLink } from "../../wire/wire";
import { Icon } from "../view/icon";
import { useDesk } from "../view/use-desk";
import type { Speech } from "../words/speech";
import { isPicture } from "./accept";
import { sizeText } from "./size";

/** Where there is room for a number only. */
export function FileCount({ files, speech }: { files: readonly AttachmentLink[]; speech: Speech }) {
  if (files.length === 0) return null;
  return (
    <span class="file-count" title={files.map((f) => f.name).join(", ")}>
      <Icon name="clip" /><span class="sr">{speech.count("files.count", files.length)}</span><span aria-hidden="true">{files.length}</span>
    </span>
  );
}

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
