// The service worker. Chrome only wakes it for events whose listeners stand here synchronously; everything else is the engine's.

import { listen } from "./chrome-pages.ts";
import { EngineHost } from "./engine-host.ts";
import { Notices } from "./notices.ts";
import { keepAwake } from "./vigil.ts";
import { Switchboard } from "./switchboard.ts";

const switchboard = new Switchboard();
const notices = new Notices();
const host = new EngineHost(switchboard, notices);
switchboard.connectTo(host);

notices.listen();
listen(host.hands);
chrome.runtime.onConnect.addListener((port) => switchboard.accept(port));
chrome.permissions.onRemoved.addListener(({ origins = [] }) => {
  if (origins.length > 0) host.withdrawn(origins);
});
// Waking is all that an alarm has to do, and the start of the browser: the start of this file boots the engine, and booting
// takes up what was cut and what has slept long enough. What follows must not be cut for want of an event.
chrome.alarms.onAlarm.addListener(() => keepAwake(host));
chrome.runtime.onStartup.addListener(() => keepAwake(host));

void chrome.sidePanel.setPanelBehavior({ openPanelOnActionClick: true });
// What is stored for panels is nobody else's: content scripts run beside pages that nobody vouches for.
for (const area of [chrome.storage.session, chrome.storage.local, chrome.storage.sync]) void area.setAccessLevel({ accessLevel: "TRUSTED_CONTEXTS" });

void host.start().then(() => keepAwake(host));
