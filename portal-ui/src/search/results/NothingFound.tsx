import Button from '@mui/material/Button';
import { EmptyState, useMessages } from '@scenedock/ui-kit';
import { RegionOffer } from '../conditions/RegionOffer';
import type { Criteria } from '../searchState';
import { LiftConditions } from './LiftConditions';

type Props = {
  criteria: Criteria;
  /** Takes a condition away. */
  onLift: (part: Partial<Criteria>) => void;
  onReset: () => void;
};

/** Nothing meets all conditions: which to lift to find something. */
export default function NothingFound({ criteria, onLift, onReset }: Props) {
  const m = useMessages();
  const ways = (
    <>
      <RegionOffer
        align="center"
        text={criteria.text}
        area={criteria.area}
        onTake={(area, text) => onLift({ area, text })}
      />
      <LiftConditions criteria={criteria} onChange={onLift} />
      <Button variant="outlined" onClick={onReset}>
        {m.orders.clear}
      </Button>
    </>
  );
  return <EmptyState title={m.common.noMatch} hint={m.common.noMatchHint} action={ways} />;
}
