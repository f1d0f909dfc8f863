/** Calls under way at the same moment. */
const AT_ONCE = 4;

/** Makes a call for each, a few at a time, in their order; it ends with the last answer. */
export async function fewAtOnce<T>(
  all: readonly T[],
  call: (one: T) => Promise<void>,
): Promise<void> {
  const rest = all.values();
  const walk = async () => {
    for (const one of rest) await call(one);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, walk));
}
