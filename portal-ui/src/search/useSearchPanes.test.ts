import { renderHook } from '@testing-library/react';
import { act } from 'react';
import { expect, it, vi } from 'vitest';
import { criteriaOf, decodeSearch } from './searchState';
import { useSearchPanes } from './useSearchPanes';

const WKT = 'POLYGON((170 50,190 50,190 56,170 56,170 50))';

it('takes the map to an area that was typed, and nowhere for another condition', () => {
  const locate = vi.fn();
  const change = vi.fn();
  const empty = decodeSearch(new URLSearchParams('c=104,30&z=5'));
  const { result, rerender } = renderHook((props) => useSearchPanes(props), {
    initialProps: { state: empty, change, area: null as string | null, locate },
  });
  const found: typeof empty = { ...empty, area: { kind: 'drawn', wkt: WKT } };
  act(() => result.current.search(criteriaOf(found)));
  rerender({ state: found, change, area: WKT, locate });
  expect(locate).toHaveBeenCalledExactlyOnceWith(WKT);
  act(() => result.current.search({ ...criteriaOf(found), text: 'GF1' }));
  rerender({
    state: { ...found, text: 'GF1' },
    change,
    area: WKT,
    locate,
  });
  expect(locate).toHaveBeenCalledTimes(1);
});
