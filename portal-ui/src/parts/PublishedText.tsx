import { type ContentPage, Loading, published, useLocale } from '@scenedock/ui-kit';
import Markdown from '@scenedock/ui-kit/Markdown';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';

/** What an administrator wrote for a page, or what stands in it by itself: also while the server cannot be reached. */
export function PublishedText({ page, children }: { page: ContentPage; children: ReactNode }) {
  const { locale } = useLocale();
  const { data, isPending } = useQuery({
    queryKey: ['guidePage', page],
    queryFn: ({ signal }) => published.page(page, { signal }),
    staleTime: 60_000,
    retry: false,
  });
  if (isPending) return <Loading />;
  const text = (locale === 'en' ? data?.en : null) ?? data?.zh ?? null;
  return text === null ? children : <Markdown text={text} />;
}
