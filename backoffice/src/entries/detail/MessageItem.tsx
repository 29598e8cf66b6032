import SendOutlined from '@mui/icons-material/SendOutlined';
import { Chip, Typography } from '@mui/material';
import type { EntryDetail } from '../../api/responses.ts';
import { format } from '../../i18n/format.ts';
import { textsOf } from '../../i18n/texts.ts';
import { LongText } from './LongText.tsx';
import { TimelineItem } from './TimelineItem.tsx';

const t = textsOf('entry.write');

/** Why a message did not leave, by how the service says it. */
const refusals = [
  [/limited|erased/, 'limited'],
  [/spam/, 'spam'],
  [/objects/, 'objects'],
  [/SMTPUTF8/, 'accents'],
] as const;

interface Props {
  readonly entry: EntryDetail;
  readonly message: EntryDetail['messages'][number];
}

/** An e-mail to a person of the entry; red where it was not delivered. */
export function MessageItem({ entry, message }: Props) {
  const { use, to, subject, text, at, author, state, cause } = message;
  const isFailed = state === 'failed';
  const refusal = refusals.find(([pattern]) => cause?.startsWith('The ') && pattern.test(cause));
  // An answer stands above as such.
  const isShown = !(use === 'answer' && text === entry.comment);
  return (
    <TimelineItem
      icon={<SendOutlined fontSize="small" color={isFailed ? 'error' : 'inherit'} />}
      head={
        <>
          {t('head', { to: to ?? t('erased') })}, {format.moment(at)}
          {isFailed && <Chip size="small" color="error" label={t('failed')} />}
          {state === 'pending' && cause !== null && (
            <Chip size="small" color="warning" variant="outlined" label={t('waiting')} />
          )}
        </>
      }
      by={author}
    >
      {isFailed && cause !== null && (
        <Typography variant="body2" color="error">
          {refusal === undefined ? t('cause', { cause }) : t(`refused.${refusal[1]}`)}
        </Typography>
      )}
      {isShown && (
        <>
          <Typography variant="body2">{subject}</Typography>
          <LongText text={text} />
        </>
      )}
    </TimelineItem>
  );
}
