// An old client's day, over the addresses of the portal before this one only, written from the two specifications: an
// applicant searches, fills the cart, orders and downloads; an administrator audits; what was exported is opened.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
// @ts-expect-error the library has no types
import library from 'sm-crypto';

/** @typedef {Record<string, any>} Sent */

/** Folders of the portal before this one (portal specification, section 7). */
const OLD = /^\/(mj|systemAA|system|bupt|pushXg|mhd|productBaseMap)\//;
/** Slot of the form and the paper that goes into it (orders specification, section 3). */
const PAPERS = {
  6: '6-任务来源说明（样例）.pdf',
  7: '7-数据分发登记表（样例）.pdf',
  2: '2-介绍信（样例）.pdf',
  1: '1-身份证（样例）.jpg',
};
const EASTERN_CHINA = 'POLYGON((113 28, 122 28, 122 36, 113 36, 113 28))';
const PASSWORD = 'Scenedock1';
/** Between two questions, as the client polled, and how often it is asked at most. */
const POLL_MS = 500;
const POLLS = 360;

/** @param {string} text */
const hexOf = (text) => Buffer.from(text).toString('hex');

/** One person at a client that knows nothing else. */
class OldClient {
  #token = '';
  /** Old addresses that this client has used. */
  used = new Set();

  /**
   * @param {string} site
   * @param {string} key
   */
  constructor(site, key) {
    this.site = site;
    this.key = key;
  }

  /**
   * @param {string} path
   * @param {RequestInit} [init]
   * @returns {Promise<Response>}
   */
  async #open(path, init = {}) {
    assert.match(path, OLD);
    this.used.add(new URL(path, this.site).pathname);
    return await this.follow(path, init);
  }

  /**
   * Opens what an answer named, or an old address.
   *
   * @param {string} path
   * @param {RequestInit} [init]
   */
  async follow(path, init = {}) {
    const authorization = this.#token && `Bearer ${this.#token}`;
    const headers = { ...init.headers, authorization };
    return await fetch(new URL(path, this.site), { ...init, headers });
  }

  /** @param {{ encrypt?: boolean, data: any }} answer */
  #opened({ encrypt, data }) {
    if (!encrypt) return data;
    const hex = Buffer.from(data, 'base64').toString('hex');
    return JSON.parse(library.sm4.decrypt(hex, hexOf(this.key)));
  }

  /**
   * @param {Response} response
   * @param {string} path
   */
  async #data(response, path) {
    assert.equal(response.status, 200, path);
    const answer = /** @type {any} */ (await response.json());
    assert.equal(answer.status, 200, `${path}: ${answer.message}`);
    return this.#opened(answer);
  }

  /**
   * @param {string} path
   * @param {Sent} [sent] Arrays come without indices.
   */
  async get(path, sent = {}) {
    const query = new URLSearchParams();
    for (const [name, value] of Object.entries(sent)) {
      for (const one of [value].flat()) query.append(name, String(one));
    }
    return await this.#data(await this.#open(`${path}?${query}`), path);
  }

  /**
   * @param {string} path
   * @param {Sent} [sent]
   */
  async post(path, sent = {}) {
    const headers = { 'content-type': 'application/json' };
    const body = JSON.stringify(sent);
    return await this.#data(await this.#open(path, { method: 'POST', headers, body }), path);
  }

  /**
   * The status of what is refused: in the body, where the old client looks for it.
   *
   * @param {string} path
   */
  async refused(path) {
    const response = await this.#open(path);
    assert.equal(response.status, 200, path);
    const answer = /** @type {any} */ (await response.json());
    assert.equal(answer.data, null, path);
    return answer.status;
  }

  /**
   * A file or a picture.
   *
   * @param {string} path
   * @param {Sent} sent
   */
  async file(path, sent) {
    const response = await this.#open(`${path}?${new URLSearchParams(sent)}`);
    assert.equal(response.status, 200, path);
    return Buffer.from(await response.arrayBuffer());
  }

  /**
   * @param {string} path
   * @param {string} file
   */
  async upload(path, file) {
    const form = new FormData();
    form.append('file', new Blob([readFileSync(file)]), basename(file));
    return await this.#data(await this.#open(path, { method: 'POST', body: form }), path);
  }

  /** @param {string} loginName */
  async signIn(loginName) {
    const form = { loginName, password: PASSWORD, sysName: 'FW' };
    const { token } = await this.post('/systemAA/login/loginForm', form);
    this.#token = token;
    const info = await this.get('/systemAA/user/userInfo');
    return { ...JSON.parse(info.principal), authorities: info.authorities };
  }
}

/**
 * Asks until the answer is there.
 *
 * @template T
 * @param {string} what
 * @param {() => Promise<T | undefined>} ask
 */
async function until(what, ask) {
  for (let asked = 0; asked < POLLS; asked += 1) {
    const answer = await ask();
    if (answer !== undefined) return answer;
    await pause(POLL_MS);
  }
  return assert.fail(`${what} does not come`);
}

