/** GB 11643-1999, section 4: the weight of each of the first 17 digits, and the last character by the sum's remainder. */
const WEIGHTS = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2];
const LAST = '10X98765432';

function isDay(year: number, month: number, day: number): boolean {
  const date = new Date(Date.UTC(2000, 0, 1));
  date.setUTCFullYear(year, month - 1, day);
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}

/**
 * Whether a well-formed number can be a citizen's: of one of 18 characters the day of birth and the last character must be
 * right, as the server demands them.
 */
export function isIdCard(number: string): boolean {
  if (number.length !== 18) return true;
  const [year, month, day] = [number.slice(6, 10), number.slice(10, 12), number.slice(12, 14)];
  const sum = WEIGHTS.reduce((total, weight, at) => total + weight * Number(number[at]), 0);
  return (
    isDay(Number(year), Number(month), Number(day)) && LAST[sum % 11] === number[17]?.toUpperCase()
  );
}
