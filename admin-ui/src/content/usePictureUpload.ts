import { contentDesk, errorText } from '@scenedock/ui-kit';
import { useNotify } from 'ra-core';
import { useState } from 'react';
import { useAdminMessages } from '../i18n/useAdminMessages';

const TYPES = ['image/png', 'image/jpeg', 'image/webp'];
export const PICTURE_TYPES = TYPES.join(',');
const LARGEST = 10 * 1024 ** 2;

/** What Markdown would take for the end of a name. */
const nameOf = (file: File) =>
  file.name
    .replace(/\.\w+$/, '')
    .replace(/[[\]()\\]/g, ' ')
    .trim();

/** Uploads pictures one after the other; `insert` gets the Markdown of each. */
export function usePictureUpload(insert: (markdown: string) => void) {
  const notify = useNotify();
  const { editor: m } = useAdminMessages();
  const [busy, setBusy] = useState(false);
  const send = async (file: File) => {
    if (!TYPES.includes(file.type)) return notify(m.pictureType, { type: 'warning' });
    if (file.size > LARGEST) return notify(m.pictureLarge, { type: 'warning' });
    try {
      const { url } = await contentDesk.uploadPicture(file);
      insert(`![${nameOf(file)}](${url})\n`);
    } catch (error) {
      notify(`${m.pictureFailed} ${errorText(error, '')}`.trim(), { type: 'error' });
    }
  };
  const upload = async (files: Iterable<File>) => {
    setBusy(true);
    for (const file of files) await send(file);
    setBusy(false);
  };
  return { busy, upload };
}
