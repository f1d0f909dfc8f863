/** Lets somebody ask for the tiles of a layer again, wherever it is shown. */
export class Retries {
  private readonly listeners = new Set<(id: string) => void>();

  /** The answer ends it. */
  on(listener: (id: string) => void): () => void {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  }

  ask(id: string): void {
    for (const listener of this.listeners) listener(id);
  }
}
