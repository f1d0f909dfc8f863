import { directory } from '@scenedock/ui-kit';
import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router-dom';

export const INSTRUMENTS_TOPIC = ['instruments'] as const;

/** Satellites and sensors, those without a name first. */
export function useInstruments() {
  return useQuery({
    queryKey: [...INSTRUMENTS_TOPIC],
    queryFn: ({ signal }) => directory.instruments({ signal }),
  });
}

/** What the page shows, kept in its address. */
export function useInstrumentAddress() {
  const [params, setParams] = useSearchParams();
  const set = (name: string, value: string) =>
    setParams(
      (now) => {
        if (value === '') now.delete(name);
        else now.set(name, value);
        return now;
      },
      { replace: true },
    );
  return {
    q: params.get('q') ?? '',
    unnamed: params.get('unnamed') === '1',
    find: (text: string) => set('q', text),
    narrow: (unnamed: boolean) => set('unnamed', unnamed ? '1' : ''),
  };
}
