import Add from '@mui/icons-material/Add';
import EditOutlined from '@mui/icons-material/EditOutlined';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import Paper from '@mui/material/Paper';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableContainer from '@mui/material/TableContainer';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import Typography from '@mui/material/Typography';
import {
  type Announcement,
  contentDesk,
  EmptyState,
  formatTime,
  QueryResult,
  ToneChip,
  useMessages,
} from '@scenedock/ui-kit';
import type { ReactNode } from 'react';
import { Link as RouterLink, useNavigate } from 'react-router-dom';
import { useAdminMessages } from '../i18n/useAdminMessages';
import { blockRows } from '../parts/blockRows';
import { IconTool } from '../parts/IconTool';
import { PageHead } from '../parts/PageHead';
import { useCall } from '../parts/useCall';
import { useMay } from '../providers/useMe';
import { CONTENT } from './contentTopic';
import { OrderButtons } from './OrderButtons';
import { RemoveButton } from './RemoveButton';
import { useAnnouncements } from './useAnnouncements';

/** Every announcement, in the order in which they pass. */
export function AnnouncementsPage() {
  const { announcements: m } = useAdminMessages();
  const mayWrite = useMay('/content/save');
  const query = useAnnouncements();
  return (
    <>
      <PageHead title={m.title}>
        {mayWrite && (
          <Button
            component={RouterLink}
            to="/announcements/new"
            variant="contained"
            size="medium"
            startIcon={<Add />}
          >
            {m.add}
          </Button>
        )}
      </PageHead>
      <Typography variant="body2" color="textSecondary" sx={{ mb: 1.5 }}>
        {m.intro}
      </Typography>
      <Paper variant="outlined" sx={{ overflow: 'hidden' }}>
        <QueryResult query={query}>
          {({ items }) =>
            items.length === 0 ? (
              <EmptyState title={m.empty} />
            ) : (
              <AnnouncementTable announcements={items} mayWrite={mayWrite} />
            )
          }
        </QueryResult>
      </Paper>
    </>
  );
}

interface AnnouncementTableProps {
  announcements: readonly Announcement[];
  mayWrite: boolean;
}

function AnnouncementTable({ announcements, mayWrite }: AnnouncementTableProps) {
  const { common } = useMessages();
  const { announcements: m, content, news } = useAdminMessages();
  const { run } = useCall([CONTENT]);
  const ids = announcements.map(({ id }) => id);
  const order = (next: string[]) =>
    void run(() => contentDesk.announcements.reorder(next), { failed: content.failed });
  return (
    <TableContainer tabIndex={0} role="group" aria-label={m.title}>
      <Table aria-label={m.title} sx={blockRows(900)}>
        <TableHead>
          <TableRow>
            <TableCell>{content.title}</TableCell>
            <TableCell sx={{ width: 90 }}>{m.level}</TableCell>
            <TableCell sx={{ width: 110 }}>{news.state}</TableCell>
            <TableCell sx={{ width: 190 }}>{m.period}</TableCell>
            <TableCell sx={{ width: 170 }}>{content.changed}</TableCell>
            <TableCell sx={{ width: 190 }}>{common.operations}</TableCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {announcements.map((one, at) => (
            <AnnouncementRow key={one.id} one={one} mayWrite={mayWrite}>
              <OrderButtons name={one.title} at={at} ids={ids} onOrder={order} />
            </AnnouncementRow>
          ))}
        </TableBody>
      </Table>
    </TableContainer>
  );
}

interface AnnouncementRowProps {
  one: Announcement;
  mayWrite: boolean;
  children: ReactNode;
}

function AnnouncementRow({ one, mayWrite, children }: AnnouncementRowProps) {
  const { common } = useMessages();
  const { announcements: m, content, news } = useAdminMessages();
  const navigate = useNavigate();
  const path = `/announcements/${one.id}`;
  const isOver = one.until !== null && !one.current && new Date(one.until) <= new Date();
  const [tone, state] = one.current
    ? (['success', m.current] as const)
    : isOver
      ? (['neutral', m.over] as const)
      : (['info', m.waiting] as const);
  return (
    <TableRow hover>
      <TableCell data-label={content.title} sx={{ overflowWrap: 'anywhere' }}>
        <Link component={RouterLink} to={path}>
          {one.title}
        </Link>
      </TableCell>
      <TableCell data-label={m.level}>
        <ToneChip
          tone={one.level === 'important' ? 'warning' : 'neutral'}
          label={content.levels[one.level]}
        />
      </TableCell>
      <TableCell data-label={news.state}>
        <ToneChip tone={tone} label={state} />
      </TableCell>
      <TableCell data-label={m.period}>
        <span>
          {formatTime(one.from)}
          <br />
          {one.until === null ? m.forever : formatTime(one.until)}
        </span>
      </TableCell>
      <TableCell data-label={content.changed}>
        <span>{content.changedBy(one.changedBy, formatTime(one.changedAt))}</span>
      </TableCell>
      <TableCell data-label={common.operations} sx={{ whiteSpace: 'nowrap' }}>
        {mayWrite ? (
          <span>
            <IconTool name={content.edit(one.title)} onClick={() => navigate(path)}>
              <EditOutlined fontSize="small" />
            </IconTool>
            <RemoveButton
              name={one.title}
              remove={() => contentDesk.announcements.remove(one.id)}
            />
            {children}
          </span>
        ) : (
          '—'
        )}
      </TableCell>
    </TableRow>
  );
}
