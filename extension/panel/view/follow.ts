/**
 * Whether the transcript follows what is being written. Only the person's own gesture lets go of the end; content that
 * grows or shrinks never does. Coming back to the end, or pressing the pill, takes it up again.
 */

export interface ScrollPlace {
  readonly top: number;
  readonly height: number;
  readonly view: number;
}

const AT_END = 24;
const GESTURE_MS = 600;

export class Following {
  private lastTop = 0;
  private gestureAt = Number.NEGATIVE_INFINITY;
  private held = true;

  get follows(): boolean {
    return this.held;
  }

  gesture(now: number): void {
    this.gestureAt = now;
  }

  scrolled(place: ScrollPlace, now: number): void {
    const rest = place.height - place.view - place.top;
    const isUp = place.top < this.lastTop - 1;
    this.lastTop = place.top;
    if (rest <= AT_END) this.held = true;
    else if (isUp && now - this.gestureAt <= GESTURE_MS) this.held = false;
  }

  /** Somewhere else was gone to on purpose. */
  letGo(): void {
    this.held = false;
  }

  takeUp(): void {
    this.held = true;
  }
}
