import * as values from './tokens.json';

/**
 * Colours, type, radii, motion: every look of both apps, of their maps and, by way of the same file, of workbooks. Each app
 * fetches those that it uses.
 */
export { values as tokens };

/** Light for the back office, dark for rooms without much light. */
export type Scheme = 'light' | 'dark';

type Role = keyof typeof values.light;

/** What a role has to hold in each scheme. */
export const schemes: Record<Scheme, Record<Role, string>> = {
  light: values.light,
  dark: values.dark,
};

const variable = (role: string) => `--sd-${role}`;

/** The colours of a scheme as custom properties, for the root of a page. */
export function customProperties(scheme: Scheme): Record<string, string> {
  return Object.fromEntries(
    Object.entries(schemes[scheme]).map(([role, colour]) => [variable(role), colour]),
  );
}

/** A colour by its role, whatever the scheme: for `sx`, `style` and SVG; a canvas takes `tokens.map`. */
export const ink = Object.fromEntries(
  Object.keys(values.light).map((role) => [role, `var(${variable(role)})`]),
) as Record<Role, string>;

/** The colour of the class that a cloud cover in percent falls into, for the dark grounds of the portal. */
export function cloudColour(percent: number | null): string {
  const { upTo10, upTo30, upTo60, upTo100, unknown } = values.cloud;
  if (percent === null) return unknown;
  if (percent <= 10) return upTo10;
  if (percent <= 30) return upTo30;
  return percent <= 60 ? upTo60 : upTo100;
}

type TextRole = keyof typeof values.type;

/** Sizes and line heights of texts by role, for `sx` and the theme; they grow with the browser's own size. */
export const textStyle = Object.fromEntries(
  Object.entries(values.type).map(([role, { size, line }]) => [
    role,
    { fontSize: `${size / 16}rem`, lineHeight: line / size },
  ]),
) as Record<TextRole, { fontSize: string; lineHeight: number }>;

/** Sizes of texts whose lines are as high as those around them. Charts and maps, which do not grow, take `tokens.type`. */
export const textSize = Object.fromEntries(
  Object.entries(textStyle).map(([role, { fontSize }]) => [role, fontSize]),
) as Record<TextRole, string>;

/** A CSS transition of one property at the pace of everything that comes in. */
export const easeIn = (property: string) => `${property} ${values.motion.in}ms ease-out`;
