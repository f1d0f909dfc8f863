import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import {
  formatTime,
  type ReportBlock,
  type ReportPiece,
  type ReportTable,
  type YearlyReport,
} from '@scenedock/ui-kit';
import { Link as RouterLink } from 'react-router-dom';
import { useAdminMessages } from '../i18n/useAdminMessages';
import { ChartTime } from '../parts/figures/ChartTime';
import { ReportColumns } from './ReportColumns';
import { ReportFigures } from './ReportFigures';
import { useSourceLink } from './useSourceLink';

/** The report as it is printed. It is a Chinese paper whatever the language of the screen. */
export function ReportPaper({ report }: { report: YearlyReport }) {
  return (
    <Paper component="article" variant="outlined" lang="zh-CN" sx={{ p: { xs: 2, sm: 4 } }}>
      <Box sx={{ maxWidth: 1000, mx: 'auto' }}>
        <Typography component="h2" variant="h1" align="center">
          {report.title}
        </Typography>
        <Typography align="center" color="textSecondary" sx={{ mb: 2 }}>
          {report.subtitle}
        </Typography>
        <ChartTime value={report.title}>
          {report.sections.map(({ heading, blocks }) => (
            <Box component="section" key={heading} sx={{ mb: 3 }}>
              <Typography component="h3" variant="h2" sx={{ mb: 1 }}>
                {heading}
              </Typography>
              {blocks.map((block, n) => (
                <Block key={`${block.kind} ${n}`} block={block} tables={blocks.filter(isTable)} />
              ))}
            </Box>
          ))}
        </ChartTime>
        <Imprint report={report} />
      </Box>
    </Paper>
  );
}

const isTable = (block: ReportBlock) => block.kind === 'table';

interface BlockProps {
  block: ReportBlock;
  /** Those of its section. */
  tables: readonly ReportTable[];
}

function Block({ block, tables }: BlockProps) {
  if (block.kind === 'chart') return <ReportColumns chart={block} tables={tables} />;
  if (block.kind === 'table') return <ReportFigures table={block} />;
  return (
    <Typography sx={{ mb: 1, lineHeight: 1.8, textIndent: '2em' }}>
      {block.pieces.map((piece, n) => (
        <Piece key={`${piece.text} ${n}`} piece={piece} />
      ))}
    </Typography>
  );
}

function Piece({ piece }: { piece: ReportPiece }) {
  const { yearlyReport: m } = useAdminMessages();
  const linkOf = useSourceLink();
  if (piece.note !== null) return <sup title={m.noteOf(piece.note)}>[{piece.note}]</sup>;
  const to = piece.source === null ? undefined : linkOf(piece.source);
  if (to === undefined) return piece.text;
  return (
    <Link component={RouterLink} to={to} sx={{ fontVariantNumeric: 'tabular-nums' }}>
      {piece.text}
    </Link>
  );
}

function Imprint({ report }: { report: YearlyReport }) {
  const { yearlyReport: m } = useAdminMessages();
  const { edition } = report;
  return (
    <Box sx={{ borderTop: 1, borderColor: 'divider', pt: 1.5 }}>
      {edition && (
        <>
          <Typography variant="body2">
            {m.frozen(edition.edition, edition.publishedBy, formatTime(edition.publishedAt))}
          </Typography>
          <Typography variant="body2">{m.signed}</Typography>
        </>
      )}
      <Typography variant="body2" color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
        {m.digest} {report.sha256}
      </Typography>
    </Box>
  );
}
