import type { RegionItem } from '@scenedock/ui-kit';

/** A region as it is remembered and shown. */
export type KnownRegion = Pick<RegionItem, 'areaName' | 'areaCode' | 'level'>;

const STORAGE_KEY = 'scenedock.recentRegions';
const MOST = 6;

function isKnown(value: unknown): value is KnownRegion {
  if (typeof value !== 'object' || value === null) return false;
  const { areaName, areaCode } = value as Partial<KnownRegion>;
  return typeof areaName === 'string' && /^\d{9}$/.test(areaCode ?? '');
}

/** The regions that were used last in this browser, newest first. */
export function recentRegions(): KnownRegion[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(STORAGE_KEY) ?? '[]');
    return Array.isArray(stored) ? stored.filter(isKnown).slice(0, MOST) : [];
  } catch {
    return [];
  }
}

export function rememberRegion({ areaName, areaCode, level }: KnownRegion): void {
  const others = recentRegions().filter((one) => one.areaCode !== areaCode);
  try {
    const recent = [{ areaName, areaCode, level }, ...others].slice(0, MOST);
    localStorage.setItem(STORAGE_KEY, JSON.stringify(recent));
  } catch {
    // Without storage nothing is remembered.
  }
}
