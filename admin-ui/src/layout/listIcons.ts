import AllInboxOutlined from '@mui/icons-material/AllInboxOutlined';
import AssignmentTurnedInOutlined from '@mui/icons-material/AssignmentTurnedInOutlined';
import BlockOutlined from '@mui/icons-material/BlockOutlined';
import CloudDoneOutlined from '@mui/icons-material/CloudDoneOutlined';
import EditNoteOutlined from '@mui/icons-material/EditNoteOutlined';
import EventBusyOutlined from '@mui/icons-material/EventBusyOutlined';
import FactCheckOutlined from '@mui/icons-material/FactCheckOutlined';
import StarOutlineOutlined from '@mui/icons-material/StarOutlineOutlined';
import SyncOutlined from '@mui/icons-material/SyncOutlined';
import type { ComponentType } from 'react';
import type { ListSlug } from '../orders/list/lists';

/** The picture of every order list in the menu. */
export const LIST_ICONS: Record<ListSlug, ComponentType<{ fontSize?: 'small' }>> = {
  draft: EditNoteOutlined,
  pending: FactCheckOutlined,
  rejected: BlockOutlined,
  approved: SyncOutlined,
  prepared: CloudDoneOutlined,
  overdue: EventBusyOutlined,
  completed: AssignmentTurnedInOutlined,
  feedback: StarOutlineOutlined,
  all: AllInboxOutlined,
};
