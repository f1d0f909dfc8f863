const WHOLE = new Intl.NumberFormat('zh-CN', { maximumFractionDigits: 0 });
const digits = (count: number) =>
  new Intl.NumberFormat('zh-CN', { minimumFractionDigits: count, maximumFractionDigits: count });
const TERABYTES = digits(4);
const GIGABYTES = digits(2);
const PERCENT = new Intl.NumberFormat('zh-CN', {
  style: 'percent',
  signDisplay: 'exceptZero',
  maximumFractionDigits: 1,
});

/** `1,234` */
export const whole = (count: number) => WHOLE.format(count);

/** With the digits that a column has; what is less than the last of them, but not nothing, says so. */
function written(size: number, format: Intl.NumberFormat, least: number): string {
  return size > 0 && size < least ? `<${least}` : format.format(size);
}

/** `1.2500`: TB. */
export const volume = (terabytes: number) => written(terabytes, TERABYTES, 0.0001);

/** `1,234.50`: bytes in GB; sizes divide by 1024. */
export const inGigabytes = (bytes: number) => written(bytes / 1024 ** 3, GIGABYTES, 0.01);

/** TB in bytes. */
export const bytesOf = (terabytes: number) => Math.round(terabytes * 1024 ** 4);

/** `12%`, rounded down: all that is not yet done is less than 100%. */
export const percent = (part: number, all: number) => `${Math.floor((100 * part) / all)}%`;

/** `+12.5%`; null where there was nothing to compare with. */
export function change(now: number, before: number): string | null {
  return before === 0 ? null : PERCENT.format(now / before - 1);
}
