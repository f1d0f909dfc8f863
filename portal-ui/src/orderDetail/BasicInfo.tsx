import Button from '@mui/material/Button';
import MuiLink from '@mui/material/Link';
import {
  applicantFacts,
  type Dictionary,
  type Fact,
  Facts,
  formatTime,
  formatVolume,
  laterFacts,
  type Messages,
  type Order,
  reprocessingFacts,
  useDictionary,
  useMessages,
} from '@scenedock/ui-kit';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { orderEditPath, orderListPath } from '../orderRoutes';
import { useTrailBack } from '../parts/BackLink';
import { Panel } from '../parts/Panel';

function origin(from: string): ReactNode {
  const list = `${orderListPath('all')}?ordername=${encodeURIComponent(from)}`;
  return (
    <MuiLink component={Link} to={list}>
      {from}
    </MuiLink>
  );
}

function rows(order: Order, m: Messages, words: Dictionary): Fact[] {
  return [
    ...applicantFacts(order, m, words),
    [m.order.type, m.orderType[order.type]],
    [m.order.dataKind, order.dataType === '1' ? m.order.archiveData : m.order.productData],
    [m.order.dataCount, String(order.dataCount)],
    [m.order.dataSum, formatVolume(order, m.scene)],
    [m.order.creattime, formatTime(order.creattime)],
    [m.order.updatetime, formatTime(order.updatetime)],
    [m.order.loginUser, order.loginUser],
    ...laterFacts(order, m),
    ...reprocessingFacts(order, m, words),
    ...(order.clonedFrom ? [[m.detail.clonedFrom, origin(order.clonedFrom)] as Fact] : []),
    [m.order.description, order.description],
  ];
}

/** What was applied for; its owner may change it while it is a draft or rejected. */
export function BasicInfo({ order }: { order: Order }) {
  const m = useMessages();
  const words = useDictionary();
  const trail = useTrailBack();
  return (
    <Panel
      title={m.detail.basic}
      side={
        order.actions.includes('save') ? (
          <Button
            component={Link}
            to={orderEditPath(order.id)}
            state={{ ...trail, viaOrder: true }}
          >
            {m.detail.editForm}
          </Button>
        ) : null
      }
    >
      <Facts facts={rows(order, m, words)} layout="grid" />
    </Panel>
  );
}
