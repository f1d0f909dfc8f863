import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import { EmptyState, requiredAttachments, type Subscription } from '@scenedock/ui-kit';
import { useState } from 'react';
import { useAdminMessages } from '../i18n/useAdminMessages';
import { PaperTabs, paperTabs, paperUrl } from '../parts/PaperTabs';

/** The papers of a subscription, which an approval is about. One from before there were any has none. */
export function PapersOf({ one: { attachments } }: { one: Subscription }) {
  const { subscriptionDesk: m, desk } = useAdminMessages();
  const [at, setAt] = useState(0);
  if (attachments.length === 0) return <EmptyState title={m.noPapers} />;
  const types = paperTabs(attachments, requiredAttachments(0));
  const open = Math.min(at, types.length - 1);
  const paper = attachments.find(({ type }) => type === types[open]);
  return (
    <>
      <Box sx={{ height: '60vh' }}>
        <PaperTabs label={m.papers} papers={attachments} types={types} open={open} onTurn={setAt} />
      </Box>
      {paper && (
        <Link href={paperUrl(paper)} download={paper.fileName} variant="body2">
          {desk.download}
        </Link>
      )}
    </>
  );
}
