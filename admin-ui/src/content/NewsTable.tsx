import EditOutlined from '@mui/icons-material/EditOutlined';
import PushPin from '@mui/icons-material/PushPin';
import Link from '@mui/material/Link';
import { formatTime, type NewsArticle, ToneChip, tokens, useMessages } from '@scenedock/ui-kit';
import { Link as RouterLink, useNavigate } from 'react-router-dom';
import { useAdminMessages } from '../i18n/useAdminMessages';
import { IconTool } from '../parts/IconTool';
import { Column } from '../parts/list/Column';
import { ListPages } from '../parts/list/ListEnd';
import { ListRows } from '../parts/list/ListRows';
import { NoRows } from '../parts/list/NoRows';
import { useMay } from '../providers/useMe';
import { RemoveRecordButton } from './RemoveButton';

const TONES = { draft: 'neutral', published: 'success', withdrawn: 'warning' } as const;

const pathOf = ({ id }: NewsArticle) => `/news/${id}`;

/** Articles with their state. */
export function NewsTable() {
  const { common } = useMessages();
  const { news: m, content } = useAdminMessages();
  return (
    <ListRows
      label={m.title}
      minWidth={900}
      empty={<NoRows title={m.empty} />}
      below={<ListPages />}
    >
      <Column<NewsArticle>
        source="title"
        label={content.title}
        minWidth={220}
        breakable
        render={(news) => <Title news={news} />}
      />
      <Column<NewsArticle>
        source="type"
        label={m.type}
        width={140}
        render={({ typeName }) => typeName}
      />
      <Column<NewsArticle>
        source="state"
        label={m.state}
        width={120}
        render={(news) => <StateOf news={news} />}
      />
      <Column<NewsArticle>
        source="publishAt"
        label={m.publishAt}
        width={150}
        render={({ publishAt }) => (publishAt === null ? '—' : formatTime(publishAt))}
      />
      <Column<NewsArticle>
        source="changed"
        label={content.changed}
        width={210}
        minWidth={160}
        render={({ changedBy, changedAt }) => (
          <span>{content.changedBy(changedBy, formatTime(changedAt))}</span>
        )}
      />
      <Column<NewsArticle>
        source="operations"
        label={common.operations}
        width={96}
        oneLine
        render={(news) => <Operations news={news} />}
      />
    </ListRows>
  );
}

function Title({ news }: { news: NewsArticle }) {
  const { news: m } = useAdminMessages();
  return (
    <span>
      {news.pinned && (
        <PushPin
          titleAccess={m.pinned}
          sx={{ fontSize: tokens.icon.text, mr: 0.5, verticalAlign: '-3px', color: 'primary.main' }}
        />
      )}
      <Link component={RouterLink} to={pathOf(news)}>
        {news.title}
      </Link>
    </span>
  );
}

function StateOf({ news: { state, visible } }: { news: NewsArticle }) {
  const { news: m, content } = useAdminMessages();
  const scheduled = state === 'published' && !visible;
  return (
    <ToneChip
      tone={scheduled ? 'info' : TONES[state]}
      label={scheduled ? m.later : content.states[state]}
    />
  );
}

function Operations({ news }: { news: NewsArticle }) {
  const { news: m, content } = useAdminMessages();
  const mayWrite = useMay('/content/save');
  const navigate = useNavigate();
  if (!mayWrite) return '—';
  return (
    <span>
      <IconTool name={content.edit(news.title)} onClick={() => navigate(pathOf(news))}>
        <EditOutlined fontSize="small" />
      </IconTool>
      <RemoveRecordButton
        name={news.title}
        why={news.state === 'published' ? m.withdrawFirst : null}
      />
    </span>
  );
}
