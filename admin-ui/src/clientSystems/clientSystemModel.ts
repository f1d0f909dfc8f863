import type { ClientSystem, ClientSystemForm, ClientUseDay } from '@scenedock/ui-kit';

const GIGABYTE = 1024 ** 3;

/** How many days of use are shown. */
export const DAYS = 30;

/** What the form holds. */
export interface SystemDraft extends Record<string, string> {
  loginName: string;
  note: string;
  /** Empty: no limit. */
  calls: string;
  gigabytes: string;
}

/** The form of a client system, or of a new one. */
export function draftOf(system: ClientSystem | undefined): SystemDraft {
  const { bytesADay = null, callsADay = null } = system ?? {};
  return {
    loginName: system?.loginName ?? '',
    note: system?.note ?? '',
    calls: callsADay === null ? '' : String(callsADay),
    gigabytes: bytesADay === null ? '' : String(+(bytesADay / GIGABYTE).toFixed(3)),
  };
}

/** What is sent of it; the account of one that exists stays. */
export function formOf(
  { loginName, note, calls, gigabytes }: SystemDraft,
  isNew: boolean,
): ClientSystemForm & { loginName?: string } {
  return {
    ...(isNew ? { loginName: loginName.trim() } : {}),
    note: note.trim(),
    callsADay: calls.trim() === '' ? null : Number(calls),
    bytesADay: gigabytes.trim() === '' ? null : Math.round(Number(gigabytes) * GIGABYTE),
  };
}

/** Whether it is a number of that kind, or nothing. */
export const isCount = (text: string) => /^\d{0,9}$/.test(text.trim());
export const isAmount = (text: string) =>
  text.trim() === '' || /^\d{1,7}(\.\d+)?$/.test(text.trim());

/** Every one of the days, the first of them first; the server leaves out those on which nothing was taken. */
export function everyDay(days: readonly string[], known: readonly ClientUseDay[]): ClientUseDay[] {
  const byDay = new Map(known.map((one) => [one.day, one]));
  return days.map((day) => byDay.get(day) ?? { day, calls: 0, refused: 0, bytes: 0 });
}

const DAY_MS = 86_400_000;
/** When a token is so near its end that its successor should be made. */
const SOON_MS = 14 * DAY_MS;

/** Whether a token ends soon. */
export const endsSoon = (expiresAt: string, now: number) => Date.parse(expiresAt) - now < SOON_MS;
