import Stack from '@mui/material/Stack';
import {
  type AttachmentType,
  api,
  BlankFormLinks,
  type Order,
  type OrderDraft,
  offlineForced,
  type Paper,
  type Scene,
  SecrecyNotice,
  useConfig,
  useMessages,
  useUploadCount,
} from '@scenedock/ui-kit';
import { useState } from 'react';
import { PaperSlots } from '../application/PaperSlots';
import { toDraft } from '../application/payload';
import { type Application, fieldFaults } from '../application/rules';
import { useBlankForm } from '../application/useBlankForm';
import { Panel } from '../parts/Panel';
import { bytesOf, catalogued, unsizedOf } from '../parts/selectionText';
import { BasicFields } from './BasicFields';
import { CataloguedNotice } from './CataloguedNotice';
import { HeldNotice } from './HeldNotice';
import { OrderedScenes } from './OrderedScenes';
import { SendBar } from './SendBar';
import { useSend } from './useSend';

type Props = {
  application: Application;
  /** The application as it was rejected, when it was. */
  rejected: Application | null;
  scenes: Scene[];
  /** The saved order in which the scenes stand already. */
  orderId?: string;
  /** Said beside the buttons. */
  hint: string | null;
  onChange: (change: (old: Application) => Application) => void;
  send: (draft: OrderDraft) => Promise<Order>;
  onSent: (order: Order) => void;
};

/** What gets the focus is scrolled clear of the header and of the bar with the buttons. */
const CLEAR = { '& input, & textarea, & button': { scrollMarginBlock: '72px 112px' } } as const;

/** The application with its get method settled, its scenes, and their size. */
function useOrdered({ application, scenes }: Props) {
  const { offlineAboveBytes } = useConfig();
  const ordered = new Set(application.dataIds);
  const orderedScenes = scenes.filter((scene) => ordered.has(scene.dataid));
  const bytes = bytesOf(orderedScenes);
  const { type, form } = application;
  const settled: Application = offlineForced(type, bytes, offlineAboveBytes)
    ? { ...application, form: { ...form, getMethod: 2 } }
    : application;
  return { settled, orderedScenes, bytes };
}

/** The application form: basic information, papers, scenes. */
export function ApplicationForm(props: Props) {
  const m = useMessages();
  const { onChange } = props;
  const { settled: application, orderedScenes, bytes } = useOrdered(props);
  // An order that holds such scenes already has been asked for with them.
  const [catalogueOnlyAsked, setCatalogueOnlyAsked] = useState(props.orderId !== undefined);
  const unsettled = !catalogueOnlyAsked && catalogued(orderedScenes).length > 0;
  const sendable = {
    ...props,
    application,
    unsettled,
    catalogueOnlyAsked: catalogueOnlyAsked && catalogued(orderedScenes).length > 0,
  };
  const { isUploading, onUpload } = useUploadCount();
  const { form, attempt, tried, refused, sending } = useSend(sendable);
  const blank = useBlankForm((slot, format) => {
    const { type, form, dataIds } = toDraft(application, orderedScenes, 'save');
    const facts = { type, form, dataIds, orderId: props.orderId ?? null };
    return api.orders.blankForm(slot, format, facts);
  });
  const faults = tried === null ? {} : { ...refused, ...fieldFaults(application, m) };
  const setPaper = (slot: AttachmentType, paper: Paper | undefined) =>
    onChange((old) => {
      const papers = { ...old.papers };
      if (paper === undefined) delete papers[slot];
      else papers[slot] = paper;
      return { ...old, papers };
    });
  const removeScenes = (ids: string[]) =>
    onChange((old) => ({ ...old, dataIds: old.dataIds.filter((one) => !ids.includes(one)) }));
  return (
    <Stack spacing={2} ref={form} sx={CLEAR}>
      <SecrecyNotice />
      <Panel title={m.form.basic}>
        <BasicFields
          application={application}
          faults={faults}
          bytes={bytes}
          unsized={unsizedOf(orderedScenes)}
          onChange={(part) => onChange((old) => ({ ...old, form: { ...old.form, ...part } }))}
        />
      </Panel>
      <Panel title={m.form.attachments}>
        <PaperSlots
          application={application}
          tried={tried === 'submit'}
          orderId={props.orderId}
          blank={(type) => (
            <BlankFormLinks
              type={type}
              busy={blank.busy}
              onPick={(format) => void blank.fetchForm(type, format)}
            />
          )}
          onChange={setPaper}
          onUpload={onUpload}
        />
      </Panel>
      <Panel title={m.form.data}>
        <HeldNotice dataIds={application.dataIds} onRemove={removeScenes} />
        <CataloguedNotice
          scenes={orderedScenes}
          confirmed={catalogueOnlyAsked}
          missed={tried === 'submit' && unsettled}
          onLeaveOut={removeScenes}
          onAsk={() => setCatalogueOnlyAsked(true)}
        />
        <OrderedScenes scenes={orderedScenes} onRemove={(id) => removeScenes([id])} />
      </Panel>
      <SendBar
        scenes={orderedScenes}
        hint={props.hint}
        isUploading={isUploading}
        sending={sending}
        onSend={attempt}
      />
    </Stack>
  );
}
