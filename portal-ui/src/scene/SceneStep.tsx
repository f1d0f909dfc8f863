import ChevronLeft from '@mui/icons-material/ChevronLeft';
import ChevronRight from '@mui/icons-material/ChevronRight';
import IconButton from '@mui/material/IconButton';
import Tooltip from '@mui/material/Tooltip';
import { useMessages } from '@scenedock/ui-kit';

type Step = (() => void) | undefined;

type Props = { onPrev: Step; onNext: Step };

/** To the neighbours in the list that the scene was opened from. */
export function SceneStep({ onPrev, onNext }: Props) {
  const m = useMessages();
  const steps = [
    { name: m.common.prev, go: onPrev, none: m.view.noPrev, Icon: ChevronLeft },
    { name: m.common.next, go: onNext, none: m.view.noNext, Icon: ChevronRight },
  ];
  return steps.map(({ name, go, none, Icon }) => (
    <Tooltip key={name} title={go ? `${name} (${m.view.stepKeys})` : none}>
      <span>
        <IconButton aria-label={name} disabled={!go} onClick={go}>
          <Icon />
        </IconButton>
      </span>
    </Tooltip>
  ));
}
