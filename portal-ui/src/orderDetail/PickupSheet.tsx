import Box from '@mui/material/Box';
import {
  formatBytes,
  formatTime,
  type Messages,
  type Pickup,
  useMessages,
} from '@scenedock/ui-kit';
import { useConfig } from '../parts/useConfig';

/** Black on white with thin lines, whatever the screen's theme is. */
const PAPER = {
  maxWidth: 860,
  mx: 'auto',
  p: { xs: 2, sm: 5 },
  bgcolor: '#fff',
  color: '#000',
  border: '1px solid #c5ced5',
  fontSize: 13,
  '& h1': { fontSize: 22, textAlign: 'center', m: 0, letterSpacing: 2 },
  '& h2': { fontSize: 15, mt: 3, mb: 1 },
  '& p': { my: 0.5 },
  '& table': { width: '100%', borderCollapse: 'collapse' },
  '& th, & td': {
    border: '1px solid #555',
    p: '4px 8px',
    textAlign: 'left',
    verticalAlign: 'top',
    overflowWrap: 'anywhere',
  },
  '& th': { fontWeight: 600, bgcolor: '#f1f3f5', whiteSpace: 'nowrap' },
  '& .number': { textAlign: 'right', whiteSpace: 'nowrap' },
  '& code': { fontSize: 11, overflowWrap: 'anywhere' },
  '@media print': {
    border: 0,
    p: 0,
    maxWidth: 'none',
    '& tr': { breakInside: 'avoid' },
    '& thead': { display: 'table-header-group' },
  },
} as const;

function Head({ pickup, m }: { pickup: Pickup; m: Messages }) {
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
      <tbody>
        {rows.map(([name, value, other, more]) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td>{value}</td>
            <th scope="row">{other}</th>
            <td>{more}</td>
          </tr>
        ))}
        <tr>
          <th scope="row">{m.orders.address}</th>
          <td colSpan={3}>{pickup.contactAddress || m.contact.none}</td>
        </tr>
        {pickup.physicalPath === null ? null : (
          <tr>
            <th scope="row">{m.detail.physicalPath}</th>
            <td colSpan={3}>
              <code>{pickup.physicalPath}</code>
            </td>
          </tr>
        )}
      </tbody>
    </table>
  );
}

function Files({ pickup, m }: { pickup: Pickup; m: Messages }) {
  return (
    <table aria-label={m.delivery.files}>
      <thead>
        <tr>
          <th scope="col">{m.detail.number}</th>
          <th scope="col">{m.delivery.fileName}</th>
          <th scope="col" className="number">
            {m.delivery.size}
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

function Signatures({ m }: { m: Messages }) {
  const lines = [
    [m.detail.handedBy, m.detail.receivedOn],
    [m.detail.receivedBy, m.detail.receivedOn],
  ] as const;
  const line = { flex: 1, borderBottom: '1px solid #000', minHeight: 26 };
  return (
    <Box sx={{ mt: 4, breakInside: 'avoid' }}>
      <p>{m.detail.pickupOath}</p>
      {lines.map(([who, when]) => (
        <Box key={who} sx={{ display: 'flex', gap: 1, mt: 3, alignItems: 'end' }}>
          <span>{who}</span>
          <Box sx={{ ...line, flex: 2 }} />
          <span>{when}</span>
          <Box sx={line} />
        </Box>
      ))}
    </Box>
  );
}

/** What is signed when an offline copy is handed over. */
export function PickupSheet({ pickup }: { pickup: Pickup }) {
  const m = useMessages();
  const { sysName } = useConfig();
  return (
    <Box component="article" sx={PAPER}>
      <h1>{m.detail.pickupSheetTitle}</h1>
      <Box component="p" sx={{ textAlign: 'center', '&&': { mb: 2 } }}>
        {sysName}
      </Box>
      <Head pickup={pickup} m={m} />
      <h2>{m.delivery.files}</h2>
      <Files pickup={pickup} m={m} />
      <Signatures m={m} />
    </Box>
  );
}
