import ChevronLeft from '@mui/icons-material/ChevronLeft';
import ChevronRight from '@mui/icons-material/ChevronRight';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useToolMessages } from '../messages/useToolMessages';
import { ToolButton } from '../strip/ToolButton';
import { PAGE_SIZE } from './usePointQuery';

type Props = { page: number; total: number; onPage: (page: number) => void };

export function PointPager({ page, total, onPage }: Props) {
  const m = useToolMessages();
  const pages = Math.max(1, Math.ceil(total / PAGE_SIZE));
  return (
    <Stack direction="row" sx={{ alignItems: 'center' }}>
      <ToolButton
        name={m.pointQuery.prev}
        icon={<ChevronLeft fontSize="small" />}
        blocked={page <= 1 ? m.pointQuery.noPrev : null}
        onClick={() => onPage(page - 1)}
      />
      <Typography variant="caption" sx={{ fontVariantNumeric: 'tabular-nums' }}>
        {m.pointQuery.page(page, pages)}
      </Typography>
      <ToolButton
        name={m.pointQuery.next}
        icon={<ChevronRight fontSize="small" />}
        blocked={page >= pages ? m.pointQuery.noNext : null}
        onClick={() => onPage(page + 1)}
      />
    </Stack>
  );
}
