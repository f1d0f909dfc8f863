import EditOutlined from '@mui/icons-material/EditOutlined';
import PushPin from '@mui/icons-material/PushPin';
import Link from '@mui/material/Link';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableContainer from '@mui/material/TableContainer';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import {
  contentDesk,
  formatTime,
  type NewsArticle,
  ToneChip,
  useMessages,
} from '@scenedock/ui-kit';
import { Link as RouterLink, useNavigate } from 'react-router-dom';
import { useAdminMessages } from '../i18n/useAdminMessages';
import { blockRows } from '../parts/blockRows';
import { IconTool } from '../parts/IconTool';
import { useMay } from '../providers/useMe';
import { RemoveButton } from './RemoveButton';

const TONES = { draft: 'neutral', published: 'success', withdrawn: 'warning' } as const;

/** Articles with their state. */
export function NewsTable({ news }: { news: readonly NewsArticle[] }) {
  const { common } = useMessages();
  const { news: m, content } = useAdminMessages();
  return (
    <TableContainer tabIndex={0} role="group" aria-label={m.title}>
      <Table aria-label={m.title} sx={blockRows(900)}>
        <TableHead>
          <TableRow>
            <TableCell>{content.title}</TableCell>
            <TableCell sx={{ width: 140 }}>{m.type}</TableCell>
            <TableCell sx={{ width: 120 }}>{m.state}</TableCell>
            <TableCell sx={{ width: 150 }}>{m.publishAt}</TableCell>
            <TableCell sx={{ width: 210 }}>{content.changed}</TableCell>
            <TableCell sx={{ width: 96 }}>{common.operations}</TableCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {news.map((one) => (
            <NewsRow key={one.id} news={one} />
          ))}
        </TableBody>
      </Table>
    </TableContainer>
  );
}

function NewsRow({ news }: { news: NewsArticle }) {
  const { common } = useMessages();
  const { news: m, content } = useAdminMessages();
  const mayWrite = useMay('/content/save');
  const navigate = useNavigate();
  const { id, title, state, visible, publishAt } = news;
  const path = `/news/${id}`;
  const scheduled = state === 'published' && !visible;
  return (
    <TableRow hover>
      <TableCell data-label={content.title} sx={{ overflowWrap: 'anywhere' }}>
        <span>
          {news.pinned && (
            <PushPin
              titleAccess={m.pinned}
              sx={{ fontSize: 16, mr: 0.5, verticalAlign: '-3px', color: 'primary.main' }}
            />
          )}
          <Link component={RouterLink} to={path}>
            {title}
          </Link>
        </span>
      </TableCell>
      <TableCell data-label={m.type}>{news.typeName}</TableCell>
      <TableCell data-label={m.state}>
        <ToneChip
          tone={scheduled ? 'info' : TONES[state]}
          label={scheduled ? m.later : content.states[state]}
        />
      </TableCell>
      <TableCell data-label={m.publishAt}>
        {publishAt === null ? '—' : formatTime(publishAt)}
      </TableCell>
      <TableCell data-label={content.changed}>
        <span>{content.changedBy(news.changedBy, formatTime(news.changedAt))}</span>
      </TableCell>
      <TableCell data-label={common.operations} sx={{ whiteSpace: 'nowrap' }}>
        {mayWrite ? (
          <span>
            <IconTool name={content.edit(title)} onClick={() => navigate(path)}>
              <EditOutlined fontSize="small" />
            </IconTool>
            <RemoveButton
              name={title}
              why={state === 'published' ? m.withdrawFirst : null}
              remove={() => contentDesk.news.remove(id)}
            />
          </span>
        ) : (
          '—'
        )}
      </TableCell>
    </TableRow>
  );
}
