import { render, screen } from '@testing-library/react';
import { Resource } from 'ra-core';
import { Route, Routes } from 'react-router-dom';
import { expect, it } from 'vitest';
import { Stage } from '../test/Stage';
import { useServer } from '../test/server';
import { only } from './only';

useServer();

const List = only(() => <p>列表</p>);
const Editor = only(() => <p>编辑</p>);

const show = (at: string) =>
  render(
    <Stage at={at}>
      <Routes>
        <Route path="/news/*" element={<Resource name="news" list={List} edit={Editor} />} />
        <Route path="/user/*" element={<Resource name="user" list={List} />} />
      </Routes>
    </Stage>,
  );

it('a page of a resource stands at its own address', () => {
  show('/user?q=a');
  screen.getByText('列表');
});

it('an editor stands at the address of what it changes', () => {
  show('/news/7');
  screen.getByText('编辑');
});

it.each([
  ['/user/999', '/user'],
  ['/news/7/history', '/news'],
])('%s is nothing, and leads back to %s', (address, list) => {
  show(address);
  screen.getByRole('heading', { name: '页面不存在或无权访问' });
  expect(screen.getByRole('link', { name: '返回列表' }).getAttribute('href')).toBe(list);
  expect(screen.queryByText('列表')).toBeNull();
  expect(screen.queryByText('编辑')).toBeNull();
});
