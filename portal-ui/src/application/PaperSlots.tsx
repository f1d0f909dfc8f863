import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import {
  ATTACHMENT_TYPES,
  type AttachmentType,
  formatBytes,
  namesBeside,
  type OnUpload,
  type Paper,
  requiredAttachments,
  useConfig,
  useMessages,
} from '@scenedock/ui-kit';
import type { ReactNode } from 'react';
import { PaperSlot } from './PaperSlot';
import { ReusePaper } from './ReusePaper';
import { type Application, missingPapers, type Papers } from './rules';

type OnPaper = (type: AttachmentType, paper: Paper | undefined) => void;

type GridProps = {
  papers: Papers;
  required: readonly AttachmentType[];
  /** Slots to mark as forgotten. */
  missing: readonly AttachmentType[];
  /** The blank paper of a slot. */
  blank: (type: AttachmentType) => ReactNode;
  /** The way to papers of earlier orders that fit a slot. */
  reuse?: (type: AttachmentType) => ReactNode;
  onChange: OnPaper;
  onUpload: OnUpload;
};

/** The slots in the order of the paper form. */
export function PaperGrid(props: GridProps) {
  const { papers, required, missing, blank, reuse, onChange, onUpload } = props;
  const m = useMessages();
  const { uploadMaxBytes } = useConfig();
  return (
    <>
      <Typography variant="body2" color="textSecondary" sx={{ mb: 1 }}>
        {m.form.fileKinds(formatBytes(uploadMaxBytes))}
      </Typography>
      <Box
        sx={{
          display: 'grid',
          gap: 1.5,
          gridTemplateColumns: 'repeat(auto-fill, minmax(230px, 1fr))',
        }}
      >
        {ATTACHMENT_TYPES.map((type) => (
          <PaperSlot
            key={type}
            type={type}
            paper={papers[type]}
            taken={namesBeside(type, papers)}
            required={required.includes(type)}
            missed={missing.includes(type)}
            blank={blank(type)}
            reuse={reuse?.(type)}
            onChange={(paper) => onChange(type, paper)}
            onUpload={onUpload}
          />
        ))}
      </Box>
    </>
  );
}

type Props = {
  application: Application;
  tried: boolean;
  /** The order that is being changed; none yet for a new one. */
  orderId: string | undefined;
  blank: (type: AttachmentType) => ReactNode;
  onChange: OnPaper;
  onUpload: OnUpload;
};

/** The papers of an application; which are required follows the get method. */
export function PaperSlots(props: Props) {
  const { application, tried, orderId, blank, onChange, onUpload } = props;
  return (
    <PaperGrid
      papers={application.papers}
      required={requiredAttachments(application.form.getMethod)}
      missing={tried ? missingPapers(application) : []}
      blank={blank}
      reuse={(type) => (
        <ReusePaper
          type={type}
          orderId={orderId}
          taken={namesBeside(type, application.papers)}
          onChange={(paper) => onChange(type, paper)}
        />
      )}
      onChange={onChange}
      onUpload={onUpload}
    />
  );
}
