import { LocaleProvider } from '@scenedock/ui-kit';
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router';
import { App } from './App';
import { ConfirmProvider } from './parts/confirm';
import { NoticeProvider } from './parts/notice';
import { createQueryClient } from './parts/queryClient';
import { SessionProvider } from './session/session';

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no #root');

createRoot(root).render(
  <StrictMode>
    <LocaleProvider>
      <QueryClientProvider client={createQueryClient()}>
        <NoticeProvider>
          <ConfirmProvider>
            <BrowserRouter>
              <SessionProvider>
                <App />
              </SessionProvider>
            </BrowserRouter>
          </ConfirmProvider>
        </NoticeProvider>
      </QueryClientProvider>
    </LocaleProvider>
  </StrictMode>,
);
