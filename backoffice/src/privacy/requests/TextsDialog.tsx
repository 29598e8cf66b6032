import { Box, Divider, Typography } from '@mui/material';
import { BooleanInput, FormDataConsumer, required, TextInput, useTranslate } from 'react-admin';
import { request } from '../../api/client.ts';
import type { RequestEntryTexts } from '../../api/privacy-responses.ts';
import { useRead } from '../../api/queries.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { FormDialog } from '../../ui/FormDialog.tsx';
import { WhenLoaded } from '../../ui/WhenLoaded.tsx';

interface Props {
  readonly requestId: number;
  readonly entryId: number;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

/** Which free texts of an entry the person does not receive: they may name others. */
export function TextsDialog(props: Props) {
  const { data, error } = useRead('GET /desk/privacy/requests/:id/entries/:entryId', {
    id: props.requestId,
    entryId: props.entryId,
  });
  return (
    <WhenLoaded data={data} error={error}>
      {(entry) => <TextsForm {...props} entry={entry} />}
    </WhenLoaded>
  );
}

interface FormProps extends Props {
  readonly entry: RequestEntryTexts;
}

function TextsForm({ requestId, entryId, entry, onClose, onDone }: FormProps) {
  const translate = useTranslate();
  const t = useTexts('privacy.request.texts');
  const { withheld, texts } = entry;
  const reasons = new Map(withheld.map(({ key, reason }) => [key, reason]));
  return (
    <FormDialog
      title={t('title', { id: entryId })}
      submit={translate('ra.action.save')}
      values={{
        texts: texts.map(({ key }) => ({ isWithheld: reasons.has(key), reason: reasons.get(key) ?? '' })),
      }}
      isSticky
      onClose={onClose}
      onSubmit={async (typed) => {
        const decided: readonly { isWithheld: boolean; reason: string }[] = typed.texts ?? [];
        await request('PATCH /desk/privacy/requests/:id/entries/:entryId', {
          id: requestId,
          entryId,
          withheld: texts.flatMap(({ key }, i) => {
            const { isWithheld = false, reason = '' } = decided[i] ?? {};
            return isWithheld ? [{ key, reason }] : [];
          }),
        });
        onDone();
      }}
    >
      <Typography>{t(texts.length > 0 ? 'explained' : 'none')}</Typography>
      {texts.map(({ key, text }, i) => (
        <Box key={key}>
          <Divider sx={{ my: 1 }} />
          <Typography sx={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>{text}</Typography>
          <BooleanInput source={`texts.${i}.isWithheld`} label={t('withhold')} />
          <FormDataConsumer>
            {({ formData }) =>
              formData.texts?.[i]?.isWithheld === true && (
                <TextInput source={`texts.${i}.reason`} label={t('reason')} validate={required()} />
              )
            }
          </FormDataConsumer>
        </Box>
      ))}
    </FormDialog>
  );
}
