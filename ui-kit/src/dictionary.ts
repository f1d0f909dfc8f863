import { useQuery } from '@tanstack/react-query';
import { api } from './api/endpoints';
import type { DictionaryWord } from './api/types';
import { useLocale } from './messages/LocaleProvider';
import type { Locale } from './messages/locale';

/** A word as people read it; orders keep its Chinese name. */
interface WordChoice {
  name: string;
  text: string;
}

/** One list: what forms offer, and how any of its words reads, also one that is off or was never there. */
interface WordList {
  offered: readonly WordChoice[];
  text: (name: string) => string;
}

/** The words of the form of an order. */
export interface Dictionary {
  usages: WordList;
  levels: WordList;
}

/** What is read again after a change of the dictionary. */
export const DICTIONARY = ['dictionary'] as const;

/** A word in the person's language; one without an English name is read in Chinese. */
export const wordText = (
  { name, nameEn }: Pick<DictionaryWord, 'name' | 'nameEn'>,
  locale: Locale,
) => (locale === 'en' && nameEn !== '' ? nameEn : name);

function listOf(words: readonly DictionaryWord[], kind: DictionaryWord['kind'], locale: Locale) {
  const own = words.filter((word) => word.kind === kind);
  const texts = new Map(own.map((word) => [word.name, wordText(word, locale)]));
  const text = (name: string) => texts.get(name) ?? name;
  const offered = own.filter(({ on }) => on).map(({ name }) => ({ name, text: text(name) }));
  return { offered, text };
}

/** The lists of an answer, in a language. */
export function dictionaryOf(words: readonly DictionaryWord[], locale: Locale): Dictionary {
  return {
    usages: listOf(words, 'usage', locale),
    levels: listOf(words, 'processing_level', locale),
  };
}

/** Asked for by every screen that names a word, and anew by one that offers them. */
function useWords(staleTime: number) {
  return useQuery({
    queryKey: [...DICTIONARY],
    queryFn: ({ signal }) => api.system.dictionary({ signal }),
    staleTime,
  });
}

/** How words of orders read; until they have come, and where they do not, as orders keep them. */
export function useDictionary(): Dictionary {
  const { locale } = useLocale();
  const { data } = useWords(5 * 60_000);
  return dictionaryOf(data?.items ?? [], locale);
}

/** What a form offers, as it is now. */
export function useOfferedWords() {
  const { locale } = useLocale();
  const { data, isError } = useWords(0);
  const dictionary = dictionaryOf(data?.items ?? [], locale);
  return { ...dictionary, isReady: data !== undefined, isFailed: isError && data === undefined };
}
