import { cleanup, screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { LONGEST_WKT } from '../geo/readWkt';
import { hand } from '../mapTools/testHand';
import { everyScreen, openAt, refusal, SITE } from '../test/portal';
import { AreaChip } from './AreaChip';
import { areaParams, chooseWkt, readAreaParams } from './areaChoice';
import { WktField } from './WktField';

const SQUARE = 'POLYGON((100 30,101 30,101 31,100 31,100 30))';
const ID = 'abcdefghijklmnopqrstuv';

const server = setupServer(
  http.post(`${SITE}/api/areas/check`, async ({ request }) => {
    const { wkt } = (await request.json()) as { wkt: string };
    return HttpResponse.json({ wkt, tooLarge: false, message: null });
  }),
  ...everyScreen(),
);
beforeAll(() => server.listen());
afterEach(() => {
  cleanup();
  server.resetHandlers();
});
afterAll(() => server.close());

describe('a pasted WKT', () => {
  const show = () => {
    const onApply = vi.fn();
    openAt('/', <WktField onApply={onApply} />);
    return { onApply, field: screen.getByRole('textbox') };
  };

  it('has its full-width brackets repaired', async () => {
    const { onApply, field } = show();
    hand.paste(field, 'POLYGON（（100 30，101 30，101 31，100 31，100 30））');
    hand.click(screen.getByRole('button', { name: '按此范围检索' }));
    await waitFor(() =>
      expect(onApply).toHaveBeenCalledExactlyOnceWith({ kind: 'drawn', wkt: SQUARE }),
    );
  });

  it('is typed and sent without the mouse', async () => {
    const { onApply, field } = show();
    expect(document.activeElement).toBe(field);
    hand.type(field, SQUARE);
    hand.press('Enter');
    await waitFor(() =>
      expect(onApply).toHaveBeenCalledExactlyOnceWith({ kind: 'drawn', wkt: SQUARE }),
    );
  });

  it.each([
    ['CIRCLE(1 2)', '不支持“CIRCLE”，请输入 POINT、LINESTRING、POLYGON 或其 MULTI 形式'],
    ['POLYGON((0 0,1 0,1 1', '括号不配对，请检查'],
    ['POLYGON((0 0,1 x,1 1,0 0))', '“1 x”不是一对经纬度'],
    ['POLYGON((0 0,4 4,4 0,0 4,0 0))', '多边形自相交（2.0000, 2.0000 附近），请修改后重试'],
    ['POINT(541 0)', '经度请在-180°~+180°之间，纬度在-90°~+90°之间'],
  ])('%s is refused', async (wkt, text) => {
    const { onApply, field } = show();
    hand.paste(field, wkt);
    hand.click(screen.getByRole('button', { name: '按此范围检索' }));
    expect(screen.getByText(text)).toBeTruthy();
    expect(onApply).not.toHaveBeenCalled();
  });

  it('is refused in the words of the server', async () => {
    const { onApply, field } = show();
    const message = '查询面积超过全国面积，请重新绘制！';
    server.use(
      http.post(`${SITE}/api/areas/check`, () =>
        HttpResponse.json({ wkt: SQUARE, tooLarge: true, message }),
      ),
    );
    hand.paste(field, SQUARE);
    hand.click(screen.getByRole('button', { name: '按此范围检索' }));
    expect(await screen.findByText(message)).toBeTruthy();
    server.use(http.post(`${SITE}/api/areas/check`, () => refusal(400, '空间范围为空')));
    hand.click(screen.getByRole('button', { name: '按此范围检索' }));
    expect(await screen.findByText('空间范围为空')).toBeTruthy();
    expect(onApply).not.toHaveBeenCalled();
  });

  it('does not even get into the field when it is far too long', async () => {
    const { field } = show();
    hand.paste(field, `LINESTRING(${'1 2,'.repeat(LONGEST_WKT / 4)}1 2)`);
    expect((field as HTMLTextAreaElement).value).toBe('');
    expect(screen.getByText(/文本过长/)).toBeTruthy();
  });
});

describe('the chip of the area', () => {
  it('tells size, and clears', async () => {
    const onClear = vi.fn();
    const onZoom = vi.fn();
    openAt('/', <AreaChip area={{ kind: 'drawn', wkt: SQUARE }} {...{ onClear, onZoom }} />);
    const chip = await screen.findByRole('group', { name: '查询范围' });
    expect(chip.textContent).toContain('矩形范围');
    expect(chip.textContent).toMatch(/10,6\d\d 平方公里/);
    hand.click(screen.getByRole('button', { name: '缩放到范围' }));
    expect(onZoom).toHaveBeenCalledWith(SQUARE);
    hand.click(screen.getByRole('button', { name: '清除范围' }));
    expect(onClear).toHaveBeenCalledOnce();
  });

  it('names places and lines', async () => {
    openAt(
      '/',
      <>
        <AreaChip area={{ kind: 'drawn', wkt: 'POINT(116.3 39.9)' }} onClear={() => {}} />
        <AreaChip area={{ kind: 'drawn', wkt: 'LINESTRING(0 0,1 0)' }} onClear={() => {}} />
      </>,
    );
    expect(await screen.findByText('116.3000, 39.9000')).toBeTruthy();
    expect(await screen.findByText('111.32 公里')).toBeTruthy();
  });

  it('says when a region is there no more', async () => {
    server.use(http.get(`${SITE}/api/regions/:code/wkt`, () => refusal(404, '没有该行政区划')));
    openAt('/', <AreaChip area={{ kind: 'region', code: '156999999' }} onClear={() => {}} />);
    expect(await screen.findByText('范围读取失败')).toBeTruthy();
    expect(screen.getByText('没有该行政区划')).toBeTruthy();
  });
});

describe('an area in the address', () => {
  it('comes back as it went, points and lines too', () => {
    for (const wkt of [SQUARE, 'POINT(116.3 39.9)', 'LINESTRING(1 2,3 4)']) {
      const area = { kind: 'drawn', wkt } as const;
      expect(readAreaParams(new URLSearchParams(areaParams(area)))).toEqual(area);
    }
  });

  it('is kept by the server when it is long', async () => {
    const long = `LINESTRING(${Array.from({ length: 400 }, (_, n) => `${n / 4} 30`).join(',')})`;
    server.use(
      http.post(`${SITE}/api/areas/kept`, () =>
        HttpResponse.json({ areaId: ID, area: 0, bbox: [0, 0, 0, 0] }),
      ),
    );
    expect(await chooseWkt(long)).toEqual({ kind: 'kept', id: ID });
  });
});
