import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import {
  ATTACHMENT_TYPES,
  type Attachment,
  type AttachmentType,
  attachmentUrl,
  EmptyState,
  ink,
  type Order,
  PaperContent,
  requiredAttachments,
  useMessages,
} from '@scenedock/ui-kit';
import { useId } from 'react';
import { useAdminMessages } from '../../i18n/useAdminMessages';
import { Pane } from './Pane';

/** What has a tab: the papers that the order needs, and those that it has beside them. */
function paperTabs(order: Order): AttachmentType[] {
  const papers = order.attachments ?? [];
  const required = requiredAttachments(order.getMethod);
  return ATTACHMENT_TYPES.filter(
    (type) => required.includes(type) || papers.some((paper) => paper.type === type),
  );
}

interface PapersPaneProps {
  order: Order;
  /** The tab that is open; another order may have fewer. */
  at: number;
  onTurn: (at: number) => void;
}

/** The papers one by one, as large as there is room for. */
export function PapersPane({ order, at, onTurn }: PapersPaneProps) {
  const m = useMessages();
  const { desk } = useAdminMessages();
  const id = useId();
  const types = paperTabs(order);
  const open = Math.min(at, types.length - 1);
  const paper = order.attachments?.find(({ type }) => type === types[open]);
  return (
    <Pane
      fill
      title={desk.papers}
      aside={
        paper && (
          <Link href={urlOf(paper)} download={paper.fileName} variant="body2" noWrap>
            {desk.download}
          </Link>
        )
      }
    >
      {types.length === 0 ? (
        <EmptyState title={desk.noPapers} />
      ) : (
        <Box sx={{ display: 'flex', flexDirection: 'column', height: '100%' }}>
          <Tabs
            value={open}
            onChange={(_, to: number) => onTurn(to)}
            variant="scrollable"
            aria-label={desk.papers}
            sx={{ minHeight: 40, borderBottom: 1, borderColor: 'divider' }}
          >
            {types.map((type, index) => (
              <Tab
                key={type}
                id={`${id}-tab-${index}`}
                aria-controls={`${id}-panel`}
                label={`${index + 1} ${m.attachmentType[type]}`}
                sx={{ minHeight: 40, py: 0 }}
              />
            ))}
          </Tabs>
          <Box
            role="tabpanel"
            id={`${id}-panel`}
            aria-labelledby={`${id}-tab-${open}`}
            sx={{ flex: 1, minHeight: 0, bgcolor: ink.raised }}
          >
            {paper ? (
              <PaperContent
                key={paper.attachmentId}
                paper={{ ...paper, url: urlOf(paper), size: paper.size ?? undefined }}
              />
            ) : (
              <EmptyState title={desk.missingPaper} />
            )}
          </Box>
        </Box>
      )}
    </Pane>
  );
}

const urlOf = (paper: Attachment) => paper.fDataPath || attachmentUrl(paper.attachmentId);
