// What a walk needs to be there before it begins: orders in every state, something to read, a grant, a subscription and a
// shelf to look at.
import assert from 'node:assert/strict';
import { openBucket } from './bucket.mjs';
import { STATES } from './paths.mjs';

const PATIENCE = 60_000;
/** How long the subscription lasts, in milliseconds. */
const LASTING = 30 * 86_400_000;

/** A paper, as short as one can be. */
const PAPER = '%PDF-1.4\n1 0 obj<<>>endobj\ntrailer<<>>\nstartxref\n9\n%%EOF\n';

/** What the applicant's shelf is called. */
export const SHELF = 'GF-1 shelf';

/** Of everybody in the demo. */
export const PASSWORD = 'Scenedock1';

/** @param {string} site */
export function maker(site) {
  /**
   * @param {string} path
   * @param {{ token?: string, body?: unknown }} [options]
   */
  async function call(path, { token, body } = {}) {
    const answer = await fetch(site + path, {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    assert(answer.ok, `${path}: ${answer.status} ${await answer.clone().text()}`);
    return answer.json();
  }

  /** @param {string} loginName @returns {Promise<string>} */
  async function tokenOf(loginName) {
    return (await call('/api/auth/login', { body: { loginName, password: PASSWORD } })).token;
  }

  /** A paper in each slot that has to be filled. @param {string} token */
  async function papers(token) {
    const named = [];
    for (const type of [6, 7, 2, 1]) {
      const body = new FormData();
      body.append('type', String(type));
      body.append('file', new Blob([PAPER]), `${type}.pdf`);
      const headers = { authorization: `Bearer ${token}` };
      const answer = await fetch(`${site}/api/attachments`, { method: 'POST', headers, body });
      assert(answer.ok, `an upload: ${answer.status} ${await answer.clone().text()}`);
      named.push({ type, attachmentId: (await answer.json()).attachmentId });
    }
    return named;
  }

  return {
    /**
     * One order of every state, as soon as the demo has made them.
     *
     * @returns {Promise<Map<number, string>>}
     */
    async ordersByState() {
      const token = await tokenOf('applicant');
      const until = Date.now() + PATIENCE;
      for (;;) {
        const { items } = await call('/api/orders?pageSize=100', { token });
        /** @type {Map<number, string>} */
        const found = new Map(
          items.map((/** @type {{ sstatus: number, id: string }} */ one) => [one.sstatus, one.id]),
        );
        if (STATES.every((state) => found.has(state))) return found;
        assert(Date.now() < until, `the demo made orders in ${[...found.keys()]} only`);
        await new Promise((resume) => setTimeout(resume, 200));
      }
    },

    /** Something to read: an article, and an announcement that passes. Answers the article's id. @returns {Promise<string>} */
    async article() {
      const token = await tokenOf('admin');
      const types = await call('/api/content/news-types', { token });
      const type =
        types.items[0] ??
        (await call('/api/content/news-types', { token, body: { name: 'NEWS' } }));
      const text = { title: 'GF-7', body: '# GF-7\n\n| A | B |\n|---|---|\n| 1 | 2 |\n' };
      await call('/api/content/announcements', { token, body: { ...text, level: 'important' } });
      const article = await call('/api/content/news', {
        token,
        body: { ...text, typeId: type.id, state: 'published', pinned: true },
      });
      return article.id;
    },

    /** A grant of an area, to be looked at. Answers its id. @returns {Promise<string>} */
    async grant() {
      const token = await tokenOf('admin');
      const wkt = 'POLYGON((99 29,103 29,103 33,99 33,99 29))';
      const body = { subject: 'everybody', nodeIds: null, region: null, wkt, until: null };
      return (await call('/api/scopes', { token, body })).id;
    },

    /** A subscription of the applicant's, which waits for approval. Answers its id. @returns {Promise<string>} */
    async subscription() {
      const token = await tokenOf('applicant');
      const { items } = await call('/api/subscriptions', { token });
      if (items.length > 0) return items[0].id;
      const bucket = await openBucket();
      try {
        const keys = { loginName: 'walk', secret: 'walk' };
        const target = await call('/api/push-targets', {
          token,
          body: { name: 'Bucket', kind: 's3', address: bucket.address, ...keys },
        });
        const body = {
          name: 'GF-1',
          purpose: 'GF-1',
          query: 'sat=GF1',
          search: { satellites: ['GF1'] },
          targetId: target.id,
          attachments: await papers(token),
          validUntil: new Date(Date.now() + LASTING).toISOString(),
        };
        return (await call('/api/subscriptions', { token, body })).id;
      } finally {
        bucket.close();
      }
    },

    /** A shelf of the applicant's, of which there is one. */
    async shelf() {
      const token = await tokenOf('applicant');
      const { items } = await call('/api/push-targets', { token });
      if (items.some((/** @type {{ kind: string }} */ one) => one.kind === 'shelf')) return;
      await call('/api/push-targets', { token, body: { name: SHELF, kind: 'shelf' } });
    },

    /** A client system, which several walks at once would else all add. */
    async clientSystem() {
      const token = await tokenOf('admin');
      const { items } = await call('/api/client-systems', { token });
      if (items.length > 0) return;
      await call('/api/client-systems', { token, body: { loginName: 'operator' } });
    },

    /** Scenes in the applicant's cart. */
    async cart() {
      const token = await tokenOf('applicant');
      const found = await call('/api/scenes/search', { token, body: { pageSize: 10 } });
      const dataIds = found.items.map((/** @type {{ dataid: string }} */ one) => one.dataid);
      await call('/api/cart', { token, body: { dataIds } });
    },
  };
}
