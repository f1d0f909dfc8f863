/** A layer is judged when no tile has come or failed for this long, in milliseconds. */
export const SETTLE_MS = 600;

/**
 * Says whether a layer can be reached, out of what becomes of its tiles. Services hold only part of the world and only
 * some levels: single tiles that fail beside others that come mean nothing.
 */
export class ReachWatch {
  private came = false;
  private failed = false;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly tell: (reached: boolean) => void) {}

  readonly tile = (came: boolean): void => {
    if (came && !this.came) this.tell(true);
    this.came ||= came;
    this.failed ||= !came;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.judge(), SETTLE_MS);
  };

  stop(): void {
    clearTimeout(this.timer);
  }

  private judge(): void {
    if (this.failed && !this.came) this.tell(false);
    this.came = false;
    this.failed = false;
  }
}
