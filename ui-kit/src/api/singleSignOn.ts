import { address, answer, wire } from './client';
import type { ProviderLink } from './types';

type Signal = { signal?: AbortSignal };

/** Where the window ends in which somebody has signed in again: the page that waits hears of it by the token. */
export const SIGNED_IN_AGAIN = '/sso?again=1';

/** Signing in at the identity provider. Apart from the other calls: nobody needs them to search. */
export const singleSignOn = {
  /** Where a browser goes to sign in; afterwards it is led to `returnTo`. */
  startAddress: (returnTo: string) => address('/api/auth/oidc/start', { query: { returnTo } }),
  /** The same in a window of its own, for the page that waits behind it; `again` has the provider ask for the password anew. */
  startAgainAddress: () =>
    address('/api/auth/oidc/start', { query: { returnTo: SIGNED_IN_AGAIN, again: 1 } }),
  /** Where a browser signs out there whose session here has ended before. */
  signOutAddress: () => address('/api/auth/oidc/sign-out', {}),
  /** The account at the provider that one can sign in with. */
  link: (options: Signal = {}) => answer(wire.GET('/api/auth/oidc/link', options)),
  /** Where a browser goes to link one. */
  beginLink: (password: string) => answer(wire.POST('/api/auth/oidc/link', { body: { password } })),
  endLink: (password: string) => answer(wire.POST('/api/auth/oidc/unlink', { body: { password } })),
  /** Those of somebody, for administrators. */
  linksOf: (id: string, options: Signal = {}) =>
    answer(wire.GET('/api/users/{id}/provider-links', { ...options, params: { path: { id } } })),
  endLinkOf: (id: string, { issuer, subject }: Pick<ProviderLink, 'issuer' | 'subject'>) =>
    answer(
      wire.DELETE('/api/users/{id}/provider-links', {
        params: { path: { id }, query: { issuer, subject } },
      }),
    ),
};
