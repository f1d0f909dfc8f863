import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { MethodBars } from '../../statistics/MethodBars';
import { drawCharts } from '../../test/drawCharts';
import { Stage } from '../../test/Stage';
import { ChartTime } from './ChartTime';
import { LinesChart } from './LinesChart';
import { titleLines } from './picture';
import { SERIES } from './series';

const TITLE = '每日订单数';
const TIME = '2026-01-01 至 2026-01-02';
const LINES = [
  { key: 'online', name: '在线', look: SERIES.online },
  { key: 'offline', name: '离线', look: SERIES.offline },
] as const;

let saved: { content: Blob; name: string }[] = [];

beforeEach(() => {
  saved = [];
  drawCharts();
  let content = new Blob();
  URL.createObjectURL = (made) => {
    content = made as Blob;
    return 'blob:picture';
  };
  URL.revokeObjectURL = () => {};
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    saved.push({ content, name: this.download });
  });
});

/** The drawing that the menu of a chart hands out. */
async function savedDrawing(name: string): Promise<Document> {
  fireEvent.click(screen.getByRole('button', { name: `导出图表 ${name}` }));
  fireEvent.click(await screen.findByRole('menuitem', { name: 'SVG 矢量图' }));
  await waitFor(() => expect(saved).toHaveLength(1));
  const text = await saved[0]?.content.text();
  return new DOMParser().parseFromString(text ?? '', 'image/svg+xml');
}

const textsOf = (drawing: Document) =>
  [...drawing.querySelectorAll('text')].map(({ textContent }) => textContent);

describe('the drawing of a chart', () => {
  beforeEach(() => {
    render(
      <Stage at="/">
        <ChartTime value={TIME}>
          <LinesChart
            name={TITLE}
            lines={LINES}
            write={String}
            points={[
              { at: '2026-01-01', online: 3, offline: 1 },
              { at: '2026-01-02', online: 5, offline: 0 },
            ]}
          />
        </ChartTime>
      </Stage>,
    );
  });

  it('says what it shows and of what time, and names its series', async () => {
    const drawing = await savedDrawing(TITLE);
    expect(saved[0]?.name).toBe('每日订单数.svg');
    expect(drawing.querySelector('title')?.textContent).toBe(TITLE);
    const texts = textsOf(drawing);
    expect(texts.slice(0, 2)).toEqual([TITLE, TIME]);
    for (const name of ['在线', '离线', '2026-01-01', '2026-01-02']) expect(texts).toContain(name);
  });

  it('stands alone: fonts named, nothing of the page and nothing from elsewhere', async () => {
    const drawing = await savedDrawing(TITLE);
    const root = drawing.documentElement;
    expect(root.getAttribute('font-family')).toContain("'Noto Sans CJK SC'");
    expect(root.getAttribute('viewBox')).toBe(
      `0 0 ${root.getAttribute('width')} ${root.getAttribute('height')}`,
    );
    const text = new XMLSerializer().serializeToString(root);
    expect(text).not.toMatch(/class=|var\(|currentColor|foreignObject|<image|<script/);
    expect(text).not.toMatch(/https?:\/\/(?!www\.w3\.org\/)/);
  });

  it('tells its lines apart without colour, there and in their names', async () => {
    const drawing = await savedDrawing(TITLE);
    const dashes = [...drawing.querySelectorAll(`[stroke="${SERIES.offline.colour}"]`)].map(
      (line) => line.getAttribute('stroke-dasharray'),
    );
    expect(dashes.filter((dash) => dash === SERIES.offline.dash)).toHaveLength(2);
  });
});

it('holds what its bars are filled with', async () => {
  const bars = [{ name: '航遥中心', online: 3, offline: 2, note: '' }];
  render(
    <Stage at="/">
      <MethodBars label="服务单位" bars={bars} />
    </Stage>,
  );
  const drawing = await savedDrawing('服务单位');
  const fills = [...drawing.querySelectorAll('[fill^="url("]')].map((part) =>
    part.getAttribute('fill')?.slice('url(#'.length, -1),
  );
  expect(fills.length).toBeGreaterThan(0);
  for (const id of fills) expect(drawing.getElementById(id ?? '')?.tagName).toBe('pattern');
});

it('leads from a part of a bar to its rows', () => {
  const rows = { online: '/online', offline: '/offline' };
  render(
    <Stage at="/">
      <MethodBars
        label="服务单位"
        bars={[{ name: '航遥中心', online: 3, offline: 2, note: '', rows }]}
      />
    </Stage>,
  );
  const parts = document.querySelectorAll('.recharts-bar-rectangle path');
  expect(parts).toHaveLength(2);
  fireEvent.click(parts[1] as Element);
  expect(screen.getByTestId('address').textContent).toBe('/offline');
});

it('leads from a point of a line to its rows', async () => {
  render(
    <Stage at="/">
      <LinesChart
        name={TITLE}
        lines={LINES}
        write={String}
        points={[{ at: '2026-01-01', online: 3, offline: 1, to: '/day' }]}
      />
    </Stage>,
  );
  const chart = document.querySelector('.recharts-wrapper') as Element;
  await waitFor(() => {
    fireEvent.mouseMove(chart, { clientX: 350, clientY: 60 });
    fireEvent.click(chart, { clientX: 350, clientY: 60 });
    expect(screen.getByTestId('address').textContent).toBe('/day');
  });
});

it('leads from the marker of a line to what this line counts, where that is less', async () => {
  const point = { at: '2026-01-01', online: 3, offline: 1, to: '/day', toOf: { offline: '/part' } };
  render(
    <Stage at="/">
      <LinesChart name={TITLE} lines={LINES} write={String} points={[point]} />
    </Stage>,
  );
  const chart = document.querySelector('.recharts-wrapper') as Element;
  const markers = await waitFor(() => {
    fireEvent.mouseMove(chart, { clientX: 350, clientY: 60 });
    const found = chart.querySelectorAll('.recharts-active-dot circle');
    expect(found).toHaveLength(2);
    return found;
  });
  fireEvent.click(markers[1] as Element);
  expect(screen.getByTestId('address').textContent).toBe('/part');
  fireEvent.click(markers[0] as Element, { clientX: 350, clientY: 60 });
  expect(screen.getByTestId('address').textContent).toBe('/day');
});

it('breaks long titles without tearing words and numbers', () => {
  expect(titleLines('按卫星 GF1234', 16 * 5)).toEqual(['按卫星', 'GF1234']);
  expect(titleLines('近一小时每分钟完成的任务', 16 * 6)).toEqual(['近一小时每分', '钟完成的任务']);
});
