import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { Clamped } from './Clamped';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const NAME = '区域地质调查'.repeat(30);

/** A browser lays out; here the text is told to be taller than its two lines, or not. */
function tall(height: number) {
  vi.spyOn(HTMLElement.prototype, 'scrollHeight', 'get').mockReturnValue(height);
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(40);
}

it('shows all of a long name to the pointer and to the keyboard', async () => {
  tall(200);
  render(<Clamped text={NAME} />);
  const name = screen.getByText(NAME);
  expect(name.tabIndex).toBe(0);
  fireEvent.mouseOver(name);
  expect((await screen.findByRole('tooltip')).textContent).toBe(NAME);
});

it('adds no stop for the keyboard where nothing is cut off', () => {
  tall(40);
  render(<Clamped text="甘肃幅" />);
  expect(screen.getByText('甘肃幅').tabIndex).toBe(-1);
});

it('is one stop for the keyboard where the name is a link or stands in a button', async () => {
  tall(200);
  render(
    <>
      <Clamped text={NAME} link={{ href: '/there' }} />
      <button type="button">
        <Clamped text="另一个名称" inert />
      </button>
    </>,
  );
  const link = screen.getByRole('link', { name: NAME });
  expect(link.tabIndex).toBe(0);
  expect(screen.getByText('另一个名称').tabIndex).toBe(-1);
  fireEvent.mouseOver(link);
  expect((await screen.findByRole('tooltip')).textContent).toBe(NAME);
});

it('shows all of a name in a button while the keyboard is at the button', async () => {
  tall(200);
  render(
    <button type="button">
      <Clamped text={NAME} inert />
    </button>,
  );
  const button = screen.getByRole('button');
  // jsdom does not know how the focus came.
  vi.spyOn(button, 'matches').mockImplementation((selector) => selector === ':focus-visible');
  act(() => button.focus());
  expect((await screen.findByRole('tooltip')).textContent).toBe(NAME);
  act(() => button.blur());
  await waitFor(() => expect(screen.queryByRole('tooltip')).toBeNull());
});
