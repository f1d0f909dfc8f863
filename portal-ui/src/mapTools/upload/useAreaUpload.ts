import { ApiError, type AreaAccuracy, formatBytes, useConfig } from '@scenedock/ui-kit';
import { useCallback, useEffect, useRef, useState } from 'react';
import { type AreaChoice, chooseWkt } from '../../area/areaChoice';
import { failureText } from '../../parts/failureText';
import { useNotice } from '../../parts/notice';
import { useToolMessages } from '../messages/useToolMessages';
import { useCorner } from '../overlay/CornerNotices';
import { sendArea } from './sendArea';

/** What files with an area are called. */
export const ENDINGS = ['.zip', '.geojson', '.json', '.kml', '.kmz'];

/** How long the refusal of too many vertices is shown, in milliseconds. */
const TOO_MANY_SHOWN = 10_000;

/** The file that is searched by; its shape is shown until the area is another. */
export type Uploaded = { name: string; wkt: string; accuracy: AreaAccuracy | null };

/** What broke was not the server's refusal. */
const NO_REASON: Pick<ApiError, 'code' | 'detail' | 'errors'> = {
  code: '',
  detail: '',
  errors: [],
};

type Sending = { name: string; percent: number };

/** Searches by the area of an uploaded file. */
export function useAreaUpload(onArea: (area: AreaChoice) => void, onTaken: (wkt: string) => void) {
  const m = useToolMessages();
  const notice = useNotice();
  const corner = useCorner();
  const { uploadMaxBytes } = useConfig();
  const [uploaded, setUploaded] = useState<Uploaded | null>(null);
  const [sending, setSending] = useState<Sending | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const inPanel = useRef(false);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  /** The panel says it in place and lets it stand; where no panel is open it is said in passing. */
  const refuse = useCallback(
    (text: string, severity: 'error' | 'warning' = 'error') => {
      if (inPanel.current) setFault(text);
      else notice(text, severity);
    },
    [notice],
  );
  const failed = useCallback(
    (error: unknown) => {
      // The list is emptied: nothing of the file is used.
      setUploaded(null);
      const { code, detail, errors } = error instanceof ApiError ? error : NO_REASON;
      if (code === 'not_one_polygon') refuse(m.areaUpload.notOne, 'warning');
      else if (code === 'self_crossing') refuse(m.wkt.faults.crossing(errors[0]?.detail ?? ''));
      else if (code === 'too_many_vertices') {
        corner.show(detail, { severity: 'error', about: 'upload', ms: TOO_MANY_SHOWN });
      } else {
        const why = errors.map((one) => one.detail).join('；');
        const what = failureText(m.areaUpload.failed, error);
        refuse(why === '' ? what : `${what}${why}`);
      }
    },
    [m, corner, refuse],
  );
  const upload = useCallback(
    async (file: File, from: 'panel' | 'map') => {
      inPanel.current = from === 'panel';
      const fits = ENDINGS.some((ending) => file.name.toLowerCase().endsWith(ending));
      if (!fits) return refuse(m.areaUpload.onlyZip, 'warning');
      if (file.size > uploadMaxBytes) {
        return refuse(m.areaUpload.tooBig(formatBytes(uploadMaxBytes)), 'warning');
      }
      running.current?.abort();
      const controller = new AbortController();
      running.current = controller;
      setFault(null);
      corner.dismiss('upload');
      setSending({ name: file.name, percent: 0 });
      try {
        const area = await sendArea(file, {
          onProgress: (percent) => setSending({ name: file.name, percent }),
          signal: controller.signal,
        });
        if (controller.signal.aborted) return;
        if (area.tooLarge) return refuse(m.tools.tooLarge, 'warning');
        const choice = await chooseWkt(area.wkt);
        if (controller.signal.aborted) return;
        onArea(choice);
        setUploaded({ name: file.name, wkt: area.wkt, accuracy: area.accuracy ?? null });
        notice(m.areaUpload.success);
        onTaken(area.wkt);
      } catch (error) {
        if (!controller.signal.aborted) failed(error);
      } finally {
        if (running.current === controller) setSending(null);
      }
    },
    [m, notice, corner, refuse, failed, onArea, onTaken, uploadMaxBytes],
  );
  /** Lets go of the file, and of one that is on its way. */
  const forget = useCallback(() => {
    running.current?.abort();
    running.current = null;
    setSending(null);
    setUploaded(null);
    setFault(null);
  }, []);
  return { upload, uploaded, sending, fault, forget };
}

export type AreaUpload = ReturnType<typeof useAreaUpload>;
