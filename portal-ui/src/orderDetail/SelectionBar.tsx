import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useMessages } from '@scenedock/ui-kit';
import { countChosen, isChosen, NOTHING, type Selection, WHOLE } from './sceneSelection';

type Props = {
  selection: Selection;
  page: readonly number[];
  total: number;
  onChange: (selection: Selection) => void;
};

/** How many scenes are chosen; from a whole page it is one step to the whole order. */
export function SelectionBar({ selection, page, total, onChange }: Props) {
  const m = useMessages();
  const count = countChosen(selection, total);
  const pageWhole = page.length > 0 && page.every((did) => isChosen(selection, did));
  const said = selection.whole ? m.detail.wholeSelected(total) : m.detail.selectedScenes(count);
  return (
    <Stack
      direction="row"
      role="status"
      sx={{ gap: 0.5, alignItems: 'center', flexWrap: 'wrap', minHeight: count === 0 ? 0 : 32 }}
    >
      {count === 0 ? null : (
        <>
          <Typography variant="body2">{said}</Typography>
          {pageWhole && !selection.whole && count < total ? (
            <Button onClick={() => onChange(WHOLE)}>{m.detail.selectWhole(total)}</Button>
          ) : null}
          <Button onClick={() => onChange(NOTHING)}>{m.detail.clearSelection}</Button>
        </>
      )}
    </Stack>
  );
}
