import { messagesOf } from '../messages/loaded';
import { storedLocale } from '../messages/locale';
import { zhCN } from '../messages/zh-CN';
import { ApiError, problemError } from './client';
import { getToken, refuseToken } from './session';

/** Sends one file, and tells how far it is: `fetch` does not. Throws as other calls do. */
export function uploadFile<T>(
  method: 'POST' | 'PUT',
  path: string,
  file: File,
  onProgress: (part: number) => void,
  signal?: AbortSignal,
): Promise<T> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const token = getToken();
    request.open(method, path);
    request.responseType = 'json';
    request.setRequestHeader('Accept', 'application/json');
    if (token !== null) request.setRequestHeader('Authorization', `Bearer ${token}`);
    request.upload.onprogress = ({ loaded, total }) => onProgress(total === 0 ? 0 : loaded / total);
    request.onload = () => {
      const { status, statusText, response } = request;
      if (status >= 200 && status < 300) return resolve(response as T);
      if (status === 401 && token !== null) refuseToken();
      reject(problemError(status, response) ?? new ApiError(status, '', `${status} ${statusText}`));
    };
    request.onerror = () =>
      reject(new ApiError(0, 'network', (messagesOf(storedLocale()) ?? zhCN).common.offline));
    request.onabort = () => reject(new DOMException('', 'AbortError'));
    signal?.addEventListener('abort', () => request.abort());
    const form = new FormData();
    form.append('file', file);
    request.send(form);
  });
}
