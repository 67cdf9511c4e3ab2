/** One file of a message, large: a picture, or text as it is. Loaded when it is first needed. */

import { useEffect, useRef, useState } from "preact/hooks";
import type { AttachmentLink, RefusalCode } from "../../wire/wire";
import { Icon } from "../view/icon";
import { saveFile } from "../chats/save-file";
import { ofRefusal } from "../view/problem";
import { useDesk } from "../view/use-desk";
import { isPicture } from "./accept";
import { bytesOf } from "./base64";
import { sizeText } from "./size";

type Content =
  | { readonly is: "loading" }
  | { readonly is: "gone" }
  | { readonly is: "refused"; readonly code: RefusalCode }
  | { readonly is: "picture"; readonly url: string }
  | { readonly is: "text"; readonly text: string };

/** Laying out megabytes of text would hold the panel up for seconds. */
const SHOWN_CHARS = 200_000;

export function Preview({ link, onClose }: { link: AttachmentLink; onClose: () => void }) {
  const speech = useDesk().speech.value;
  const dialog = useRef<HTMLDialogElement>(null);
  const content = useContent(link);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog class="preview" ref={dialog} aria-labelledby="preview-title" onClose={onClose}
      onClick={(e) => {
        if (e.target === dialog.current) dialog.current?.close();
      }}>
      <div class="preview-sheet">
        <div class="preview-head">
          <h2 id="preview-title">{link.name}</h2>
          <span class="file-note">{sizeText(link.bytes, speech)}</span>
          {content.is === "text" ? (
            <button type="button" class="quiet" onClick={() => saveFile({ name: link.name, media_type: link.media_type, text: content.text })}>
              {speech.say("files.save")}
            </button>
          ) : null}
          <button type="button" class="icon-button" aria-label={speech.say("files.close")} onClick={() => dialog.current?.close()}>
            <Icon name="failed" />
          </button>
        </div>
        <PreviewBody content={content} name={link.name} />
      </div>
    </dialog>
  );
}

function PreviewBody({ content, name }: { content: Content; name: string }) {
  const speech = useDesk().speech.value;
  switch (content.is) {
    case "loading":
      return <p class="aside" role="status">{speech.say("files.opening")}</p>;
    case "gone":
      return <p role="alert">{speech.say("files.gone")}</p>;
    case "refused": {
      const problem = ofRefusal(content.code, null, speech);
      return <p role="alert">{problem.what} {problem.next}</p>;
    }
    case "picture":
      return <img class="preview-picture" src={content.url} draggable={false} alt={speech.say("files.picture", { name })} />;
    case "text":
      return (
        <div class="preview-body">
          {content.text.length > SHOWN_CHARS ? <p class="aside">{speech.say("files.beginning")}</p> : null}
          <pre class="preview-text" tabIndex={0}>{content.text.slice(0, SHOWN_CHARS)}</pre>
        </div>
      );
  }
}

function useContent(link: AttachmentLink): Content {
  const { tray } = useDesk();
  const [content, setContent] = useState<Content>({ is: "loading" });
  useEffect(() => {
    let url: string | null = null;
    let isCurrent = true;
    setContent({ is: "loading" });
    void tray.content(link.id).then((answer) => {
      if (!isCurrent) return;
      if (answer.type === "command.rejected") return setContent({ is: "refused", code: answer.refusal.code });
      const { body } = answer;
      if (body.type !== "attachment" || body.data === undefined) return setContent({ is: "gone" });
      const bytes = bytesOf(body.data);
      if (!isPicture(body.attachment.media_type)) return setContent({ is: "text", text: new TextDecoder().decode(bytes) });
      url = URL.createObjectURL(new Blob([bytes], { type: body.attachment.media_type }));
      setContent({ is: "picture", url });
    });
    return () => {
      isCurrent = false;
      if (url !== null) URL.revokeObjectURL(url);
    };
  }, [link.id]);
  return content;
}
