import { renderHook } from '@testing-library/react';
import { act } from 'react';
import { expect, it, vi } from 'vitest';
import type { AreaChoice } from '../area/areaChoice';
import { useAreaInView } from './useAreaInView';

const region = (code: string): AreaChoice => ({ kind: 'region', code });

it('goes to the area of a link, and to that of a search that is called back', () => {
  const locate = vi.fn();
  const begin: { choice: AreaChoice | null; wkt: string | null } = {
    choice: region('156510107'),
    wkt: null,
  };
  const { result, rerender } = renderHook((area) => useAreaInView(area, false, locate), {
    initialProps: begin,
  });
  expect(locate).not.toHaveBeenCalled();
  rerender({ ...begin, wkt: 'ONE' });
  expect(locate).toHaveBeenCalledWith('ONE');
  // What is drawn or chosen afterwards is in view already.
  rerender({ choice: region('156110000'), wkt: 'TWO' });
  expect(locate).toHaveBeenCalledTimes(1);
  act(() => result.current(region('156120000')));
  expect(locate).toHaveBeenCalledTimes(1);
  rerender({ choice: region('156120000'), wkt: null });
  rerender({ choice: region('156120000'), wkt: 'THREE' });
  expect(locate).toHaveBeenLastCalledWith('THREE');
});

it('stays where a link says', () => {
  const locate = vi.fn();
  renderHook(() => useAreaInView({ choice: region('156510107'), wkt: 'ONE' }, true, locate));
  expect(locate).not.toHaveBeenCalled();
});
