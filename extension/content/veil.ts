/** What lies over a page and takes part in nothing. */

export function veil(): { readonly host: HTMLElement; readonly root: ShadowRoot } {
  const host = document.createElement("div");
  host.setAttribute("aria-hidden", "true");
  host.style.cssText = "all:initial;position:fixed;inset:0;pointer-events:none;z-index:2147483647";
  return { host, root: host.attachShadow({ mode: "closed" }) };
}
