import {
  type AttachmentType,
  type Messages,
  type OrderForm,
  type OrderType,
  type Paper,
  requiredAttachments,
} from '@scenedock/ui-kit';

export type Papers = Partial<Record<AttachmentType, Paper>>;

/** An application as the screen holds it. */
export type Application = {
  type: OrderType;
  form: OrderForm;
  dataIds: string[];
  papers: Papers;
};

export type FieldName = keyof OrderForm;

export type FieldFaults = Partial<Record<FieldName, string>>;

/** Exactly 11 digits. */
const PHONE = /^\d{11}$/;

/** Fields that no application may leave empty. */
const NEEDED = [
  'applyuser',
  'applyUserUnit',
  'getMethod',
  'productName',
  'applyUserUsed',
  'applyUserPhone',
] as const satisfies readonly FieldName[];

function isEmpty(value: string | number | null): boolean {
  return value === null || (typeof value === 'string' && value.trim() === '');
}

/** What is wrong with each field, as shown beneath it. */
export function fieldFaults({ form, type }: Application, m: Messages): FieldFaults {
  const empty: Record<(typeof NEEDED)[number], string> = {
    applyuser: m.form.emptyUser,
    applyUserUnit: m.form.emptyUnit,
    getMethod: m.form.emptyMethod,
    productName: m.form.emptyProject,
    applyUserUsed: m.form.emptyUsage,
    applyUserPhone: m.form.emptyPhone,
  };
  const faults: FieldFaults = {};
  for (const name of NEEDED) if (isEmpty(form[name])) faults[name] = empty[name];
  if (!isEmpty(form.applyUserPhone) && !PHONE.test(form.applyUserPhone.trim())) {
    faults.applyUserPhone = m.form.badPhone;
  }
  if (type === 2 && isEmpty(form.extractingElements)) {
    faults.extractingElements = m.form.emptyElements;
  }
  return faults;
}

/** Required slots without a paper. */
export function missingPapers({ form, papers }: Application): AttachmentType[] {
  return requiredAttachments(form.getMethod).filter((type) => papers[type] === undefined);
}

/** Whether two applications say the same; the order of scenes does not matter. */
export function sameApplication(a: Application, b: Application): boolean {
  const flat = ({ form, dataIds, papers }: Application) =>
    JSON.stringify([
      Object.entries(form).sort(([x], [y]) => x.localeCompare(y)),
      [...dataIds].sort(),
      Object.entries(papers).map(([type, paper]) => [type, paper?.attachmentId]),
    ]);
  return flat(a) === flat(b);
}

/**
 * The first objection to saving or submitting, in the specification's order; null when there is none.
 * `rejected` is the application as it was rejected, when it was: something has to differ from it.
 */
export function firstObjection(
  application: Application,
  action: 'save' | 'submit',
  rejected: Application | null,
  m: Messages,
): string | null {
  if (rejected !== null && sameApplication(application, rejected)) return m.form.needChange;
  if (NEEDED.some((name) => isEmpty(application.form[name]))) return m.form.needAll;
  if (application.dataIds.length === 0) return m.form.needData;
  if (action === 'submit' && missingPapers(application).length > 0) return m.form.needAttachments;
  if (Object.keys(fieldFaults(application, m)).length > 0) return m.form.needValid;
  return null;
}
