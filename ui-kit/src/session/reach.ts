import { useSyncExternalStore } from 'react';
import { address, isAnswer } from '../api/client';

/** How often a silent server is asked again, and how long it may take to answer, in milliseconds. */
const ASKED_EVERY_MS = 3000;
const ANSWER_MS = 5000;

/** Attempts that must fail in a row: a moment without network is nobody's business. */
const MAX_FAILURES = 3;

type Asks = () => Promise<boolean>;

/**
 * Whether the server can be reached. It is asked of its own accord only while it does not answer, or the browser says that
 * there is no network.
 */
class Reach {
  private failures = 0;
  private answered = 0;
  /** How often it has begun anew; answers of an earlier life count no more. */
  private life = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private readonly listeners = new Set<() => void>();
  /** Runs between the first answer and the page's return. */
  private beforeReturn: () => Promise<void> = () => Promise.resolve();

  constructor(private readonly ask: Asks) {}

  isDown(): boolean {
    return this.failures >= MAX_FAILURES;
  }

  /** How often the server has answered. */
  answers(): number {
    return this.answered;
  }

  /** A call went unanswered. */
  failed(): void {
    if (this.timer === undefined && this.failures === 0) this.again(ASKED_EVERY_MS);
  }

  /** Asks at once: the browser says that the network has come or gone. */
  askNow(): void {
    clearTimeout(this.timer);
    this.again(0);
  }

  /** Begins anew, as a page does that has asked for nothing yet. */
  forget(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.failures = 0;
    this.life += 1;
  }

  onReturn(run: () => Promise<void>): () => void {
    this.beforeReturn = run;
    return () => {
      this.beforeReturn = () => Promise.resolve();
    };
  }

  private again(ms: number): void {
    this.timer = setTimeout(() => void this.look(), ms);
  }

  private async look(): Promise<void> {
    const life = this.life;
    const answers = await this.ask();
    if (life !== this.life) return;
    this.timer = undefined;
    if (answers) {
      if (this.isDown()) await this.beforeReturn().catch(() => undefined);
      this.failures = 0;
      this.answered += 1;
    } else {
      this.failures += 1;
    }
    // A last answer may come while the network goes, and a page that asks for nothing would never notice.
    if (!answers || !navigator.onLine) this.again(ASKED_EVERY_MS);
    for (const listener of this.listeners) listener();
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };
}

/** Asks for what anybody may know. */
async function answers(): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(ANSWER_MS);
    const { status } = await fetch(address('/api/config', {}), { cache: 'no-store', signal });
    return isAnswer(status);
  } catch {
    return false;
  }
}

export const reach = new Reach(answers);

export function useIsDown(): boolean {
  return useSyncExternalStore(reach.subscribe, () => reach.isDown());
}

export function useAnswers(): number {
  return useSyncExternalStore(reach.subscribe, () => reach.answers());
}
