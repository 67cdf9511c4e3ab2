/** All models of all connections, by connection. Which of them is chosen, or that nothing is. */

import type { Connection, ModelChoice } from "../../wire/wire";

interface ModelSelectProps {
  readonly id: string;
  readonly connections: readonly Connection[];
  readonly value: ModelChoice | undefined;
  /** What holds if nothing is chosen. */
  readonly usual: string;
  /** In place of a choice that is not there any more. */
  readonly gone: string;
  readonly describedBy?: string;
  readonly onChoice: (choice: ModelChoice | undefined) => void;
}

export function ModelSelect({ id, connections, value, usual, gone, describedBy, onChoice }: ModelSelectProps) {
  const all = connections.flatMap((c) => c.models.map((m) => ({ connection: c.id, model: m.id })));
  const chosen = all.find((one) => value !== undefined && isSame(one, value));
  return (
    <select id={id} aria-describedby={describedBy} value={value === undefined ? "" : chosen === undefined ? GONE : written(chosen)}
      onChange={(e) => onChoice(all.find((one) => written(one) === e.currentTarget.value))}>
      <option value="">{usual}</option>
      {connections.map((c) => (
        <optgroup key={c.id} label={c.name}>
          {c.models.map((m) => <option key={m.id} value={written({ connection: c.id, model: m.id })}>{m.id}</option>)}
        </optgroup>
      ))}
      {value === undefined || chosen !== undefined ? null : <option value={GONE}>{gone}</option>}
    </select>
  );

  /** A choice without a model means the first of its connection. */
  function isSame(one: ModelChoice, wanted: ModelChoice): boolean {
    const model = wanted.model ?? connections.find((c) => c.id === wanted.connection)?.models[0]?.id;
    return one.connection === wanted.connection && one.model === model;
  }
}

/** The choices are written as lists, so this is none of them. */
const GONE = "gone";

function written({ connection, model }: ModelChoice): string {
  return JSON.stringify([connection, model]);
}

/** As a person reads it, if it is there. */
export function modelName(connections: readonly Connection[], choice: ModelChoice | undefined): string | null {
  const connection = connections.find((c) => c.id === choice?.connection) ?? connections[0];
  if (connection === undefined) return null;
  const model = connection.models.find((m) => connection.id === choice?.connection && m.id === choice.model) ?? connection.models[0];
  return `${connection.name} · ${model?.id ?? ""}`;
}