/** @param {OldClient} guest */
async function lookAround(guest) {
  const rules = await guest.get('/systemAA/user/getRegularRules');
  assert.match('applicant', new RegExp(rules.REGEX_USERNAME));
  const tree = await guest.get('/mj/agrsQueryModuleSpatial/getagrsCatalogTree');
  assert(tree.length > 0 && tree[0].NODEID !== undefined, 'no catalogue');
  const here = await guest.get('/systemAA/user/getCheckUserOnLine');
  assert.equal(here, 'false');
  const provinces = await guest.get('/mj/agrsSpatial/listProvince');
  assert(Object.keys(provinces).every((letter) => /^[A-Z]$/.test(letter)));
  const world = '/productBaseMap/arcgis/rest/services/vectorMap/MapServer/tile/0/0/0';
  assert((await guest.file(world, {})).length > 0, 'no base map');
}

/**
 * Two scenes that can be fetched at once.
 *
 * @param {OldClient} me
 * @returns {Promise<Sent[]>}
 */
async function search(me) {
  const area = { wkt: EASTERN_CHINA };
  assert.equal(await me.post('/mj/agrsQueryModuleSpatial/searchArea', area), 'true');
  const searchArea = await me.post('/mj/agrsQueryModuleSpatial/getWktInfo', area);
  const asked = { searchArea, currentPage: 1, pageSize: 50 };
  const found = await me.post('/mj/agrsQueryModuleSpatial/findQuery', asked);
  assert(found.total > 1, 'nothing is found');
  const chosen = [];
  for (const scene of found.pageList) {
    // What exists offline is marked so; everything else is online (portal specification, section 4).
    const { exists } = await me.post('/bupt/bupt_metadata/check', { F_DID: scene.F_DID });
    if (!exists) chosen.push(scene);
    if (chosen.length === 2) break;
  }
  assert.equal(chosen.length, 2, 'not two scenes are there');
  const [first] = chosen;
  const named = { dataId: first?.F_DATAID, nodeId: first?.NODEID };
  const detail = await me.get('/mj/agrsQueryModuleSpatial/getagrsObjectByIdForMETA', named);
  assert.equal(detail.F_DATANAME, first?.F_DATANAME);
  const picture = { ...named, typeId: 1 };
  const thumbnail = await me.file('/mj/metaImage/getImageByTypeForAll', picture);
  assert(thumbnail.length > 0, 'no picture');
  return chosen;
}

/**
 * @param {OldClient} me
 * @param {Sent[]} scenes
 * @returns {Promise<string[]>}
 */
async function fillCart(me, scenes) {
  const former = await me.post('/mj/agrsShop/agrsAllList');
  const ids = former.map((/** @type {Sent} */ entry) => entry.id);
  if (ids.length > 0) await me.post('/mj/agrsShop/deleteShopById', { ids });
  const dataIds = scenes.map((scene) => scene.F_DATAID);
  assert.equal(await me.post('/mj/agrsShop/agrsSave', { dataIds }), 'true');
  assert.equal(await me.get('/mj/agrsShop/getShopCarNum'), 2);
  const cart = await me.post('/mj/agrsShop/agrsList', { currentPage: 1, pageSize: 10 });
  assert.equal(cart.total, 2);
  return cart.list.map((/** @type {Sent} */ entry) => entry.id);
}

/**
 * @param {OldClient} me
 * @param {string[]} shopIds
 * @param {string} papers Folder of the papers.
 * @returns {Promise<Sent>}
 */
async function order(me, shopIds, papers) {
  const uploadFileList = [];
  for (const [fileType, fileName] of Object.entries(PAPERS)) {
    const path = '/mj/agrsOrderAttachement/uploadForJC';
    const filePath = await me.upload(path, `${papers}/${fileName}`);
    assert.notEqual(filePath, 'false');
    uploadFileList.push({ filePath, fileName, fileType });
  }
  const units = await me.get('/mj/agrsOrder/getUnitList', { status: 1 });
  const usages = await me.get('/pushXg/secmep/dictionary/list', { kind: 'usage' });
  const made = await me.post('/mj/agrsOrder/agrsSave', {
    applyuser: '老客户',
    applyUserPhone: '13812345678',
    applyUserUnit: units[0].name,
    applyUserUsed: usages[0].name,
    productName: '旧地址的一天',
    description: '',
    type: 0,
    dataType: '0',
    distmethod: 0,
    sstatus: 0,
    shopIds,
    uploadFileList,
  });
  assert.equal(made.sstatus, 0);
  return made;
}

/**
 * @param {OldClient} admin
 * @param {Sent} made
 */
