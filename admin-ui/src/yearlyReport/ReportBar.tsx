import FileDownloadOutlined from '@mui/icons-material/FileDownloadOutlined';
import Button from '@mui/material/Button';
import MenuItem from '@mui/material/MenuItem';
import Paper from '@mui/material/Paper';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import { type YearlyReport, yearlyReport } from '@scenedock/ui-kit';
import { useAdminMessages } from '../i18n/useAdminMessages';
import { PublishButton } from './PublishButton';
import { type ReportAddress, yearsOffered } from './useReportAddress';

interface ReportBarProps {
  address: ReportAddress;
  report: YearlyReport | undefined;
  mayPublish: boolean;
}

const FORMATS = ['docx', 'xlsx', 'json'] as const;
const WHITE = { '& .MuiInputBase-root': { bgcolor: 'background.paper' } } as const;

/** Year, unit and version; the files of what is shown; publishing. */
export function ReportBar({ address, report, mayPublish }: ReportBarProps) {
  const { yearlyReport: m } = useAdminMessages();
  const { year, unit, edition, query } = address;
  const url = (format: (typeof FORMATS)[number]) =>
    edition === ''
      ? yearlyReport.draftUrl(query, format)
      : yearlyReport.editionUrl(edition, format);
  return (
    <Paper variant="outlined" sx={{ p: 1.5, mb: 1.5 }}>
      <Stack direction="row" sx={{ gap: 1, flexWrap: 'wrap', alignItems: 'center' }}>
        <TextField
          select
          label={m.year}
          value={year}
          onChange={({ target }) => address.chooseYear(Number(target.value))}
          sx={{ width: { xs: 1, sm: 110 }, ...WHITE }}
        >
          {yearsOffered(year).map((one) => (
            <MenuItem key={one} value={one}>
              {m.yearName(one)}
            </MenuItem>
          ))}
        </TextField>
        <UnitField unit={unit} units={report?.units ?? []} onChange={address.chooseUnit} />
        <EditionField address={address} report={report} />
        <Stack direction="row" sx={{ gap: 1, flexWrap: 'wrap', ml: { sm: 'auto' } }}>
          {FORMATS.map((format) => (
            <Button
              key={format}
              href={url(format)}
              variant="outlined"
              size="medium"
              disabled={!report}
              startIcon={<FileDownloadOutlined />}
            >
              {m[format]}
            </Button>
          ))}
          {mayPublish && edition === '' && <PublishButton address={address} report={report} />}
        </Stack>
      </Stack>
    </Paper>
  );
}

interface UnitFieldProps {
  unit: string;
  units: readonly string[];
  onChange: (unit: string) => void;
}

function UnitField({ unit, units, onChange }: UnitFieldProps) {
  const { yearlyReport: m } = useAdminMessages();
  const offered = unit === '' || units.includes(unit) ? units : [unit, ...units];
  return (
    <TextField
      select
      label={m.unit}
      value={unit}
      onChange={({ target }) => onChange(target.value)}
      sx={{ width: { xs: 1, sm: 240 } }}
      slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
    >
      <MenuItem value="">{m.allUnits}</MenuItem>
      {offered.map((one) => (
        <MenuItem key={one} value={one}>
          {one}
        </MenuItem>
      ))}
    </TextField>
  );
}

function EditionField({ address, report }: Omit<ReportBarProps, 'mayPublish'>) {
  const { yearlyReport: m } = useAdminMessages();
  const editions = report?.editions ?? [];
  const isKnown = address.edition === '' || editions.some(({ id }) => id === address.edition);
  return (
    <TextField
      select
      label={m.version}
      value={isKnown ? address.edition : ''}
      onChange={({ target }) => address.chooseEdition(target.value)}
      sx={{ width: { xs: 1, sm: 150 } }}
      slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
    >
      <MenuItem value="">{m.current}</MenuItem>
      {editions.map(({ id, edition }) => (
        <MenuItem key={id} value={id}>
          {m.edition(edition)}
        </MenuItem>
      ))}
    </TextField>
  );
}
