/** A text field as high as its text. Set through the CSSOM: the page's policy allows no style attribute. */

export function fitToText(el: HTMLTextAreaElement): void {
  el.style.height = "auto";
  el.style.height = `${el.scrollHeight}px`;
}
