import Add from '@mui/icons-material/Add';
import EditOutlined from '@mui/icons-material/EditOutlined';
import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import { contentDesk, EmptyState, type NewsType, useMessages } from '@scenedock/ui-kit';
import { useState } from 'react';
import { useAdminMessages } from '../i18n/useAdminMessages';
import { IconTool } from '../parts/IconTool';
import { Column } from '../parts/list/Column';
import { ListRows } from '../parts/list/ListRows';
import { ResourceList } from '../parts/list/ResourceList';
import { PageHead } from '../parts/PageHead';
import { useMay } from '../providers/useMe';
import { NewsTypeDialog } from './NewsTypeDialog';
import { OrderButtons } from './OrderButtons';
import { RemoveRecordButton } from './RemoveButton';

/** The types of news, in the order in which the portal offers them. */
export function NewsTypesPage() {
  const { newsTypes: m } = useAdminMessages();
  const mayWrite = useMay('/content/save');
  const [naming, setNaming] = useState<NewsType | 'new' | null>(null);
  return (
    <ResourceList resource="newsTypes" title={m.title} conditions={{}}>
      <PageHead title={m.title}>
        {mayWrite && (
          <Button
            variant="contained"
            size="medium"
            startIcon={<Add />}
            onClick={() => setNaming('new')}
          >
            {m.add}
          </Button>
        )}
      </PageHead>
      <Paper variant="outlined" sx={{ overflow: 'hidden' }}>
        <TypeTable onRename={mayWrite ? setNaming : null} />
      </Paper>
      {naming !== null && (
        <NewsTypeDialog type={naming === 'new' ? null : naming} onClose={() => setNaming(null)} />
      )}
    </ResourceList>
  );
}

interface TypeTableProps {
  /** Null: they can only be read. */
  onRename: ((type: NewsType) => void) | null;
}

function TypeTable({ onRename }: TypeTableProps) {
  const { common } = useMessages();
  const { newsTypes: m } = useAdminMessages();
  return (
    <ListRows label={m.title} minWidth={560} empty={<EmptyState title={m.empty} />}>
      <Column<NewsType> source="name" label={m.name} render={({ name }) => name} />
      <Column<NewsType>
        source="articles"
        label={m.articles}
        width={120}
        numeric
        render={({ articles }) => articles}
      />
      <Column<NewsType>
        source="operations"
        label={common.operations}
        width={190}
        oneLine
        render={(type) => (onRename ? <Operations type={type} onRename={onRename} /> : '—')}
      />
    </ListRows>
  );
}

interface OperationsProps {
  type: NewsType;
  onRename: (type: NewsType) => void;
}

function Operations({ type, onRename }: OperationsProps) {
  const { newsTypes: m } = useAdminMessages();
  return (
    <span>
      <IconTool name={`${m.rename} ${type.name}`} onClick={() => onRename(type)}>
        <EditOutlined fontSize="small" />
      </IconTool>
      <RemoveRecordButton name={type.name} />
      <OrderButtons name={type.name} reorder={contentDesk.newsTypes.reorder} />
    </span>
  );
}
