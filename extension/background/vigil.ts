// Chrome stops an idle worker after 30 seconds. While a Turn runs and no panel is open, somebody has to say that it is not idle;
// and should it be stopped all the same, an alarm wakes the next one.

const WAKE_ALARM = "wake";
const HEARTBEAT_MS = 20_000;
const WAKE_MINUTES = 0.5;

interface Host {
  readonly busy: boolean;
}

let beating: ReturnType<typeof setInterval> | undefined;

export function keepAwake(host: Host): void {
  if (beating !== undefined) return;
  void chrome.alarms.create(WAKE_ALARM, { periodInMinutes: WAKE_MINUTES });
  beating = setInterval(() => {
    if (host.busy) {
      // Any call of an extension API counts as activity.
      void chrome.runtime.getPlatformInfo();
      return;
    }
    clearInterval(beating);
    beating = undefined;
    void chrome.alarms.clear(WAKE_ALARM);
  }, HEARTBEAT_MS);
}
