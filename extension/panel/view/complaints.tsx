/** What was refused or went otherwise than asked, right above the place where the person writes. */

import { Icon } from "./icon";
import { ofComplaint, ofSystem, type Remedy } from "./problem";
import { ProblemView } from "./problem-view";
import { useDesk } from "./use-desk";

export function Complaints() {
  const desk = useDesk();
  const speech = desk.speech.value;
  const { complaint, open, notices, remark } = desk.state.value;
  const remedy = (wanted: Remedy) => {
    switch (wanted) {
      case "settings":
        return desk.browser.openSettings();
      case "reload":
        return desk.reload();
      case "regenerate":
        desk.readComplaint();
        if (complaint !== null && complaint.turn !== null) desk.branches.regenerate(complaint.turn);
        return;
      case "continue":
        return desk.readComplaint();
    }
  };
  return (
    <>
      {notices.map((notice, index) => (
        <ProblemView key={notice.code} problem={ofSystem(notice.code, speech)} speech={speech} role="alert" onRemedy={remedy}
          onDismiss={() => desk.readNotice(index)} />
      ))}
      {complaint === null || (complaint.thread !== null && complaint.thread !== open.id) ? null : (
        <ProblemView problem={ofComplaint(complaint.refusal, speech)} speech={speech} role="alert"
          onRemedy={remedy} onDismiss={() => desk.readComplaint()} />
      )}
      {remark === null || remark.thread !== open.id ? null : (
        <p class="remark">
          <span>{speech.say(`remark.${remark.about}`)}</span>
          <button type="button" class="icon-button tool" aria-label={speech.say("problem.dismiss")} onClick={() => desk.readRemark()}>
            <Icon name="failed" />
          </button>
        </p>
      )}
    </>
  );
}
