import { useCallback, useState } from 'react';

/** Hears of an upload that begins (1) or is over (-1). */
export type OnUpload = (by: 1 | -1) => void;

/** Counts the uploads of a form, which is not sent while there are any: it would be sent with the files before them. */
export function useUploadCount() {
  const [running, setRunning] = useState(0);
  const onUpload: OnUpload = useCallback((by) => setRunning((now) => now + by), []);
  return { isUploading: running > 0, onUpload };
}
