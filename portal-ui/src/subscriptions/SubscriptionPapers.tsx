import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import {
  type AttachmentType,
  attachmentUrl,
  namesBeside,
  type OnUpload,
  type Paper,
  PaperPreview,
  paperName,
  SecrecyNotice,
  type Subscription,
  useMessages,
} from '@scenedock/ui-kit';
import { useState } from 'react';
import { PaperGrid } from '../application/PaperSlots';
import { ReusePaper } from '../application/ReusePaper';
import type { Papers } from '../application/rules';
import { emptySlots, REQUIRED_PAPERS } from './subscriptionDraft';
import { usePageWords } from './usePageWords';

type Props = {
  papers: Papers;
  /** Whether somebody has tried to send it without what is required. */
  tried: boolean;
  onChange: (papers: Papers) => void;
  onUpload: OnUpload;
};

/** The slots of a subscription's papers. They have no blank forms: those speak of an order and its scenes. */
export function SubscriptionPapers({ papers, tried, onChange, onUpload }: Props) {
  const m = usePageWords();
  const put = (type: AttachmentType, paper: Paper | undefined) => {
    const { [type]: _, ...others } = papers;
    onChange(paper === undefined ? others : { ...others, [type]: paper });
  };
  return (
    <Stack component="section" aria-label={m.papers} sx={{ gap: 1, mt: 2 }}>
      <Typography variant="h3">{m.papers}</Typography>
      <SecrecyNotice />
      <PaperGrid
        papers={papers}
        required={REQUIRED_PAPERS}
        missing={tried ? emptySlots(papers) : []}
        blank={() => null}
        reuse={(type) => (
          <ReusePaper
            type={type}
            orderId={undefined}
            taken={namesBeside(type, papers)}
            onChange={(paper) => put(type, paper)}
          />
        )}
        onChange={put}
        onUpload={onUpload}
      />
    </Stack>
  );
}

/** The papers that a subscription has, each with a preview. */
export function HeldPapers({ one: { attachments } }: { one: Subscription }) {
  const m = usePageWords();
  const { attachmentType, detail } = useMessages();
  const [openId, setOpenId] = useState<string | null>(null);
  const open = attachments.find((paper) => paper.attachmentId === openId);
  if (attachments.length === 0) {
    return (
      <Typography variant="body2" color="textSecondary">
        {m.noPapers}
      </Typography>
    );
  }
  return (
    <Stack component="ul" aria-label={m.papers} sx={{ m: 0, p: 0, listStyle: 'none' }}>
      {attachments.map((paper) => (
        <Stack
          key={paper.attachmentId}
          component="li"
          direction="row"
          sx={{ gap: 1, alignItems: 'center', flexWrap: 'wrap' }}
        >
          <Typography variant="body2">{attachmentType[paper.type]}</Typography>
          <Button
            aria-label={`${detail.preview} ${paperName(paper)}`}
            onClick={() => setOpenId(paper.attachmentId)}
            sx={{ overflowWrap: 'anywhere' }}
          >
            {paperName(paper)}
          </Button>
        </Stack>
      ))}
      {open === undefined ? null : (
        <PaperPreview
          paper={{
            fileName: paperName(open),
            mediaType: open.mediaType,
            url: attachmentUrl(open.attachmentId),
          }}
          onClose={() => setOpenId(null)}
        />
      )}
    </Stack>
  );
}
