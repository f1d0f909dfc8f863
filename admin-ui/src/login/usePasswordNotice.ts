import { useWarnOfPassword } from '@scenedock/ui-kit';
import { useNotify } from 'ra-core';
import { useCallback } from 'react';

/** Tells who has signed in that the password should be changed. */
export function usePasswordNotice() {
  const notify = useNotify();
  const tell = useCallback((words: string) => notify(words, { type: 'warning' }), [notify]);
  return useWarnOfPassword(tell);
}
