import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useMessages } from '../messages/LocaleProvider';
import {
  countChosenScenes,
  isSceneChosen,
  NO_SCENES,
  type SceneSelection,
  WHOLE_ORDER,
} from '../orders/sceneSelection';
import { ink } from '../tokens';

interface Props {
  selection: SceneSelection;
  page: readonly number[];
  total: number;
  onChange: (selection: SceneSelection) => void;
}

/** How many scenes are chosen; from a whole page it is one step to the whole order. */
export function SceneSelectionBar({ selection, page, total, onChange }: Props) {
  const { detail } = useMessages();
  const count = countChosenScenes(selection, total);
  if (count === 0) {
    return null;
  }
  const wholePage = page.length > 0 && page.every((did) => isSceneChosen(selection, did));
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
      {offerWhole && (
        <Button onClick={() => onChange(WHOLE_ORDER)}>{detail.selectWhole(total)}</Button>
      )}
      <Button onClick={() => onChange(NO_SCENES)}>{detail.clearSelection}</Button>
    </Stack>
  );
}
