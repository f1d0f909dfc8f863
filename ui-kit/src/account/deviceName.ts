/** Browsers by what only they write into their `User-Agent`; the first that fits counts. */
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/MicroMessenger/, '微信'],
  [/Edg(e|A|iOS)?\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\//, 'Chrome'],
  [/Safari\//, 'Safari'],
];

const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/HarmonyOS|OpenHarmony/, 'HarmonyOS'],
  [/Android/, 'Android'],
  [/iPhone|iPad/, 'iOS'],
  [/Windows/, 'Windows'],
  [/Mac OS X|Macintosh/, 'macOS'],
  [/Linux/, 'Linux'],
];

const first = (among: readonly (readonly [RegExp, string])[], agent: string) =>
  among.find(([mark]) => mark.test(agent))?.[1];

/** Browser and system out of what a browser says of itself; programs are called by their first word. */
export function deviceOf(agent: string): { browser: string; system?: string } | null {
  const browser = first(BROWSERS, agent);
  const system = first(SYSTEMS, agent);
  if (browser !== undefined) return system === undefined ? { browser } : { browser, system };
  const program = agent.trim().split(/\s/)[0];
  return program === undefined || program === '' ? null : { browser: program };
}
