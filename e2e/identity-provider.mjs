// An identity provider with a page where anybody signs in under any name, for tests of single sign-on:
//
//   node e2e/identity-provider.mjs PORT SITE
//
// SITE is where the product is reached. Prints its issuer when it answers, on the loopback only.
// @ts-expect-error: the package brings no types.
import Provider from 'oidc-provider';

const [port, site] = process.argv.slice(2);
const issuer = `http://127.0.0.1:${port}`;

/** @param {unknown} _context @param {string} id */
const findAccount = (_context, id) => ({
  accountId: id,
  claims: () => ({
    sub: id,
    name: '王五',
    preferred_username: id,
    email: `${id}@cgs.cn`,
    email_verified: true,
  }),
});

const provider = new Provider(issuer, {
  clients: [
    {
      client_id: 'scenedock',
      client_secret: 'a-secret-of-the-test',
      redirect_uris: [`${site}/api/auth/oidc/callback`],
      post_logout_redirect_uris: [`${site}/search`],
      backchannel_logout_uri: `${site}/api/auth/oidc/back-channel-logout`,
      backchannel_logout_session_required: true,
    },
  ],
  claims: { openid: ['sub'], profile: ['name', 'preferred_username'], email: ['email'] },
  cookies: { keys: [crypto.randomUUID()] },
  features: {
    backchannelLogout: { enabled: true },
    devInteractions: { enabled: true },
    rpInitiatedLogout: { enabled: true },
  },
  // Its own way of calling refuses addresses of the loopback, where the product stands.
  /** @param {string} url @param {RequestInit & { dispatcher?: unknown }} options */
  fetch: (url, { dispatcher: _, ...options }) => fetch(url, options),
  findAccount,
  pkce: { required: () => true },
});

provider.listen(Number(port), '127.0.0.1', () => process.stdout.write(`${issuer}\n`));
