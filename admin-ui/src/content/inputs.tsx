import { useInput } from 'ra-core';
import { useFault } from '../parts/forms/inputs';
import { MarkdownEditor } from './MarkdownEditor';
import { MomentField } from './MomentField';

interface InputProps {
  source: string;
  label: string;
  disabled: boolean;
}

/** A Markdown text of the form around it. */
export function MarkdownInput({
  source,
  label,
  disabled,
  needed,
}: InputProps & { needed: string }) {
  const { field, fieldState } = useInput<string>({
    source,
    validate: (text: string) => (text.trim() === '' ? needed : undefined),
    parse: (text) => text,
  });
  const fault = useFault(fieldState.error?.message);
  return (
    <MarkdownEditor
      label={label}
      value={field.value}
      onChange={field.onChange}
      fault={fault}
      locked={disabled}
    />
  );
}

interface MomentInputProps extends InputProps {
  hint: string;
  /** What is wrong with it, beside the rest of the form. */
  check?: (moment: string | null, form: object) => string | undefined;
}

/** A moment of the form around it. */
export function MomentInput({ source, label, disabled, hint, check }: MomentInputProps) {
  const { field, fieldState } = useInput<string | null>({
    source,
    format: (moment) => moment,
    ...(check === undefined ? {} : { validate: check }),
  });
  const fault = useFault(fieldState.error?.message);
  return (
    <MomentField
      label={label}
      hint={hint}
      value={field.value ?? null}
      onChange={field.onChange}
      fault={fault}
      disabled={disabled}
    />
  );
}
