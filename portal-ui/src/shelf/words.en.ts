import { plural } from '@scenedock/ui-kit';
import type { zhShelf } from './words.zh';

export const enShelf: typeof zhShelf = {
  intro:
    'Files pushed to your shelf stay on the FTP gateway of this system. Download them over FTP or on this page.',
  none: 'You have no shelf yet',
  noneHint:
    'A shelf is a target for people without a server of their own. What you subscribe to and the orders you push stay here until they expire, and you download them over FTP or on this page.',
  create: 'Create a shelf',
  account: 'FTP account',
  newPassword: 'New password',
  newPasswordConfirm:
    'Replace the password? The old one stops working at once, and open FTP sessions end. Unfinished downloads can be resumed with the new password.',
  newPasswordDone: 'The password was replaced',
  commands: 'Download commands',
  commandsHint: 'lftp fetches every file; the other commands fetch the files listed on this page.',
  tlsNote:
    'These commands encrypt the transfer but do not verify the certificate. Check the files against the SHA-256 in the list afterwards.',
  room: 'Space',
  used: (bytes, most, files) => `${bytes} of ${most} used, ${plural(files, 'file', 'files')}`,
  days: (days) => `Each file stays for ${plural(days, 'day', 'days')}.`,
  tight:
    'Space is running out. Files that do not fit wait. Download what you need and remove it here.',
  files: 'Files',
  filesEmpty: 'No files on your shelf yet',
  filesEmptyHint:
    'Choose the shelf as the target of a subscription, or push an order to it. Files appear here when they arrive.',
  scene: 'Scene',
  subscription: 'Subscription',
  ofOrder: 'Pushed order',
  size: 'Size',
  storedAt: 'Stored',
  expiresAt: 'Expires',
  download: (name) => `Download ${name}`,
  remove: (name) => `Remove ${name}`,
  removeConfirm: (name) => `Remove “${name}” from your shelf? This cannot be undone.`,
  removed: 'Removed',
  failed: 'Could not make the change. Try again later.',
};
