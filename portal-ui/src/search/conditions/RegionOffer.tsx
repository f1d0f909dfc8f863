import PlaceOutlined from '@mui/icons-material/PlaceOutlined';
import Button from '@mui/material/Button';
import { catalogue, useMessages, useSettled } from '@scenedock/ui-kit';
import { useQueries } from '@tanstack/react-query';
import type { AreaChoice } from '../../area/areaChoice';
import { namedRegion, regionWords, withoutWord } from './regionWords';

type Props = {
  text: string;
  area: AreaChoice | null;
  onTake: (area: AreaChoice, text: string) => void;
  align?: 'flex-start' | 'center';
};

const LEVELS = ['province', 'city', 'county'] as const;
const MAX_WORDS = 3;

/** Where a word of the keyword names a region: the offer to search in that region instead. */
export function RegionOffer({ text, area, onTake, align = 'flex-start' }: Props) {
  const m = useMessages();
  const words = regionWords(useSettled(text)).slice(0, MAX_WORDS);
  const lookups = words.flatMap((word) => LEVELS.map((level) => ({ word, level })));
  const found = useQueries({
    queries: lookups.map(({ word, level }) => ({
      queryKey: ['regions', level, word],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        catalogue.regions({ level, q: word }, { signal }),
      staleTime: Number.POSITIVE_INFINITY,
    })),
    combine: (answers) =>
      answers.map(({ data }, at) => namedRegion(lookups[at]?.word ?? '', data?.items ?? [])),
  });
  const offers = words.flatMap((word) => {
    const at = lookups.findIndex((one, index) => one.word === word && found[index]);
    const region = found[at];
    const here = area?.kind === 'region' && area.code === region?.areaCode;
    return region && !here ? [{ word, region }] : [];
  });
  return offers.map(({ word, region }) => (
    <Button
      key={word}
      startIcon={<PlaceOutlined />}
      onClick={() => onTake({ kind: 'region', code: region.areaCode }, withoutWord(text, word))}
      sx={{ alignSelf: align, textAlign: 'left' }}
    >
      {m.find.searchIn(region.areaName)}
    </Button>
  ));
}
