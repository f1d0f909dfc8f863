/** An address, and what its query already says, by lower-case name. */
export function splitUrl(layerUrl: string): { url: string; query: Record<string, string> } {
  const at = layerUrl.indexOf('?');
  if (at < 0) return { url: layerUrl, query: {} };
  const query = Object.fromEntries(
    [...new URLSearchParams(layerUrl.slice(at + 1))].map(([key, value]) => [
      key.toLowerCase(),
      value,
    ]),
  );
  return { url: layerUrl.slice(0, at), query };
}

/** The address without the parts of its query that have these names; placeholders stay as they are. */
export function withoutQuery(layerUrl: string, names: ReadonlySet<string>): string {
  const at = layerUrl.indexOf('?');
  if (at < 0) return layerUrl;
  const remaining = layerUrl
    .slice(at + 1)
    .split('&')
    .filter((part) => {
      const [name = '', value = ''] = part.split('=', 2);
      return part !== '' && (!names.has(name.toLowerCase()) || value.startsWith('{'));
    });
  const url = layerUrl.slice(0, at);
  return remaining.length === 0 ? url : `${url}?${remaining.join('&')}`;
}
