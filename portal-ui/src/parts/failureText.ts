import { errorText } from '@scenedock/ui-kit';

function joint(what: string): string {
  if (/[！!。]$/.test(what)) return '';
  if (what.endsWith('.')) return ' ';
  return /[a-z]$/i.test(what) ? ': ' : '：';
}

/** What failed, and why where the server said so. */
export function failureText(what: string, error: unknown): string {
  const why = errorText(error, '');
  return why === '' || why === what ? what : `${what}${joint(what)}${why}`;
}
