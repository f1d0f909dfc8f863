import { type Locale, useLocale } from '@scenedock/ui-kit';
import { useQuery } from '@tanstack/react-query';
import type { Call } from './call';
import type { OperationNames } from './operationNames';

/** Each language by itself: only who looks at a role reads them. */
const LOADERS: Readonly<Record<Locale, () => Promise<OperationNames>>> = {
  'zh-CN': async () => (await import('./zh')).zhOperations,
  en: async () => (await import('./en')).enOperations,
};

/** What a call is called in the current language; undefined until the names are there, and where only a newer server knows it. */
export function useOperationName(): (call: Call) => string | undefined {
  const { locale } = useLocale();
  const { data } = useQuery({
    queryKey: ['operationNames', locale],
    queryFn: LOADERS[locale],
    staleTime: Number.POSITIVE_INFINITY,
  });
  const names: Readonly<Record<string, string>> | undefined = data;
  return ({ operation }) => names?.[operation];
}
