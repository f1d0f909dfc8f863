import type { OrderProgress } from '../api/types';

/** A stream that a test speaks for. */
export class ProgressStream extends EventTarget {
  static readonly CLOSED = 2;
  static opened: ProgressStream[] = [];
  readyState = 1;
  onopen: (() => void) | null = null;
  onerror: (() => void) | null = null;

  constructor(readonly url: string) {
    super();
    ProgressStream.opened.push(this);
  }

  close() {
    this.readyState = ProgressStream.CLOSED;
  }

  /** As a browser does whose connection was answered with an error: it opens no other. */
  refuse() {
    this.close();
    this.onerror?.();
  }

  say(progress: OrderProgress) {
    this.dispatchEvent(new MessageEvent('progress', { data: JSON.stringify(progress) }));
  }
}
