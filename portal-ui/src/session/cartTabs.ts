const NAME = 'scenedock.cart';

let channel: BroadcastChannel | null = null;

/** One channel for this tab: it does not hear itself. */
function open(): BroadcastChannel | null {
  if (typeof BroadcastChannel === 'undefined') return null;
  channel ??= new BroadcastChannel(NAME);
  return channel;
}

/** Tells this browser's other tabs that the cart has changed. */
export function tellOtherTabs(): void {
  open()?.postMessage('changed');
}

/** Calls `listener` whenever another tab changes the cart. Returns the way to stop. */
export function onOtherTabs(listener: () => void): () => void {
  const own = open();
  own?.addEventListener('message', listener);
  return () => own?.removeEventListener('message', listener);
}
