import DialogContentText from '@mui/material/DialogContentText';
import type { ReactNode } from 'react';
import { useMessages } from '../messages/LocaleProvider';
import { FormDialog } from './FormDialog';

interface ConfirmDialogProps {
  text: string;
  /** Something to choose or to fill in before the answer. */
  children?: ReactNode;
  title?: string | undefined;
  /** What the button does, where 确定 would not say it. */
  confirm?: string;
  busy?: boolean;
  /** Why it was not done, in the server's words. */
  refusal?: string | null;
  danger?: boolean;
  /** Off where something else has the focus at first. */
  focusConfirm?: boolean;
  /** Over what stands higher than a dialog does. */
  zIndex?: number;
  onConfirm: () => void;
  onCancel: () => void;
}

/** A question with 确定 and 取消. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const {
    text,
    children,
    title,
    danger,
    focusConfirm = true,
    onConfirm,
    onCancel,
    ...rest
  } = props;
  const { common } = useMessages();
  return (
    <FormDialog
      {...rest}
      title={title ?? common.prompt}
      destructive={danger ?? false}
      focusConfirm={focusConfirm}
      onSubmit={onConfirm}
      onClose={onCancel}
    >
      {text === '' ? null : <DialogContentText color="textPrimary">{text}</DialogContentText>}
      {children}
    </FormDialog>
  );
}
