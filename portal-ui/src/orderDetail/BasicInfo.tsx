import Button from '@mui/material/Button';
import MuiLink from '@mui/material/Link';
import {
  Clamped,
  type Fact,
  Facts,
  formatTime,
  formatVolume,
  type Messages,
  type Order,
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

/** A name that may be long; nothing stays nothing, which is shown as a dash. */
const long = (text: string) => text && <Clamped text={text} lines={3} />;

function rows(order: Order, m: Messages): Fact[] {
  const reprocessing: Fact[] = [
    [m.order.assignment, order.assignment],
    [m.order.wantedEnd, order.wantedEnd],
    [m.order.extractingElements, order.extractingElements],
    [m.order.processDescribe, order.processDescribe],
  ];
  const later: Fact[] = [
    [m.order.auditor, order.auditor],
    [m.order.endtime, order.endtime === null ? null : formatTime(order.endtime)],
    [m.order.delaytime, order.delaytime === null ? null : formatTime(order.delaytime)],
  ];
  return [
    [m.order.applyuser, long(order.applyuser)],
    [m.order.applyUserPhone, order.applyUserPhone],
    [m.order.applyUserUnit, long(order.applyUserUnit)],
    [m.order.productName, long(order.productName)],
    [m.order.applyUserUsed, order.applyUserUsed],
    [m.order.getMethod, m.getMethod[order.getMethod]],
    [m.order.type, m.orderType[order.type]],
    [m.order.dataKind, order.dataType === '1' ? m.order.archiveData : m.order.productData],
    [m.order.dataCount, String(order.dataCount)],
    [m.order.dataSum, formatVolume(order, m.scene)],
    [m.order.creattime, formatTime(order.creattime)],
    [m.order.updatetime, formatTime(order.updatetime)],
    [m.order.loginUser, order.loginUser],
    // What has not happened yet is not listed.
    ...later.filter(([, value]) => value),
    ...(order.type === 2 ? reprocessing : []),
    ...(order.clonedFrom ? [[m.detail.clonedFrom, origin(order.clonedFrom)] as Fact] : []),
    [m.order.description, order.description],
  ];
}

/** What was applied for; its owner may change it while it is a draft or rejected. */
export function BasicInfo({ order }: { order: Order }) {
  const m = useMessages();
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
      <Facts facts={rows(order, m)} layout="grid" />
    </Panel>
  );
}
