import { useMessages } from '@scenedock/ui-kit';
import { lineLength } from '../geo/geodesic';
import type { Position } from '../geo/wkt';

type Props = {
  lines: readonly (readonly Position[])[];
  /** A number of kilometres as the screen writes it. */
  written: (kilometres: number) => string;
};

/** How long a searched line is along its geodesics. */
export default function LineLength({ lines, written }: Props) {
  const m = useMessages();
  const metres = lines.reduce((sum, line) => sum + lineLength(line), 0);
  return m.tools.kilometres(written(metres / 1000));
}
