const isMedia = (rule: CSSRule): rule is CSSMediaRule => 'media' in rule;
const isStyle = (rule: CSSRule): rule is CSSStyleRule => 'selectorText' in rule;

/** What holds on screens wider than a phone. */
const wideRules = (rules: CSSRuleList): CSSStyleRule[] =>
  [...rules].flatMap((rule) => {
    if (isStyle(rule)) return [rule];
    return isMedia(rule) && /min-width:\s*600px/.test(rule.media.mediaText)
      ? wideRules(rule.cssRules)
      : [];
  });

/** Pixels that a part keeps on screens wider than a phone, 0 for none; jsdom itself heeds no media queries. */
export function leastWidth(part: Element): number {
  const least = [...document.styleSheets]
    .flatMap((sheet) => wideRules(sheet.cssRules))
    .filter(({ selectorText }) => part.matches(selectorText))
    .map(({ style }) => style.getPropertyValue('min-width'))
    .filter((width) => width !== '');
  return Number.parseFloat(least.at(-1) ?? '0');
}

/** The same of the column of a table under this head. */
export function leastColumnWidth(table: HTMLElement, head: string): number {
  const { rows } = table as HTMLTableElement;
  const at = [...(rows[0]?.cells ?? [])].findIndex(({ textContent }) => textContent === head);
  return Math.max(0, ...[...rows].map(({ cells }) => (cells[at] ? leastWidth(cells[at]) : 0)));
}
