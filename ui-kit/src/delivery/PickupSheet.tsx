import Box from '@mui/material/Box';
import type { ReactNode } from 'react';
import type { Pickup } from '../api/types';
import { formatBytes, formatTime } from '../format';
import { useMessages } from '../messages/LocaleProvider';
import { textSize, tokens } from '../tokens';

/** On phones, not on paper, a file is a block: names and checksums in columns would be broken within their words. */
const FILE_BLOCKS = {
  '@media screen and (max-width:599.95px)': {
    '& .files thead': { display: 'none' },
    '& .files, & .files tbody': { display: 'block' },
    '& .files tr': {
      display: 'grid',
      gridTemplateColumns: '32px 1fr',
      border: `1px solid ${tokens.paper.line}`,
    },
    '& .files td': { border: 0, textAlign: 'left', minWidth: 0 },
    '& .files td:not(:first-of-type)': { gridColumn: 2 },
  },
} as const;

/** Black on white with thin lines, on the screen as on paper. */
const PAPER = {
  maxWidth: 860,
  mx: 'auto',
  p: { xs: 2, sm: 5 },
  bgcolor: tokens.paper.ground,
  color: tokens.paper.text,
  border: `1px solid ${tokens.paper.edge}`,
  fontSize: textSize.body,
  '& h1': { fontSize: textSize.section, textAlign: 'center', m: 0, letterSpacing: 2 },
  '& h2': { fontSize: textSize.reading, mt: 3, mb: 1 },
  '& table': { width: '100%', borderCollapse: 'collapse', tableLayout: 'fixed' },
  '& th, & td': {
    border: `1px solid ${tokens.paper.line}`,
    p: '4px 8px',
    textAlign: 'left',
    verticalAlign: 'top',
    overflowWrap: 'anywhere',
  },
  '& th': { fontWeight: 600, bgcolor: tokens.paper.head },
  '& .number': { textAlign: 'right' },
  '& code': { fontSize: textSize.note },
  '@media print': {
    border: 0,
    p: 0,
    maxWidth: 'none',
    '& tr': { breakInside: 'avoid' },
    '& thead': { display: 'table-header-group' },
  },
  ...FILE_BLOCKS,
} as const;

/** What is signed when an offline copy is handed over: order, applicant, place, files with their check sums. */
export function PickupSheet({ pickup, sysName }: { pickup: Pickup; sysName: string }) {
  const { detail, delivery } = useMessages();
  return (
    <Box component="article" sx={PAPER}>
      <h1>{detail.pickupSheetTitle}</h1>
      <Box component="p" sx={{ textAlign: 'center', mt: 0.5, mb: 2 }}>
        {sysName}
      </Box>
      <Head pickup={pickup} />
      <h2>{delivery.files}</h2>
      <Files pickup={pickup} />
      <Signatures />
    </Box>
  );
}

function Head({ pickup }: { pickup: Pickup }) {
  const m = useMessages();
  const size = m.detail.fileCount(pickup.files.length, formatBytes(pickup.totalSize));
  const rows: [string, string, string, string][] = [
    [m.order.ordername, pickup.ordername, m.order.applyUserUnit, pickup.applyUserUnit],
    [m.order.applyuser, pickup.applyuser, m.order.applyUserPhone, pickup.applyUserPhone],
    [m.order.productName, pickup.productName, m.order.dataCount, String(pickup.dataCount)],
    [
      m.detail.preparedAt,
      formatTime(pickup.preparedAt),
      m.detail.pickupBy,
      formatTime(pickup.expiresAt),
    ],
    [m.delivery.files, size, m.detail.deskPhone, pickup.contactTele || m.contact.none],
  ];
  return (
    <table aria-label={m.detail.basic}>
      <colgroup>
        <col style={{ width: '17%' }} />
        <col style={{ width: '33%' }} />
        <col style={{ width: '17%' }} />
        <col style={{ width: '33%' }} />
      </colgroup>
      <tbody>
        {rows.map(([name, value, other, more]) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td>{value}</td>
            <th scope="row">{other}</th>
            <td>{more}</td>
          </tr>
        ))}
        <Wide name={m.orders.address}>{pickup.contactAddress || m.contact.none}</Wide>
        {pickup.physicalPath && (
          <Wide name={m.detail.physicalPath}>
            <code>{pickup.physicalPath}</code>
          </Wide>
        )}
      </tbody>
    </table>
  );
}

function Wide({ name, children }: { name: string; children: ReactNode }) {
  return (
    <tr>
      <th scope="row">{name}</th>
      <td colSpan={3}>{children}</td>
    </tr>
  );
}

function Files({ pickup }: { pickup: Pickup }) {
  const { detail, delivery } = useMessages();
  return (
    <table aria-label={delivery.files} className="files">
      <colgroup>
        <col style={{ width: '8%' }} />
        <col style={{ width: '38%' }} />
        <col style={{ width: '14%' }} />
        <col style={{ width: '40%' }} />
      </colgroup>
      <thead>
        <tr>
          <th scope="col" className="number">
            {detail.number}
          </th>
          <th scope="col">{delivery.fileName}</th>
          <th scope="col" className="number">
            {delivery.size}
          </th>
          <th scope="col">SHA-256</th>
        </tr>
      </thead>
      <tbody>
        {pickup.files.map(({ name, size, sha256 }, at) => (
          <tr key={name}>
            <td className="number">{at + 1}</td>
            <td>{name}</td>
            <td className="number">{formatBytes(size)}</td>
            <td>
              <code>{sha256}</code>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const LINE = {
  flex: 1,
  minWidth: 90,
  borderBottom: `1px solid ${tokens.paper.text}`,
  minHeight: 26,
};

function Signatures() {
  const { detail } = useMessages();
  return (
    <Box sx={{ mt: 4, breakInside: 'avoid' }}>
      <p>{detail.pickupOath}</p>
      {[detail.handedBy, detail.receivedBy].map((who) => (
        <Box key={who} sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, mt: 3, alignItems: 'end' }}>
          <span>{who}</span>
          <Box sx={{ ...LINE, flex: 2 }} />
          <span>{detail.receivedOn}</span>
          <Box sx={LINE} />
        </Box>
      ))}
    </Box>
  );
}
