import { useEffect, useState } from 'react';

/** How long a picture that did not come is waited for before it is asked for once more, in milliseconds. */
export const IMAGE_RETRY_MS = 4000;

export type ImageState = 'shown' | 'waiting' | 'failed';

/** A picture that is asked for twice: one that fails may just be being made. */
export function useRetriedImage(url: string | null) {
  const [state, setState] = useState<ImageState>(url === null ? 'failed' : 'shown');
  const [tries, setTries] = useState(1);
  useEffect(() => {
    if (state !== 'waiting') return;
    const timer = setTimeout(() => {
      setTries(2);
      setState('shown');
    }, IMAGE_RETRY_MS);
    return () => clearTimeout(timer);
  }, [state]);
  return {
    state,
    src: url === null || tries === 1 ? url : `${url}&retry=1`,
    onError: () => setState(tries === 1 ? 'waiting' : 'failed'),
  };
}
