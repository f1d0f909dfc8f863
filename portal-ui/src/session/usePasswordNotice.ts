import { useWarnOfPassword } from '@scenedock/ui-kit';
import { useCallback } from 'react';
import { useNotice } from '../parts/notice';

/** Tells who has signed in that the password should be changed; false: it is fine. */
export function usePasswordNotice() {
  const notice = useNotice();
  return useWarnOfPassword(useCallback((words: string) => notice(words, 'warning'), [notice]));
}
