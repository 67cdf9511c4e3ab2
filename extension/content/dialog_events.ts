/** The words between the two halves of the keeping of dialogs, in the page's world and in ours. Details are JSON texts. */

export const ARM = "fairlead:dialogs";
export const DISARM = "fairlead:dialogs-end";
export const OPENED = "fairlead:dialog";

export interface Opened {
  readonly kind: "alert" | "confirm" | "prompt";
  readonly message: string;
  /** An answer was given beforehand. */
  readonly armed: boolean;
  readonly accepted: boolean;
}
