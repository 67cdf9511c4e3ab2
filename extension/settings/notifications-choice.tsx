/** When a notification tells of a chat that no panel shows, and whether it names the chat. Chrome asks for its own word on it. */

import { useEffect, useState } from "preact/hooks";
import type { Notifications, NotificationTitles } from "../wire/wire";
import { Choices } from "./choices";
import { Section } from "./section";
import { useRegistry } from "./use-registry";

const WHEN = ["off", "waiting", "waiting_and_done"] as const satisfies readonly Notifications[];
const TITLES = ["shown", "hidden"] as const satisfies readonly NotificationTitles[];

export function NotificationsChoice() {
  const registry = useRegistry();
  const speech = registry.speech.value;
  const { browser } = registry;
  const [access, setAccess] = useState<"unknown" | "granted" | "missing" | "refused">("unknown");
  useEffect(() => {
    void browser.holdsNotifications().then((holds) => setAccess(holds ? "granted" : "missing"), () => setAccess("missing"));
  }, [browser]);
  const { notifications = "waiting", notification_titles: titles = "shown" } = registry.settings.value;
  // Chrome shows its prompt only for a call made here and now, inside the press.
  const ask = () => void browser.requestNotifications().then((isGranted) => setAccess(isGranted ? "granted" : "refused"), () => setAccess("refused"));
  return (
    <Section id="notifications" title={speech.say("settings.notifications")} text={speech.say("settings.notifications_text")}>
      {notifications === "off" || access === "granted" || access === "unknown" ? null : (
        <p class="page-notice" role="status">
          <span>{speech.say(access === "refused" ? "notifications.refused" : "notifications.missing")}</span>
          <button type="button" class="button is-primary" onClick={ask}>{speech.say("notifications.allow")}</button>
        </p>
      )}
      <Choices
        legend={speech.say("settings.notifications")}
        value={notifications}
        choices={WHEN.map((value) => ({ value, label: speech.say(`notifications.${value}`) }))}
        onChoice={(value) => void registry.change({ notifications: value })}
      />
      <Choices
        legend={speech.say("notifications.titles")}
        value={titles}
        choices={TITLES.map((value) => ({ value, label: speech.say(`notifications.titles_${value}`), text: speech.say(`notifications.titles_${value}_text`) }))}
        onChoice={(value) => void registry.change({ notification_titles: value })}
      />
    </Section>
  );
}
