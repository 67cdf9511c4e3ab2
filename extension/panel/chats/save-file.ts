/** Gives a text to the person as a file, through a link of this page: no permission is needed for that. */

export interface SavedText {
  readonly name: string;
  readonly media_type: string;
  readonly text: string;
}

export function saveFile({ name, media_type, text }: SavedText): void {
  const url = URL.createObjectURL(new Blob([text], { type: `${media_type};charset=utf-8` }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  // The download reads the blob only after this task.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
