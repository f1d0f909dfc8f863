import values from './tokens.json';

/** Colours, type, radii, motion: every look of both apps, of their maps and, by way of the same file, of workbooks. */
export const tokens = values;

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

/** A CSS transition of one property at the pace of everything that comes in. */
export const easeIn = (property: string) => `${property} ${values.motion.in}ms ease-out`;
