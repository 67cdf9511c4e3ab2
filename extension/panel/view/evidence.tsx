/** Beside an answer: whether its task's steps show it, and on demand each claim with the way to the step that does. */

import { useState } from "preact/hooks";
import type { Evidence, Item, Standing } from "../../wire/wire";
import type { Speech } from "../words/speech";
import { Icon, type IconName } from "./icon";
import { badgeWords, eachOnce, type Line, linesOf, type Place, unclaimed } from "./showing";
import { useDesk } from "./use-desk";

interface EvidenceProps {
  evidence: Evidence;
  /** Of the answer. */
  text: string;
  /** Of its Turn. */
  items: readonly Item[];
  speech: Speech;
}

const ICONS: Readonly<Record<Standing, IconName>> = { proved: "done", admitted: "doubt", unverified: "warn", rejected: "failed" };

export function EvidenceBadge({ evidence, text, items, speech }: EvidenceProps) {
  const { standing } = evidence;
  // What is not shown is said without being asked.
  const [choice, setChoice] = useState<boolean | null>(null);
  const isOpen = choice ?? standing === "unverified";
  return (
    <details class={`evidence is-${standing}`} open={isOpen} onToggle={(e) => { if (e.currentTarget.open !== isOpen) setChoice(e.currentTarget.open); }}>
      <summary><Icon name={ICONS[standing]} /> {badgeWords(evidence, speech)}</summary>
      {isOpen ? <EvidenceList evidence={evidence} text={text} items={items} speech={speech} /> : null}
    </details>
  );
}

function EvidenceList({ evidence, text, items, speech }: EvidenceProps) {
  const lines = eachOnce(linesOf(evidence, text, items, speech));
  const left = unclaimed(evidence);
  return (
    <>
      {left.length === 0 ? null : (
        <p>{speech.say("evidence.missing", { what: speech.list(left.map((code) => speech.say(`missing.${code}`))) })}</p>
      )}
      {lines.length === 0 ? null : (
        <ul aria-label={speech.say("evidence.claims")}>
          {lines.map((line, at) => <ClaimLine key={at} line={line} speech={speech} />)}
        </ul>
      )}
      {evidence.standing === "unverified" ? <p>{speech.say("stop.unverified.next")}</p> : null}
    </>
  );
}

function ClaimLine({ line, speech }: { line: Line; speech: Speech }) {
  const { lacks, operation, places } = line;
  return (
    <li class={lacks === null ? "claim" : "claim is-lacking"}>
      <span class="claim-kind">{speech.say(`claim.${line.kind}`)}</span> <q>{line.words}</q>
      {operation === null ? null : <span class="claim-note"> {speech.say(`operation.${operation}`)}</span>}
      {lacks === null ? null : <span class="claim-lack"> {speech.say(`missing.${lacks}`)}</span>}
      {places.length === 0 ? null : (
        <span class="claim-places">
          {" "}<span class="sr">{speech.say(lacks === null ? "evidence.shown_by" : "evidence.looked_at")} </span>
          {places.map((place, at) => <PlaceButton key={at} place={place} />)}
        </span>
      )}
    </li>
  );
}

function PlaceButton({ place }: { place: Place }) {
  const desk = useDesk();
  const { node } = place;
  if (node === null) return <span class="claim-note">{place.label}</span>;
  return <button type="button" class="quiet" onClick={() => desk.goTo(node)}>{place.label}</button>;
}
