import Box from '@mui/material/Box';
import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import {
  ATTACHMENT_TYPES,
  type Attachment,
  type AttachmentType,
  attachmentUrl,
  EmptyState,
  ink,
  PaperContent,
  useMessages,
} from '@scenedock/ui-kit';
import { useId } from 'react';
import { useAdminMessages } from '../i18n/useAdminMessages';

/** What has a tab: the papers that are required, and those that are there beside them. */
export function paperTabs(
  papers: readonly Attachment[],
  required: readonly AttachmentType[],
): AttachmentType[] {
  return ATTACHMENT_TYPES.filter(
    (type) => required.includes(type) || papers.some((paper) => paper.type === type),
  );
}

export const paperUrl = (paper: Attachment) => paper.fDataPath || attachmentUrl(paper.attachmentId);

interface PaperTabsProps {
  label: string;
  papers: readonly Attachment[];
  /** At least one. */
  types: readonly AttachmentType[];
  /** The tab that is open. */
  open: number;
  onTurn: (to: number) => void;
}

/** Papers one by one, as large as there is room for. */
export function PaperTabs({ label, papers, types, open, onTurn }: PaperTabsProps) {
  const m = useMessages();
  const { desk } = useAdminMessages();
  const id = useId();
  const paper = papers.find(({ type }) => type === types[open]);
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', height: '100%' }}>
      <Tabs
        value={open}
        onChange={(_, to: number) => onTurn(to)}
        variant="scrollable"
        aria-label={label}
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
            paper={{ ...paper, url: paperUrl(paper), size: paper.size ?? undefined }}
          />
        ) : (
          <EmptyState title={desk.missingPaper} />
        )}
      </Box>
    </Box>
  );
}
