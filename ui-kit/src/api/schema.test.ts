// @vitest-environment node
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import openapiTS, { astToString, COMMENT_HEADER } from 'openapi-typescript';
import { expect, it } from 'vitest';

const beside = (name: string) => new URL(name, import.meta.url);

it('schema.d.ts is what openapi.json says (else: npm run generate)', async () => {
  const kept = await readFile(fileURLToPath(beside('./schema.d.ts')), 'utf8');
  const now = astToString(await openapiTS(beside('./openapi.json'), { defaultNonNullable: false }));
  expect(kept).toBe(COMMENT_HEADER + now);
});
