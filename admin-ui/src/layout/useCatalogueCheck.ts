import { ApiError, api, isAnswer, isLeaving } from '@scenedock/ui-kit';
import { leaveFor } from '@scenedock/ui-kit/leaving';
import { useEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';

/** Whether the server says that its catalogue is away. One that says nothing has no page of an outage to show either. */
const isAway = (error: unknown) =>
  error instanceof ApiError && error.status >= 500 && isAnswer(error.status);

/**
 * Asks for the catalogue at every navigation, as the portal does, and leads to the page of an outage where it does not answer
 * (portal specification, section 2). Nothing waits for the answer, and the browser keeps it by its ETag.
 */
export function useCatalogueCheck(): void {
  const { pathname, search, key } = useLocation();
  const type = useNavigationType();
  const here = useRef('');
  const step = useRef(0);
  useEffect(() => {
    // An address that is rewritten in its place is no navigation.
    const isRewritten = type === 'REPLACE' && pathname === here.current;
    here.current = pathname;
    if (isRewritten) return;
    step.current += 1;
    const own = step.current;
    api.scenes.tree().catch((error: unknown) => {
      if (own !== step.current || isLeaving() || !isAway(error)) return;
      const { pathname: app, search, hash } = window.location;
      leaveFor(`/error?${new URLSearchParams({ from: `${app}${search}${hash}` })}`);
    });
    // An address that is typed in has no key of its own.
  }, [key, pathname, search]);
  useEffect(
    () => () => {
      step.current += 1;
    },
    [],
  );
}
