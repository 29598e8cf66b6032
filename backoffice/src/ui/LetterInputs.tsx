import { Typography } from '@mui/material';
import type { ReactNode } from 'react';
import { TextInput, type Validator } from 'react-admin';
import { useWatch } from 'react-hook-form';
import { isTooLongForSms, maxSmsCharacters } from '../../../server/src/french/sms.ts';
import { plural } from '../i18n/format.ts';

export const channels = ['email', 'sms'] as const;
export type Channel = (typeof channels)[number];

interface Props {
  readonly channel: Channel;
  readonly validate: Validator[];
  /** The text of an SMS as it is counted; as typed by default. */
  readonly counted?: (text: string) => string;
  readonly note: ReactNode;
}

/** The subject and the text of a message; of an SMS the text alone, with how many characters it has. */
export function LetterInputs({ channel, validate, counted = (text) => text, note }: Props) {
  const isSms = channel === 'sms';
  const typed: unknown = useWatch({ name: 'text' });
  const { length } = [...counted(String(typed ?? ''))];
  const fits = (words: unknown) =>
    isTooLongForSms(counted(String(words ?? ''))) ? `${maxSmsCharacters} caractères au plus.` : undefined;
  return (
    <>
      {!isSms && <TextInput source="subject" label="Objet" validate={validate} />}
      <TextInput
        source="text"
        label="Message"
        validate={[...validate, isSms ? fits : isShort]}
        multiline
        minRows={8}
      />
      <Typography variant="body2" color="textSecondary">
        {isSms && `${length} ${plural(length, 'caractère')}, ${maxSmsCharacters} au plus. `}
        {note}
      </Typography>
    </>
  );
}

/** A react-admin validation: the text is not longer than the service takes. */
export function isShort(words: unknown): string | undefined {
  return [...String(words ?? '')].length > 5_000 ? '5 000 caractères au plus.' : undefined;
}
