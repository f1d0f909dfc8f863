import { answer, type Signal, wire } from './client';
import type { components } from './schema';

type Schemas = components['schemas'];

/** Setting another password with a link that comes by mail. Apart from the other calls: nobody needs them to search. */
export const passwordReset = {
  /** Asks for a link. Every account, and none, is answered alike. */
  request: (body: Schemas['PasswordResetRequest']) =>
    answer(wire.POST('/api/auth/password/reset-request', { body })),
  /** Whose password the link sets. */
  check: (token: string, options: Signal = {}) =>
    answer(wire.POST('/api/auth/password/reset-link', { ...options, body: { token } })),
  reset: (body: Schemas['NewPasswordByLink']) =>
    answer(wire.POST('/api/auth/password/reset', { body })),
};
