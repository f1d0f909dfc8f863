import Autocomplete from '@mui/material/Autocomplete';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import { type Field, useLocale } from '@scenedock/ui-kit';
import { useState } from 'react';
import { useAdminMessages } from '../i18n/useAdminMessages';
import { fieldOf, isDerived, KNOWN_FIELDS } from './knownFields';
import type { Part } from './listDraft';

interface AddFieldProps {
  part: Part;
  /** Fields that the list has. */
  fields: readonly Field[];
  /** Metadata names of a real scene. */
  properties: readonly string[];
  onAdd: (field: Field) => void;
}

/** Adds a known field, or one of the further metadata. */
export function AddField({ part, fields, properties, onAdd }: AddFieldProps) {
  const m = useAdminMessages().fields;
  const { locale } = useLocale();
  const [key, setKey] = useState('');
  const [tried, setTried] = useState(false);
  const has = (one: string) => fields.some((field) => field.key === one);
  const offered = [
    ...KNOWN_FIELDS.map((field) => field.key).filter(
      (one) => part === 'display' || !isDerived(one),
    ),
    ...properties.map((name) => `properties.${name}`),
  ].filter((one) => !has(one));
  const trimmed = key.trim();
  const made = fieldOf(trimmed);
  const fault =
    made === null
      ? m.badKey
      : has(trimmed)
        ? m.sameKey
        : part === 'query' && isDerived(trimmed)
          ? m.noQuery
          : null;
  const add = () => {
    setTried(true);
    if (made === null || fault !== null) return;
    onAdd(made);
    setKey('');
    setTried(false);
  };
  const nameOf = (one: string) => {
    const known = KNOWN_FIELDS.find((field) => field.key === one);
    if (known === undefined) return one;
    return `${locale === 'en' ? known.labelEn : known.label}  ${one}`;
  };
  return (
    <Box sx={{ display: 'flex', gap: 1, alignItems: 'flex-start', p: 1.5 }}>
      <Autocomplete
        freeSolo
        options={offered}
        getOptionLabel={(one) => one}
        renderOption={({ key: own, ...rest }, one) => (
          <li key={own} {...rest}>
            {nameOf(one)}
          </li>
        )}
        inputValue={key}
        onInputChange={(_, text) => setKey(text)}
        sx={{ flex: 1, maxWidth: 460 }}
        renderInput={(params) => (
          <TextField
            {...params}
            label={m.addField}
            error={tried && fault !== null}
            helperText={tried && fault !== null ? fault : m.addHint}
            onKeyDown={(event) => {
              if (event.key === 'Enter' && made !== null) add();
            }}
          />
        )}
      />
      <Button variant="outlined" size="medium" onClick={add}>
        {m.addField}
      </Button>
    </Box>
  );
}
