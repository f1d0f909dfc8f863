/** "1 scenes", "1 new orders", "1 scenes are", but not "1 is", "1 scene matches" and limits, which are never one. */
const PLURAL_OF_ONE =
  /(?<!at most |up to |first |last |oldest |[\d.,–-])\b1 (?:(?!including)[a-z]+ )?(?!(?:has|is|matches|ms|uses|was)\b)[a-z]+(?<![su])s\b/i;

type Message = (...values: never[]) => unknown;

/** What a message says of ones; nothing where it takes other values. */
function textsOf(message: Message, one: 1 | '1'): string[] {
  try {
    const text = message(...(Array(8).fill(one) as never[]));
    return typeof text === 'string' ? [text] : [];
  } catch {
    return [];
  }
}

/** Numbers come as numbers or written out: what is right for one of both is right. */
function faultsOf(message: Message): string[] {
  const texts = [...textsOf(message, 1), ...textsOf(message, '1')];
  return texts.every((text) => PLURAL_OF_ONE.test(text)) ? texts.slice(0, 1) : [];
}

/** The English texts of a tree of messages that say one of a thing in the plural. */
export function pluralsOfOne(messages: object): string[] {
  return Object.values(messages).flatMap((value: unknown) => {
    if (typeof value === 'function') return faultsOf(value as Message);
    return typeof value === 'object' && value !== null ? pluralsOfOne(value) : [];
  });
}
