import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import {
  ATTACHMENT_TYPES,
  type Attachment,
  type AttachmentType,
  attachmentUrl,
  BLANK_FORM_TYPES,
  BlankFormLinks,
  namesBeside,
  type OnUpload,
  type Paper,
  PaperPreview,
  paperName,
  SecrecyNotice,
  type Subscription,
  subscriptions,
  useMessages,
} from '@scenedock/ui-kit';
import { type ReactNode, useState } from 'react';
import { PaperGrid } from '../application/PaperSlots';
import { ReusePaper } from '../application/ReusePaper';
import type { Papers } from '../application/rules';
import { type FillBlankForm, useBlankForm } from '../application/useBlankForm';
import { emptySlots, REQUIRED_PAPERS } from './subscriptionDraft';
import { usePageWords } from './usePageWords';

type Props = {
  papers: Papers;
  /** Whether somebody has tried to send it without what is required. */
  tried: boolean;
  /** Asks for a blank paper, filled in with what the form says now. */
  fill: FillBlankForm;
  onChange: (papers: Papers) => void;
  onUpload: OnUpload;
};

/** The slots of a subscription's papers. */
export function SubscriptionPapers({ papers, tried, fill, onChange, onUpload }: Props) {
  const m = usePageWords();
  const blank = useBlankForm(fill);
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
        blank={(type) => (
          <BlankFormLinks
            type={type}
            busy={blank.busy}
            onPick={(format) => void blank.fetchForm(type, format)}
          />
        )}
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

/** Whose papers stay as they are. */
const SETTLED: readonly Subscription['state'][] = ['suspended', 'ended'];

/** The papers that a subscription has, each with a preview, and blank ones while others may be handed in. */
export function HeldPapers({ one: { id, state, attachments } }: { one: Subscription }) {
  const m = usePageWords();
  const [openId, setOpenId] = useState<string | null>(null);
  const open = attachments.find((paper) => paper.attachmentId === openId);
  const blanks = SETTLED.includes(state) ? [] : BLANK_FORM_TYPES;
  const slots = ATTACHMENT_TYPES.map((type) => ({
    type,
    paper: attachments.find((held) => held.type === type),
    blank: blanks.includes(type),
  })).filter(({ paper, blank }) => paper !== undefined || blank);
  return (
    <>
      {attachments.length === 0 ? (
        <Typography variant="body2" color="textSecondary">
          {m.noPapers}
        </Typography>
      ) : null}
      {slots.length === 0 ? null : (
        <Stack component="ul" aria-label={m.papers} sx={{ gap: 1, m: 0, p: 0, listStyle: 'none' }}>
          {slots.map(({ type, paper, blank }) => (
            <HeldPaper key={type} type={type} paper={paper} onOpen={setOpenId}>
              {blank ? (
                <BlankFormLinks
                  type={type}
                  href={(format) => subscriptions.blankFormUrl(id, type, format)}
                />
              ) : null}
            </HeldPaper>
          ))}
        </Stack>
      )}
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
    </>
  );
}

type HeldPaperProps = {
  type: AttachmentType;
  paper: Attachment | undefined;
  onOpen: (id: string) => void;
  children: ReactNode;
};

function HeldPaper({ type, paper, onOpen, children }: HeldPaperProps) {
  const { attachmentType, detail } = useMessages();
  return (
    // On a phone the blank paper stands below its own slot, and nearer to it than to the next.
    <Stack
      component="li"
      direction="row"
      sx={{ columnGap: 1, alignItems: 'center', flexWrap: 'wrap' }}
    >
      <Typography variant="body2">{attachmentType[type]}</Typography>
      {paper === undefined ? null : (
        <Button
          aria-label={`${detail.preview} ${paperName(paper)}`}
          onClick={() => onOpen(paper.attachmentId)}
          sx={{ overflowWrap: 'anywhere' }}
        >
          {paperName(paper)}
        </Button>
      )}
      {children}
    </Stack>
  );
}
