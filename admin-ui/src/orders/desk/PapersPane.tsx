import Link from '@mui/material/Link';
import { EmptyState, type Order, requiredAttachments } from '@scenedock/ui-kit';
import { useAdminMessages } from '../../i18n/useAdminMessages';
import { PaperTabs, paperTabs, paperUrl } from '../../parts/PaperTabs';
import { Pane } from './Pane';

interface PapersPaneProps {
  order: Order;
  /** The tab that is open; another order may have fewer. */
  at: number;
  onTurn: (at: number) => void;
}

/** The papers of an order, as large as there is room for. */
export function PapersPane({ order, at, onTurn }: PapersPaneProps) {
  const { desk } = useAdminMessages();
  const papers = order.attachments ?? [];
  const types = paperTabs(papers, requiredAttachments(order.getMethod));
  const open = Math.min(at, types.length - 1);
  const paper = papers.find(({ type }) => type === types[open]);
  return (
    <Pane
      fill
      title={desk.papers}
      aside={
        paper && (
          <Link href={paperUrl(paper)} download={paper.fileName} variant="body2" noWrap>
            {desk.download}
          </Link>
        )
      }
    >
      {types.length === 0 ? (
        <EmptyState title={desk.noPapers} />
      ) : (
        <PaperTabs label={desk.papers} papers={papers} types={types} open={open} onTurn={onTurn} />
      )}
    </Pane>
  );
}
