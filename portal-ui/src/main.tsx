import { dropHandedToken, LocaleProvider } from '@scenedock/ui-kit';
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createBrowserRouter, RouterProvider } from 'react-router';
import { App } from './App';
import { ConfirmProvider } from './parts/confirm';
import { NoticeProvider } from './parts/notice';
import { createQueryClient } from './parts/queryClient';
import { SessionProvider } from './session/session';
import { HeadingTo } from './shell/headingTo';
import { RouteFault } from './shell/RouteFault';

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no #root');

dropHandedToken();

// Only a router of this kind can hold back the leaving of a form.
const router = createBrowserRouter([
  {
    path: '*',
    errorElement: <RouteFault />,
    element: (
      <SessionProvider>
        <App />
      </SessionProvider>
    ),
  },
]);

createRoot(root).render(
  <StrictMode>
    <LocaleProvider scheme="dark">
      <QueryClientProvider client={createQueryClient()}>
        <NoticeProvider>
          <ConfirmProvider>
            <HeadingTo value={() => router.state.location}>
              <RouterProvider router={router} />
            </HeadingTo>
          </ConfirmProvider>
        </NoticeProvider>
      </QueryClientProvider>
    </LocaleProvider>
  </StrictMode>,
);