async function audit(admin, made) {
  const data = { type: 0, sstatus: 0, ordercode: made.ordername };
  const page = { currentPage: 1, pageSize: 10, data };
  const waiting = await admin.post('/mj/agrsOrder/getManOrderListForPage', page);
  assert.equal(waiting.total, 1);
  const [{ id }] = waiting.list;
  const scenes = { orderid: id, currentPage: 1, pageSize: 50 };
  const rows = await admin.post('/mj/agrsOrderData/getagrsListOfSate', scenes);
  assert.equal(rows.total, 2);
  const files = await admin.get('/mj/agrsOrderAttachement/getByOrderIdFile', { orderId: id });
  assert.equal(files.length, 4);
  const footprint = await admin.get('/mj/agrsOrderData/getMaxPolygon', { orderid: id });
  assert.match(footprint, /POLYGON/);
  const decision = { cause: '', orderid: id, orderName: made.ordername, status: 1, auditor: 'x' };
  assert.equal(await admin.post('/mj/agrsOrder/auditOrder', decision), 'true');
  return id;
}

/**
 * @param {OldClient} me
 * @param {string} orderId
 */
async function download(me, orderId) {
  const mine = { currentPage: 1, pageSize: 10, data: { sstatus: 6 } };
  const ready = await until('the order', async () => {
    const { list } = await me.post('/mj/agrsOrder/agrsMyList', mine);
    return list.find((/** @type {Sent} */ one) => one.id === orderId);
  });
  assert.match(ready.downlodPathFile, /^\S+:\S+@\S+:\d+$/);
  const delivery = await me.get('/mj/agrsFtp/getFtpByOrderId', { orderId });
  assert(delivery.files.length > 0, 'nothing was prepared');
  for (const { name, size } of delivery.files) {
    const file = await me.file('/mj/agrsFtp/download', { orderId, fileName: name });
    assert.equal(file.length, size, name);
  }
}

/**
 * The list of what was ordered, as a file that is opened when it is there.
 *
 * @param {OldClient} me
 * @param {Sent[]} scenes
 * @param {string} orderId
 */
async function exportList(me, scenes, orderId) {
  const uuId = await me.get('/mj/agrsShop/getUUid');
  const dataIds = scenes.map((scene) => scene.F_DATAID);
  const asked = { uuId, dataIds, typeId: '3', exportType: 3 };
  await me.post('/mj/agrsShop/getderiveShopDateOnlyShpByNew', asked);
  const address = await until('the export', async () => {
    const state = await me.get('/mj/agrsShop/getLuotuStatus', { uuId });
    return state.F_STATUS === '1' ? state.F_ZIPURL : undefined;
  });
  await opens(me, address);

  // These two were there at once.
  const url = await me.post('/mj/agrsOrderData/deriveShpByNewByOrderId', { orderIdStr: orderId });
  await opens(me, url);
  const blob = await me.file('/mj/agrsCoverage/exportShpWidthAttributes', { dataIds });
  assert.equal(blob.subarray(0, 2).toString(), 'PK');
}

/**
 * @param {OldClient} me
 * @param {string} address Of a zip.
 */
async function opens(me, address) {
  const zip = await me.follow(address);
  assert.equal(zip.status, 200, address);
  assert.equal(
    Buffer.from(await zip.arrayBuffer())
      .subarray(0, 2)
      .toString(),
    'PK',
  );
}

/**
 * @param {string} site
 * @param {string} key
 * @returns {Promise<number>} How many old addresses were used.
 */
export async function walkOldAddresses(site, key) {
  const papers = fileURLToPath(new URL('../demo/papers', import.meta.url));
  const [me, admin] = [new OldClient(site, key), new OldClient(site, key)];
  await lookAround(me);
  const who = await me.signIn('applicant');
  assert(!who.roleIds.includes('admin'), who.roleIds);
  assert((await admin.signIn('admin')).roleIds.includes('admin'), 'no administrator');
  assert.equal(await me.get('/systemAA/user/getCheckUserOnLine'), 'true');

  const scenes = await search(me);
  const made = await order(me, await fillCart(me, scenes), papers);
  const id = await audit(admin, made);
  await download(me, id);
  await exportList(me, scenes, id);

  const done = { orderId: id, orderStatus: 7 };
  assert.equal(await admin.post('/mj/agrsOrder/stateOrder', done), '1');
  const rating = { appraise: 0, responseSpeed: 1, serviceAttitude: 0, feedBack: '很好' };
  const about = { id, ordername: made.ordername, sstatus: 8, ...rating };
  assert.equal(await me.post('/mj/agrsOrder/agrsOrderFeedBack', about), 'true');
  const rated = await me.get('/mj/agrsOrder/agrsGetOrderById', { orderid: id });
  assert.deepEqual([rated.sstatus, rated.feedBack], [8, '很好']);

  await me.post('/systemAA/login/logout', { loginName: 'applicant' });
  assert.equal(await me.refused('/systemAA/user/userInfo'), 401);
  return new Set([...me.used, ...admin.used]).size;
}
