const UNITS = ['B', 'KB', 'MB', 'GB', 'TB', 'PB'] as const;

/** `1536` is "1.5 KB": one decimal, rounded half up, steps of 1024, as the server's `ByteCount` writes it. */
export function formatBytes(bytes: number | null | undefined): string {
  if (bytes === null || bytes === undefined || !Number.isFinite(bytes) || bytes < 0) return '-';
  let size = 1;
  let step = 0;
  const tenths = () => Math.floor((bytes * 10) / size + 0.5);
  while (tenths() >= 10_240 && step < UNITS.length - 1) {
    size *= 1024;
    step += 1;
  }
  if (step === 0) return `${bytes} B`;
  return `${(tenths() / 10).toFixed(1)} ${UNITS[step]}`;
}

/** The size of a scene. Of one that is only in the catalogue nobody knows it, which `unknown` says. */
export function formatSceneSize(bytes: number, unknown: string): string {
  return bytes === 0 ? unknown : formatBytes(bytes);
}

/** The volume of an order: what is known of it, and how many scenes are left out of that. */
export function formatVolume(
  order: { dataSize: number; unsizedCount: number },
  words: { sizeUnknown: string; sizePart: (known: string, unsized: number) => string },
): string {
  const { dataSize, unsizedCount } = order;
  if (unsizedCount === 0) return formatBytes(dataSize);
  if (dataSize === 0) return words.sizeUnknown;
  return words.sizePart(formatBytes(dataSize), unsizedCount);
}

/** One clock for the whole country, wherever the browser stands. */
const TIME_ZONE = 'Asia/Shanghai';

const PARTS = new Intl.DateTimeFormat('en-GB', {
  timeZone: TIME_ZONE,
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
});

function fields(time: string | null | undefined): Record<string, string> | null {
  if (time === null || time === undefined || time === '') return null;
  const date = new Date(time);
  if (Number.isNaN(date.getTime())) return null;
  return Object.fromEntries(PARTS.formatToParts(date).map((part) => [part.type, part.value]));
}

/** `2026-11-21 15:04` in Beijing time, "-" for nothing. */
export function formatTime(time: string | null | undefined): string {
  const f = fields(time);
  return f === null ? '-' : `${f.year}-${f.month}-${f.day} ${f.hour}:${f.minute}`;
}

/** `2026-11-21 15:04:05` in Beijing time, "-" for nothing: when a scene was taken. */
export function formatSecond(time: string | null | undefined): string {
  const f = fields(time);
  return f === null ? '-' : `${formatTime(time)}:${f.second}`;
}

/** `2026-11-21` in Beijing time, "-" for nothing. */
export function formatDate(time: string | null | undefined): string {
  const f = fields(time);
  return f === null ? '-' : `${f.year}-${f.month}-${f.day}`;
}

/** The first moment of a day (`yyyy-MM-dd`) in Beijing, as RFC 3339. */
export function dayStart(day: string): string {
  return `${day}T00:00:00+08:00`;
}

/** The first moment after a day (`yyyy-MM-dd`) in Beijing, as RFC 3339: the server's periods leave their end out. */
export function dayEnd(day: string): string {
  const next = new Date(`${day}T00:00:00Z`);
  next.setUTCDate(next.getUTCDate() + 1);
  return dayStart(next.toISOString().slice(0, 10));
}

/** The last day (`yyyy-MM-dd`) in Beijing of what ends at a moment; midnight ends the day before it. */
export function lastDay(end: string): string {
  return formatDate(new Date(Date.parse(end) - 1).toISOString());
}

/** `yyyy-MM-dd` in Beijing, `days` before `now`. */
export function daysBefore(now: Date, days: number): string {
  return formatDate(new Date(now.getTime() - days * 86_400_000).toISOString());
}

/** Longitude and latitude with four decimals, as everywhere in the product. */
export function formatLonLat([lon, lat]: readonly [number, number]): string {
  return `${lon.toFixed(4)}, ${lat.toFixed(4)}`;
}

export function formatCloud(cloud: number | null): string {
  return cloud === null ? '-' : `${Math.round(cloud * 10) / 10}%`;
}

/** A path with each of its parts escaped for an address; its folders stay. */
export function urlPath(name: string): string {
  return name.split('/').map(encodeURIComponent).join('/');
}
