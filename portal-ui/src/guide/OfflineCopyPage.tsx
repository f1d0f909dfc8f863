import Box from '@mui/material/Box';
import {
  type AttachmentType,
  type Fact,
  Facts,
  formatBytes,
  REQUIRED_TO_COMPLETE,
  requiredAttachments,
  useConfig,
  useMessages,
} from '@scenedock/ui-kit';
import { Panel } from '../parts/Panel';
import { GuidePage } from './GuidePage';
import { Steps } from './Steps';
import { useGuide } from './useGuide';

/** How data come on a disk (portal specification section 2: offLineDisk). */
export default function OfflineCopyPage() {
  const m = useMessages();
  const { offlineAboveBytes, contactAddress, contactTele } = useConfig();
  const { title, intro, steps, papers, collect, collectionPoint } = useGuide().offline;
  const where: Fact[] = [
    [m.contact.address, contactAddress || m.contact.none],
    [m.contact.phone, contactTele || m.contact.none],
  ];
  return (
    <GuidePage
      page="offLineDisk"
      title={title}
      intro={intro(formatBytes(offlineAboveBytes))}
      own={<Steps steps={steps} />}
    >
      <Panel title={papers}>
        <Papers types={requiredAttachments(2)} />
      </Panel>
      <Panel title={collect}>
        <Papers types={REQUIRED_TO_COMPLETE} />
      </Panel>
      <Panel title={collectionPoint}>
        <Facts facts={where} />
      </Panel>
    </GuidePage>
  );
}

function Papers({ types }: { types: readonly AttachmentType[] }) {
  const { attachmentType } = useMessages();
  return (
    <Box component="ul" sx={{ m: 0, pl: 2.5 }}>
      {types.map((type) => (
        <li key={type}>{attachmentType[type]}</li>
      ))}
    </Box>
  );
}
