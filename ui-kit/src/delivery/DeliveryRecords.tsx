import FileDownloadOutlined from '@mui/icons-material/FileDownloadOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { deliveryRecords } from '../api/registryDesk';
import type { Order } from '../api/types';
import { formatBytes, formatTime } from '../format';
import { useRecordTexts } from './recordTexts';

/** States of orders that have been handed out, or were before they were reopened. */
const HANDED_OUT: readonly Order['sstatus'][] = [3, 5, 6, 7, 8];

/** A page of the portal, from both apps. */
const VERIFY = '/verify';

interface DeliveryRecordsProps {
  order: Pick<Order, 'id' | 'sstatus'>;
  /** The titled section of the app around the list. */
  frame: (title: string, list: ReactNode) => ReactNode;
}

/** The signed records of the deliveries of an order; nothing while there are none. */
export function DeliveryRecords({ order, frame }: DeliveryRecordsProps) {
  const m = useRecordTexts();
  const { id, sstatus } = order;
  const { data } = useQuery({
    queryKey: ['deliveryRecords', id, sstatus],
    queryFn: ({ signal }) => deliveryRecords.ofOrder(id, { signal }),
    enabled: HANDED_OUT.includes(sstatus),
  });
  if (!data || data.items.length === 0) return null;
  return frame(
    m.title,
    <Stack spacing={1.5}>
      <Typography variant="body2" color="textSecondary">
        {m.hint} <Link href={VERIFY}>{m.verify}</Link>
      </Typography>
      {data.items.map(({ number, round, openedAt, sceneCount, sceneBytes }) => (
        <Stack
          key={number}
          direction="row"
          sx={{ gap: 1, alignItems: 'center', flexWrap: 'wrap', justifyContent: 'space-between' }}
        >
          <Box sx={{ minWidth: 0 }}>
            <Typography variant="body2" sx={{ fontWeight: 600 }}>
              {m.delivery(round)}
            </Typography>
            <Typography variant="caption" color="textSecondary" component="div">
              {m.facts(number, formatTime(openedAt), sceneCount, formatBytes(sceneBytes))}
            </Typography>
          </Box>
          <Stack direction="row" sx={{ gap: 1 }}>
            {(['pdf', 'json'] as const).map((format) => (
              <Button
                key={format}
                href={deliveryRecords.url(id, number, format)}
                variant="outlined"
                size="small"
                startIcon={<FileDownloadOutlined />}
                aria-label={m.download(format.toUpperCase(), round)}
              >
                {m[format]}
              </Button>
            ))}
          </Stack>
        </Stack>
      ))}
    </Stack>,
  );
}
