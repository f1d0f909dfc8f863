import Box from '@mui/material/Box';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableContainer from '@mui/material/TableContainer';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import { visuallyHidden } from '@mui/utils';
import { blockRows, useMessages } from '@scenedock/ui-kit';
import type { ReactNode } from 'react';
import { useAdminMessages } from '../i18n/useAdminMessages';
import { PATTERNS } from './ruleDraft';

interface RuleFrameProps {
  /** Whether the rows end with buttons. */
  hasOperations?: boolean;
  /** The rows. */
  children: ReactNode;
}

/** The table that rules stand in, to be read or to be changed. */
export function RuleFrame({ hasOperations = false, children }: RuleFrameProps) {
  const { common } = useMessages();
  const { directory: m } = useAdminMessages();
  return (
    <TableContainer tabIndex={0} role="group" aria-label={m.rules}>
      <Table aria-label={m.rules} sx={{ ...blockRows(920), display: { xs: 'block', sm: 'table' } }}>
        <TableHead>
          <TableRow>
            <TableCell sx={{ width: 40 }}>
              <Box component="span" sx={visuallyHidden}>
                {m.ruleNumber}
              </Box>
            </TableCell>
            {PATTERNS.map((name) => (
              <TableCell key={name}>{m[name]}</TableCell>
            ))}
            <TableCell sx={{ width: 240 }}>{m.target}</TableCell>
            {hasOperations && (
              <TableCell sx={{ width: 130 }}>
                <Box component="span" sx={visuallyHidden}>
                  {common.operations}
                </Box>
              </TableCell>
            )}
          </TableRow>
        </TableHead>
        <TableBody>{children}</TableBody>
      </Table>
    </TableContainer>
  );
}
