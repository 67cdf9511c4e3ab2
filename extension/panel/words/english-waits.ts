/** English words for waits: steps that only the person can take, and pages that are waited for. */

export const englishWaits = {
  "verb.request_user_action": "Hand you the page:",
  "verb.watch_page": "Watch the page for:",
  "ask.watch_page": "Keep an eye on the page on {site}?",
  "tool.with_person": "You had this tab for a step of your own, so nothing was read from it.",

  "handover.title": "You have the page",
  "handover.title_site": "You have the page · {site}",
  "handover.to_do": "What to do",
  "handover.why": "Why you",
  "handover.care": "The model wrote this. Until you press Done, nothing is read from the page. Passwords and codes go into the page only, never into this chat.",
  "handover.show": "Show the tab",
  "handover.done": "Done",
  "handover.cannot": "I can't",
  "handover.stop": "Stop",
  "strip.with_you": "You have the page",
  "say.action": "The task hands you the page: {what}",

  "watch.title": "Watching {site}",
  "watch.text": "Until “{text}” is on the page.",
  "watch.text_gone": "Until “{text}” is gone from the page.",
  "watch.url": "Until the address contains “{text}”.",
  "watch.changed": "Until its text changes.",
  "watch.how.one": "Looks about every {n} minute, until {time} at most. Keep the tab open; you may close the panel.",
  "watch.how.other": "Looks about every {n} minutes, until {time} at most. Keep the tab open; you may close the panel.",
  "watch.often": "Looks about twice a minute, until {time} at most. Keep the tab open; you may close the panel.",
  "strip.watching": "Watching until {time}",
  "say.watch": "Watching the page, until {time} at most.",
} as const;
