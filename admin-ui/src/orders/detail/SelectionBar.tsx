import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { ink, useMessages } from '@scenedock/ui-kit';
import { countChosen, isChosen, NOTHING, type Selection, WHOLE } from './sceneSelection';

interface SelectionBarProps {
  selection: Selection;
  page: readonly number[];
  total: number;
  onChange: (selection: Selection) => void;
}

/** How many scenes are chosen; from a whole page it is one step to the whole order. */
export function SelectionBar({ selection, page, total, onChange }: SelectionBarProps) {
  const { detail } = useMessages();
  const count = countChosen(selection, total);
  if (count === 0) {
    return null;
  }
  const wholePage = page.length > 0 && page.every((did) => isChosen(selection, did));
  const offerWhole = wholePage && !selection.whole && count < total;
  return (
    <Stack
      direction="row"
      role="status"
      sx={{
        gap: 0.5,
        px: 2,
        minHeight: 40,
        alignItems: 'center',
        flexWrap: 'wrap',
        bgcolor: ink.chosen,
      }}
    >
      <Typography variant="body2">
        {selection.whole ? detail.wholeSelected(total) : detail.selectedScenes(count)}
      </Typography>
      {offerWhole && <Button onClick={() => onChange(WHOLE)}>{detail.selectWhole(total)}</Button>}
      <Button onClick={() => onChange(NOTHING)}>{detail.clearSelection}</Button>
    </Stack>
  );
}
