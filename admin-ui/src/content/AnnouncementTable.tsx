import EditOutlined from '@mui/icons-material/EditOutlined';
import Link from '@mui/material/Link';
import {
  type Announcement,
  contentDesk,
  EmptyState,
  formatTime,
  ToneChip,
  useMessages,
} from '@scenedock/ui-kit';
import { Link as RouterLink, useNavigate } from 'react-router-dom';
import { useAdminMessages } from '../i18n/useAdminMessages';
import { IconTool } from '../parts/IconTool';
import { Column } from '../parts/list/Column';
import { ListRows } from '../parts/list/ListRows';
import { useMay } from '../providers/useMe';
import { OrderButtons } from './OrderButtons';
import { RemoveRecordButton } from './RemoveButton';

const pathOf = ({ id }: Announcement) => `/announcements/${id}`;

/** Announcements, each with whether it passes now. */
export function AnnouncementTable() {
  const { common } = useMessages();
  const { announcements: m, content, news } = useAdminMessages();
  return (
    <ListRows label={m.title} minWidth={900} empty={<EmptyState title={m.empty} />}>
      <Column<Announcement>
        source="title"
        label={content.title}
        minWidth={220}
        breakable
        render={(one) => (
          <Link component={RouterLink} to={pathOf(one)}>
            {one.title}
          </Link>
        )}
      />
      <Column<Announcement>
        source="level"
        label={m.level}
        width={90}
        render={({ level }) => (
          <ToneChip
            tone={level === 'important' ? 'warning' : 'neutral'}
            label={content.levels[level]}
          />
        )}
      />
      <Column<Announcement>
        source="state"
        label={news.state}
        width={110}
        render={(one) => <StateOf one={one} />}
      />
      <Column<Announcement>
        source="period"
        label={m.period}
        width={190}
        render={({ from, until }) => (
          <span>
            {formatTime(from)}
            <br />
            {until === null ? m.forever : formatTime(until)}
          </span>
        )}
      />
      <Column<Announcement>
        source="changed"
        label={content.changed}
        width={170}
        minWidth={160}
        render={({ changedBy, changedAt }) => (
          <span>{content.changedBy(changedBy, formatTime(changedAt))}</span>
        )}
      />
      <Column<Announcement>
        source="operations"
        label={common.operations}
        width={190}
        oneLine
        render={(one) => <Operations one={one} />}
      />
    </ListRows>
  );
}

function StateOf({ one: { current, until } }: { one: Announcement }) {
  const { announcements: m } = useAdminMessages();
  if (current) return <ToneChip tone="success" label={m.current} />;
  const isOver = until !== null && new Date(until) <= new Date();
  return <ToneChip tone={isOver ? 'neutral' : 'info'} label={isOver ? m.over : m.waiting} />;
}

function Operations({ one }: { one: Announcement }) {
  const { content } = useAdminMessages();
  const mayWrite = useMay('/content/save');
  const navigate = useNavigate();
  if (!mayWrite) return '—';
  return (
    <span>
      <IconTool name={content.edit(one.title)} onClick={() => navigate(pathOf(one))}>
        <EditOutlined fontSize="small" />
      </IconTool>
      <RemoveRecordButton name={one.title} />
      <OrderButtons name={one.title} reorder={contentDesk.announcements.reorder} />
    </span>
  );
}
