import Close from '@mui/icons-material/Close';
import Box from '@mui/material/Box';
import Dialog from '@mui/material/Dialog';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import IconButton from '@mui/material/IconButton';
import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import Typography from '@mui/material/Typography';
import { useConfig, useMessages, usePasswordResetTexts } from '@scenedock/ui-kit';
import { useId, useState } from 'react';
import { useLocation } from 'react-router';
import type { EntranceName, OPENED } from '../session/signInPath';
import { useEntrance } from '../session/useEntrance';
import { Brand } from '../shell/Brand';
import { ForgottenPart } from './ForgottenPart';
import { type Registered, RegisterForm } from './RegisterForm';
import { SignInPart } from './SignInPart';
import { ToProvider } from './ToProvider';

/** Over the dialog of a scene, from which one may be asked to sign in; below questions and messages. */
const ENTRANCE_Z = 4400;

/** Signing in, registering and finding one's way back: one dialog over whatever page one is on, with ways between them. */
export function EntranceFrame() {
  const { systemName, singleSignOn } = useConfig();
  const { name, close } = useEntrance();
  const { state } = useLocation();
  const id = useId();
  const [registered, setRegistered] = useState<Registered | null>(null);
  if (name === null) return null;
  // Whoever has pressed the button is led on; an address opens the dialog, with both ways in.
  const isPressed = (state as Partial<typeof OPENED> | null)?.entrance === true;
  const isElsewhere = systemName === 'DZY' && Boolean(singleSignOn) && name === 'signIn';
  if (isPressed && isElsewhere) {
    return (
      <Dialog open onClose={close} maxWidth="xs" fullWidth sx={{ zIndex: ENTRANCE_Z }}>
        <ToProvider />
      </Dialog>
    );
  }
  const isForgotten = name === 'forgotten';
  const panel = isForgotten
    ? {}
    : { role: 'tabpanel', id: `${id}-panel`, 'aria-labelledby': `${id}-${name}` };
  return (
    <Dialog
      open
      onClose={(_, reason) => {
        // A click beside it must not throw away a filled-in form.
        if (reason === 'escapeKeyDown' || name === 'signIn') close();
      }}
      aria-labelledby={`${id}-title`}
      maxWidth={name === 'register' ? 'sm' : 'xs'}
      fullWidth
      sx={{ zIndex: ENTRANCE_Z }}
    >
      <Head id={id} name={name} />
      {!isForgotten && <Ways id={id} name={name} />}
      <DialogContent {...panel} sx={{ '&.MuiDialogContent-root': { pt: 2.5 } }}>
        {name === 'signIn' && <SignInPart registered={registered} />}
        {name === 'register' && <RegisterForm onRegistered={setRegistered} />}
        {isForgotten && <ForgottenPart />}
      </DialogContent>
    </Dialog>
  );
}

type PartProps = { id: string; name: EntranceName };

function Head({ id, name }: PartProps) {
  const m = useMessages();
  const t = usePasswordResetTexts();
  const { sysName } = useConfig();
  const { close } = useEntrance();
  const titles: Readonly<Record<EntranceName, string>> = {
    signIn: m.auth.title,
    register: m.auth.registerTitle,
    forgotten: t.requestTitle,
  };
  return (
    <DialogTitle
      // The heading alone is the dialog's name; else this would be, with its button.
      id={`${id}-head`}
      component="div"
      sx={{ display: 'flex', gap: 1.5, alignItems: 'center', pb: 0.5, pr: 1.5 }}
    >
      <Brand size={32} />
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <Typography id={`${id}-title`} component="h2" variant="h5">
          {titles[name]}
        </Typography>
        <Typography variant="body2" color="textSecondary">
          {sysName}
        </Typography>
      </Box>
      <IconButton aria-label={m.common.close} onClick={close}>
        <Close />
      </IconButton>
    </DialogTitle>
  );
}

function Ways({ id, name }: PartProps) {
  const m = useMessages();
  const { switchTo } = useEntrance();
  return (
    <Tabs
      value={name}
      onChange={(_, next) => switchTo(next)}
      aria-label={m.auth.switch}
      variant="fullWidth"
      sx={{ px: 3, flex: 'none' }}
    >
      {(['signIn', 'register'] as const).map((one) => (
        <Tab
          key={one}
          value={one}
          id={`${id}-${one}`}
          aria-controls={`${id}-panel`}
          label={one === 'signIn' ? m.auth.submit : m.register.submit}
        />
      ))}
    </Tabs>
  );
}
