import Button from '@mui/material/Button';
import { useMessages } from '@scenedock/ui-kit';
import { Link } from 'react-router-dom';

type WayBackProps = { to: string } | { onClick: () => void };

/** Back to the list, from what does not exist. */
export function WayBack(props: WayBackProps) {
  const { notThere } = useMessages();
  const way = 'to' in props ? { component: Link, to: props.to } : { onClick: props.onClick };
  return (
    <Button variant="outlined" {...way}>
      {notThere.back}
    </Button>
  );
}
