import { ThemeProvider } from '@mui/material/styles';
import { createAppTheme } from '@scenedock/ui-kit';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { useStore } from 'ra-core';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { Stage } from '../test/Stage';
import { useServer } from '../test/server';
import { MenuDrawer } from './MenuDrawer';

useServer();

function OpenMenu() {
  const [open, setOpen] = useStore('sidebar.open', true);
  return (
    <button type="button" onClick={() => setOpen(true)}>
      {open ? '开着' : '关着'}
    </button>
  );
}

function show() {
  render(
    <Stage>
      <ThemeProvider theme={{ ...createAppTheme('zh-CN'), sidebar: { width: 232 } }}>
        <OpenMenu />
        <MenuDrawer>
          <p>菜单</p>
        </MenuDrawer>
      </ThemeProvider>
    </Stage>,
  );
}

describe('the menu on a phone', () => {
  beforeEach(() => {
    vi.stubGlobal('matchMedia', (query: string) => ({
      matches: query.includes('max-width'),
      addEventListener: () => undefined,
      removeEventListener: () => undefined,
      addListener: () => undefined,
      removeListener: () => undefined,
    }));
  });

  it('is a named drawer that is closed until it is asked for', async () => {
    show();
    await screen.findByText('关着');
    expect(screen.queryByRole('dialog')).toBeNull();
    fireEvent.click(screen.getByText('关着'));
    await screen.findByRole('dialog', { name: '订单列表' });
    fireEvent.keyDown(screen.getByText('菜单'), { key: 'Escape' });
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });
});
