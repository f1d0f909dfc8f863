import type { ContentPageTexts } from '@scenedock/ui-kit';

/** A call that changes a page and answers the page as it then is; `ok` is said when it went through. */
export type PageChange = (call: () => Promise<ContentPageTexts>, ok: string) => Promise<unknown>;
