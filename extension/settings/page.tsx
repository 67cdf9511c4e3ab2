/** The settings page from top to bottom. */

import { useEffect } from "preact/hooks";
import { ofRefusal } from "../panel/view/problem";
import { ProblemView } from "../panel/view/problem-view";
import { AppearanceChoice } from "./appearance-choice";
import { Calls } from "./calls";
import { Connections } from "./connections";
import { Instructions } from "./instructions";
import { LimitsChoice } from "./limits-choice";
import { Memory } from "./memory";
import { NotificationsChoice } from "./notifications-choice";
import { Passphrase } from "./passphrase";
import { Rules } from "./rules/rules";
import type { Registry } from "./registry";
import { Section } from "./section";
import { CompletionChoice, PolicyChoice, SavingChoice, TitlesChoice, ToolsChoice } from "./setting-choices";
import { RegistryContext, useRegistry } from "./use-registry";

const SECTIONS = [
  ["connections", "settings.connections"],
  ["passphrase", "settings.passphrase"],
  ["permission", "settings.policy"],
  ["rules", "settings.rules"],
  ["limits", "settings.limits"],
  ["instructions", "settings.instructions"],
  ["memory", "settings.memory"],
  ["tools", "settings.tools"],
  ["saving", "settings.saving"],
  ["completion", "settings.completion"],
  ["titles", "settings.titles"],
  ["notifications", "settings.notifications"],
  ["appearance", "settings.appearance"],
  ["calls", "settings.calls"],
  ["runs", "settings.runs"],
] as const;

export function SettingsPage({ registry }: { registry: Registry }) {
  const speech = registry.speech.value;
  const title = `${speech.say("app.name")} · ${speech.say("settings.title")}`;
  useEffect(() => {
    document.title = title;
  }, [title]);
  return (
    <RegistryContext.Provider value={registry}>
      <header class="page-head">
        <h1>{title}</h1>
        <nav aria-label={speech.say("settings.sections")}>
          <ul>{SECTIONS.map(([id, key]) => <li key={id}><a href={`#${id}`}>{speech.say(key)}</a></li>)}</ul>
        </nav>
      </header>
      <main class="page">
        <LinkNotice />
        <RefusalNotice />
        <Connections />
        <Passphrase />
        <PolicyChoice />
        <Rules />
        <LimitsChoice />
        <Instructions />
        <Memory />
        <ToolsChoice />
        <SavingChoice />
        <CompletionChoice />
        <TitlesChoice />
        <NotificationsChoice />
        <AppearanceChoice />
        <Calls />
        <RunFiles />
      </main>
      <div class="sr" role="status" aria-live="polite">{registry.polite.value}</div>
    </RegistryContext.Provider>
  );
}

/** What a run file tells is shown on a page of its own, which has no line to the engine. */
function RunFiles() {
  const speech = useRegistry().speech.value;
  return (
    <Section id="runs" title={speech.say("settings.runs")} text={speech.say("settings.runs_text")}>
      <a class="button" href="runs.html" target="_blank">{speech.say("settings.runs_open")}</a>
    </Section>
  );
}

function RefusalNotice() {
  const registry = useRegistry();
  const speech = registry.speech.value;
  const refusal = registry.refusal.value;
  if (refusal === null) return null;
  return (
    <ProblemView role="alert" speech={speech} onRemedy={() => location.reload()} onDismiss={() => (registry.refusal.value = null)}
      problem={ofRefusal(refusal.code, refusal.field ?? null, speech)} />
  );
}

function LinkNotice() {
  const registry = useRegistry();
  const speech = registry.speech.value;
  switch (registry.status.value) {
    case "ready":
      return null;
    case "reconnecting":
      return <p class="page-notice" role="status">{speech.say("link.reconnecting")}</p>;
    case "lost":
      return (
        <div class="page-notice" role="status">
          <span>{speech.say("link.lost")}</span>
          <button type="button" class="button" onClick={() => registry.browser.restart()}>{speech.say("link.restart")}</button>
        </div>
      );
    case "outdated":
      return (
        <div class="page-notice" role="alert">
          <span>{speech.say("link.outdated")}</span>
          <button type="button" class="button is-primary" onClick={() => location.reload()}>{speech.say("link.reload")}</button>
        </div>
      );
  }
}
