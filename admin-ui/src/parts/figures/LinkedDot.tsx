import { useNavigate } from 'react-router-dom';
import type { ActiveDotProps } from 'recharts';

interface LinkedDotProps extends Pick<ActiveDotProps, 'cx' | 'cy' | 'r' | 'fill' | 'stroke'> {
  /** In place of where the chart leads; undefined: nowhere else. */
  to: string | undefined;
}

/** The marker of a line that is pointed at. */
export function LinkedDot({ to, ...circle }: LinkedDotProps) {
  const navigate = useNavigate();
  const opening =
    to === undefined
      ? {}
      : {
          onClick: (event: { stopPropagation: () => void }) => {
            event.stopPropagation();
            navigate(to);
          },
        };
  return <circle {...circle} strokeWidth={2} {...opening} />;
}
