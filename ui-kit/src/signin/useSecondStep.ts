import { useState } from 'react';
import { ApiError } from '../api/client';
import type { Login } from '../api/types';

/** What stands for the password in the next call, where only the second factor is missing. */
function ticketOf(error: unknown): string | null {
  if (error instanceof ApiError) return error.ticket;
  // The back office hands refusals on in a form of its own.
  const body = (error as { body?: { ticket?: string | null } } | null)?.body;
  return body?.ticket ?? null;
}

type SignIn = (credentials: Login) => Promise<boolean>;

/** The second step of signing in, which some accounts have. */
export function useSecondStep(signIn: SignIn, onRefused: (error: unknown) => void) {
  const [pending, setPending] = useState<{ loginName: string; ticket: string } | null>(null);
  /** Signs in with the password; true as well when the second factor is asked for next. */
  const first: SignIn = async (credentials) => {
    try {
      return await signIn(credentials);
    } catch (error) {
      const ticket = ticketOf(error);
      if (ticket === null) throw error;
      setPending({ loginName: credentials.loginName, ticket });
      return true;
    }
  };
  /** Signs in with the code. A wrong one may be tried again; when the ticket is gone, it begins with the password. */
  const second = async (secondFactor: string): Promise<boolean> => {
    if (pending === null) return false;
    try {
      const entered = await signIn({ ...pending, password: '', secondFactor });
      if (!entered) setPending(null);
      return entered;
    } catch (error) {
      const ticket = ticketOf(error);
      setPending(ticket === null ? null : { ...pending, ticket });
      onRefused(error);
      return false;
    }
  };
  return { isPending: pending !== null, first, second, back: () => setPending(null) };
}
