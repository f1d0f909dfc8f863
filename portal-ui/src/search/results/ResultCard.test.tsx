import { LocaleProvider } from '@scenedock/ui-kit';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render } from '@testing-library/react';
import { type ReactNode, useState } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { IMAGE_RETRY_MS } from '../../scene/useRetriedImage';
import { scene } from '../searchStage';
import { ResultCard } from './ResultCard';
import { ResultLine } from './ResultLine';
import type { RowProps } from './rowHandlers';

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const nothing = () => {};

const props = (part: Parameters<typeof scene>[1]): RowProps => ({
  scene: scene(1, part),
  hovered: false,
  pinned: false,
  selected: false,
  inCart: false,
  onHover: nothing,
  onOpen: nothing,
  onLocate: nothing,
  onAdd: nothing,
  onSelect: nothing,
});

/** Nobody has named an instrument. */
function Stage({ children }: { children: ReactNode }) {
  const [client] = useState(() => {
    const made = new QueryClient();
    made.setQueryData(['instrumentNames'], { items: [], total: 0 });
    return made;
  });
  return (
    <QueryClientProvider client={client}>
      <LocaleProvider>{children}</LocaleProvider>
    </QueryClientProvider>
  );
}

const card = (part: Parameters<typeof scene>[1]) =>
  render(
    <Stage>
      <ResultCard {...props(part)} />
    </Stage>,
  ).container;

it('asks once more for a picture that may just be being made', () => {
  vi.useFakeTimers();
  const found = card({ imageurl: '/api/scenes/S1/image?typeId=1' });
  fireEvent.error(found.querySelector('img') as HTMLImageElement);
  expect(found.querySelector('img')).toBeNull();
  act(() => vi.advanceTimersByTime(IMAGE_RETRY_MS));
  expect(found.querySelector('img')?.getAttribute('src')).toContain('retry=1');
});

it('never begins a line with a dot', () => {
  expect(card({}).textContent).toContain('GF-1 PMS\u00a0· 2024-03-05\u00a0· ☁');
});

it('shows both ends of a long name in a line, and is called by the whole of it', () => {
  const name = 'S2A_MSIL2A_20240716T060135_R091_T43TCE';
  const { getByRole } = render(
    <Stage>
      <table>
        <tbody>
          <ResultLine {...props({ dataname: name })} withCoverage={false} />
        </tbody>
      </table>
    </Stage>,
  );
  const [head, end] = [...(getByRole('button', { name }).firstElementChild?.children ?? [])];
  expect([head?.textContent, end?.textContent]).toEqual([name.slice(0, -10), '091_T43TCE']);
});
