/** A chat without a message: what can be done here, or what is missing before anything can. */

import { useDesk } from "./use-desk";

export function Welcome() {
  const desk = useDesk();
  const speech = desk.speech.value;
  const { connections, boot } = desk.state.value;
  const isUnconnected = boot !== null && connections.length === 0;
  return (
    <div class="welcome">
      <h2>{speech.say("empty.title")}</h2>
      <p>{speech.say("empty.text")}</p>
      {isUnconnected ? (
        <div class="welcome-connect">
          <p>{speech.say("empty.no_connection")}</p>
          <button type="button" class="button is-primary" onClick={() => desk.browser.openSettings()}>
            {speech.say("empty.connect")}
          </button>
        </div>
      ) : null}
      <ul class="suggestions" aria-label={speech.say("empty.suggestions")}>
        {(["suggest.headphones", "suggest.summary", "suggest.tabs"] as const).map((key) => (
          <li key={key}>
            <button type="button" class="suggestion" onClick={() => desk.submit(speech.say(key))}>{speech.say(key)}</button>
          </li>
        ))}
      </ul>
    </div>
  );
}
