/** The models of the endpoint that is being written, asked for when pressed: from then on the fields suggest them. */

import { useState } from "preact/hooks";
import { siteText } from "../panel/card/site";
import type { Connection, ListedModel, ModelList } from "../wire/wire";
import { type BaseUrl, readBaseUrl } from "./base-url";
import { endpointOf, type TypedConnection } from "./typed-connection";
import { useRegistry } from "./use-registry";
import { Failure } from "./verify/cause";

type Listing =
  | { readonly is: "unasked" | "asking" | "unreadable" }
  | { readonly is: "barred"; readonly site: string }
  | { readonly is: "answered"; readonly list: ModelList };

type BadUrl = Extract<BaseUrl, { type: "bad" }>;

interface ModelListProps {
  readonly typed: TypedConnection;
  readonly stored: Connection | null;
  /** The address cannot be asked as it stands. */
  readonly onBadUrl: (why: BadUrl["why"]) => void;
  readonly onListed: (models: readonly ListedModel[]) => void;
}

export function ModelListing({ typed, stored, onBadUrl, onListed }: ModelListProps) {
  const registry = useRegistry();
  const speech = registry.speech.value;
  const [listing, setListing] = useState<Listing>({ is: "unasked" });
  const ask = () => {
    const base = readBaseUrl(typed.url);
    if (base.type === "bad") return onBadUrl(base.why);
    const granted = registry.granted(base.pattern);
    setListing({ is: "asking" });
    void granted.then(async (isGranted) => {
      if (!isGranted) return setListing({ is: "barred", site: siteText(base.url) });
      const list = await registry.models({ type: "draft", endpoint: endpointOf(typed, stored, base.url) });
      if (list === null) return setListing({ is: "unreadable" });
      if (list.type === "listed") onListed(list.models);
      setListing({ is: "answered", list });
    });
  };
  return (
    <div class="listing">
      <button type="button" class="button" disabled={listing.is === "asking"} onClick={ask}>
        {speech.say(listing.is === "asking" ? "models.fetching" : "models.fetch")}
      </button>
      {listing.is === "answered" && listing.list.type === "failed" ? <Failure role="alert" stage="reachable" error={listing.list.error} /> : (
        <p role="status" class="hint">{outcome(listing)}</p>
      )}
    </div>
  );

  function outcome(listing: Listing): string {
    switch (listing.is) {
      case "unasked":
      case "asking":
        return "";
      case "unreadable":
        return speech.say("models.unasked");
      case "barred":
        return speech.say("form.host_refused", { site: listing.site });
      case "answered": {
        const n = listing.list.type === "listed" ? listing.list.models.length : 0;
        return n === 0 ? speech.say("models.fetched_none") : speech.count("models.fetched", n);
      }
    }
  }
}
