import {
  ApiError,
  type AreaAccuracy,
  address,
  type CheckedArea,
  getToken,
  problemError,
} from '@scenedock/ui-kit';

export type UploadedArea = CheckedArea & { name: string; accuracy: AreaAccuracy | null };

function refusal(status: number, text: string): ApiError {
  try {
    return problemError(status, JSON.parse(text)) ?? new ApiError(status, '', '');
  } catch {
    return new ApiError(status, '', '');
  }
}

/** Uploads a file that holds an area; `onProgress` gets percent. A browser tells progress only by this older way. */
export function sendArea(
  file: File,
  { onProgress, signal }: { onProgress: (percent: number) => void; signal: AbortSignal },
): Promise<UploadedArea> {
  return new Promise((done, fail) => {
    const call = new XMLHttpRequest();
    call.open('POST', address('/api/areas', {}));
    call.setRequestHeader('Accept', 'application/json');
    const token = getToken();
    if (token !== null) call.setRequestHeader('Authorization', `Bearer ${token}`);
    call.upload.addEventListener('progress', ({ loaded, total }) => {
      if (total > 0) onProgress(Math.round((loaded / total) * 100));
    });
    call.addEventListener('load', () => {
      if (call.status < 200 || call.status >= 300) fail(refusal(call.status, call.responseText));
      else {
        try {
          done(JSON.parse(call.responseText) as UploadedArea);
        } catch {
          fail(new ApiError(call.status, '', ''));
        }
      }
    });
    call.addEventListener('error', () => fail(new ApiError(0, 'network', '')));
    call.addEventListener('abort', () => fail(new DOMException('', 'AbortError')));
    signal.addEventListener('abort', () => call.abort());
    const body = new FormData();
    body.append('file', file);
    call.send(body);
  });
}
