import { Alert, LinearProgress, Stack, Typography } from '@mui/material';
import { useEffect, useState } from 'react';
import { TextInput, useTranslate } from 'react-admin';
import { change, DeskError } from '../../api/client.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { useErrorText } from '../../ui/error-text.ts';
import { FormDialog } from '../../ui/FormDialog.tsx';
import { CountTable } from './CountTable.tsx';
import { eraseWord, type Planned, planErasure } from './erasure.ts';

interface Props {
  readonly entryIds: readonly number[];
  readonly requestId?: number;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

/** Shows what an erasure would do, and erases when the word is typed. */
export function EraseDialog({ entryIds, requestId, onClose, onDone }: Props) {
  const translate = useTranslate();
  const t = useTexts('privacy.erase');
  const errorText = useErrorText();
  const [planned, setPlanned] = useState<Planned>();
  const [failure, setFailure] = useState<unknown>();
  const asked = entryIds.join(',');

  useEffect(() => {
    let isLeft = false;
    planErasure(asked.split(',').map(Number)).then(
      (plan) => !isLeft && setPlanned(plan),
      (error: unknown) => !isLeft && setFailure(error),
    );
    return () => {
      isLeft = true;
    };
  }, [asked]);

  return (
    <FormDialog
      title={t('title')}
      submit={t('submit')}
      isSticky
      onClose={onClose}
      onSubmit={async ({ word }) => {
        if (planned === undefined) return undefined;
        if (planned.entryIds.length === 0) return t('nothing');
        if (String(word ?? '').trim() !== eraseWord) return t('wrongWord', { word: eraseWord });
        const { entryIds: ids, digest } = planned;
        try {
          const body = {
            entryIds: ids,
            digest,
            word: eraseWord,
            ...(requestId !== undefined && { requestId }),
          };
          await change('POST', '/desk/privacy/erasures', body);
        } catch (error) {
          if (!(error instanceof DeskError) || error.status !== 409) throw error;
          // Something has changed since the plan was shown: nothing was erased.
          setPlanned(await planErasure(entryIds));
          return t('changed');
        }
        onDone();
        return undefined;
      }}
    >
      {planned === undefined ? (
        failure === undefined ? (
          <LinearProgress aria-label={translate('ra.page.loading')} />
        ) : (
          <Alert severity="error">{errorText(failure)}</Alert>
        )
      ) : (
        <>
          <PlanFacts planned={planned} />
          {planned.entryIds.length > 0 && (
            <>
              <Alert severity="warning">{t('forever')}</Alert>
              <TextInput
                source="word"
                label={t('word', { word: eraseWord })}
                helperText={false}
                autoComplete="off"
              />
            </>
          )}
        </>
      )}
    </FormDialog>
  );
}

/** How much would be erased, by place, and what stays because it is held. */
function PlanFacts({ planned: { entryIds, counts, held, alreadyErased } }: { readonly planned: Planned }) {
  const t = useTexts('privacy.erase');
  const format = useFormat();
  return (
    <Stack spacing={1.5}>
      <Typography>{t('entries', { smart_count: entryIds.length })}</Typography>
      {counts.size > 0 && <CountTable title={t('counts')} counts={counts} />}
      {held.map(({ entryId, hold }) => (
        <Alert key={entryId} severity="info">
          {hold !== null && t(`held.${hold.kind}`, { id: entryId, until: format.day(hold.until) })}
        </Alert>
      ))}
      {alreadyErased > 0 && <Typography>{t('alreadyErased', { smart_count: alreadyErased })}</Typography>}
    </Stack>
  );
}
