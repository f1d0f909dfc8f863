import { tokens } from '@scenedock/ui-kit';

/** Colour and dash of each series: a print without colour still tells them apart. */
const [violet, ochre, magenta] = tokens.series.light;

export const SERIES = {
  online: { colour: violet, dash: '0' },
  offline: { colour: ochre, dash: '6 3' },
  total: { colour: magenta, dash: '2 3' },
} as const;

export type SeriesName = keyof typeof SERIES;

/** Texts and lines of charts. */
export const CHART = {
  text: tokens.light.text2,
  line: tokens.light.line,
  pointed: tokens.light.raised,
  ground: tokens.light.panel,
  font: tokens.type.note.size,
} as const;

/** The names of the series, no larger than the texts of the chart. */
export const LEGEND = { fontSize: CHART.font } as const;

/** What the pointer shows, in a colour that can be read: not every series' can. */
export const TOOLTIP = { color: CHART.text } as const;
