import { downloadUrl } from '@scenedock/ui-kit';

/** What file systems do not take in a name. */
const REFUSED = /[\\/:*?"<>|\s]+/g;

/** Hands what the page has made to the browser as a file. */
export function saveFile(content: Blob, name: string) {
  const address = URL.createObjectURL(content);
  downloadUrl(address, name.replaceAll(REFUSED, ' ').trim());
  URL.revokeObjectURL(address);
}
