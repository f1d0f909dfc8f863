import { ApiError, catalogue, useMessages } from '@scenedock/ui-kit';
import { useCallback, useState } from 'react';
import { type AreaChoice, chooseWkt } from '../../area/areaChoice';
import { failureText } from '../../parts/failureText';
import { useNotice } from '../../parts/notice';

/** The server's judgement of an area; a server that cannot judge lets it pass. */
async function judge(wkt: string): Promise<{ wkt: string; tooLarge: boolean }> {
  try {
    return await catalogue.checkArea(wkt);
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return { wkt, tooLarge: false };
    throw error;
  }
}

/** Takes an area to search by, once the server has found it small enough; says whether it was taken. */
export function useTakeArea(onArea: (area: AreaChoice | null) => void) {
  const m = useMessages();
  const notice = useNotice();
  const [checking, setChecking] = useState(false);
  const take = useCallback(
    async (wkt: string): Promise<boolean> => {
      setChecking(true);
      try {
        const judged = await judge(wkt);
        if (judged.tooLarge) {
          notice(m.tools.tooLarge, 'warning');
          return false;
        }
        onArea(await chooseWkt(judged.wkt));
        return true;
      } catch (error) {
        notice(failureText(m.tools.checkFailed, error), 'error');
        return false;
      } finally {
        setChecking(false);
      }
    },
    [m, notice, onArea],
  );
  return { take, checking };
}
