/** After so many tiles in a row have failed nothing is asked for a while. */
const FAILURES = 8;

/** How long nothing is asked, in milliseconds; twice as long each time, up to a limit. */
const FIRST_PAUSE = 30_000;
const LONGEST_PAUSE = 300_000;

/** Whether a server is worth asking. The globe wants new tiles at each move of the camera, and asks again for those it forgot. */
export class Patience {
  private failures = 0;
  private pause = FIRST_PAUSE;
  private until = 0;

  constructor(private readonly now: () => number) {}

  /** Nothing is asked during a pause; after it a single failure begins the next. */
  worthAsking(): boolean {
    return this.now() >= this.until;
  }

  came(): void {
    this.failures = 0;
    this.pause = FIRST_PAUSE;
    this.until = 0;
  }

  failed(): void {
    this.failures += 1;
    if (this.failures < FAILURES || !this.worthAsking()) return;
    this.until = this.now() + this.pause;
    this.pause = Math.min(LONGEST_PAUSE, this.pause * 2);
  }
}
