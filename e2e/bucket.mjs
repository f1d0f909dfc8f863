// A bucket in memory, as much of S3 as a push target is tried out with: an upload in parts, a look at what came of it, its
// removal. Whoever makes a subscription needs a target, and the server saves none that it could not write to.
import assert from 'node:assert/strict';
import { createServer } from 'node:http';

/** @param {import('node:http').IncomingMessage} request */
async function bytesOf(request) {
  const pieces = [];
  for await (const piece of request) pieces.push(piece);
  return Buffer.concat(pieces);
}

/**
 * What S3 would answer.
 *
 * @param {Map<string, Buffer>} objects by path
 * @param {string} method
 * @param {URL} url
 * @param {Buffer} body
 * @returns {{ status: number, body?: string | Buffer }}
 */
function answerTo(objects, method, { pathname, searchParams }, body) {
  if (method === 'POST' && searchParams.has('uploads')) {
    const begun =
      '<InitiateMultipartUploadResult><UploadId>1</UploadId></InitiateMultipartUploadResult>';
    return { status: 200, body: begun };
  }
  if (method === 'POST' && searchParams.has('uploadId')) {
    const done = '<CompleteMultipartUploadResult><ETag>"1"</ETag></CompleteMultipartUploadResult>';
    return { status: 200, body: done };
  }
  // The only object is the one that was tried out with.
  if (method === 'POST' && searchParams.has('delete')) {
    const gone = [...objects.keys()].map((key) => `<Deleted><Key>${key}</Key></Deleted>`);
    objects.clear();
    return { status: 200, body: `<DeleteResult>${gone.join('')}</DeleteResult>` };
  }
  if (method === 'PUT') {
    objects.set(pathname, body);
    return { status: 200 };
  }
  const found = objects.get(pathname);
  return found === undefined ? { status: 404 } : { status: 200, body: found };
}

/** Opens one on this machine. Answers the address of it that a target is saved with, and how it is closed. */
export async function openBucket() {
  /** @type {Map<string, Buffer>} */
  const objects = new Map();
  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '', 'http://127.0.0.1');
    const sent = await bytesOf(request);
    const { status, body = '' } = answerTo(objects, request.method ?? '', url, sent);
    response.writeHead(status, { etag: '"1"', 'content-length': Buffer.byteLength(body) });
    response.end(body);
  });
  await new Promise((listening) => server.listen(0, '127.0.0.1', () => listening(undefined)));
  const bound = server.address();
  assert(bound !== null && typeof bound === 'object');
  return {
    address: `http://127.0.0.1:${bound.port}/walk`,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
