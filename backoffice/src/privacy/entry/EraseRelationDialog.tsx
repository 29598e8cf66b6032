import { Alert, Box, Divider, LinearProgress, Typography } from '@mui/material';
import { useEffect, useState } from 'react';
import { FormDataConsumer, RadioButtonGroupInput, required, TextInput, useTranslate } from 'react-admin';
import { change, DeskError } from '../../api/client.ts';
import type { RelationPlan } from '../../api/privacy-responses.ts';
import type { Relation } from '../../api/responses.ts';
import { nameOf } from '../../entries/detail/formatters.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { useErrorText } from '../../ui/error-text.ts';
import { FormDialog } from '../../ui/FormDialog.tsx';
import { CountTable } from '../acts/CountTable.tsx';
import { eraseWord } from '../acts/erasure.ts';

interface Props {
  readonly entryId: number;
  readonly relation: Relation;
  readonly requestId?: number;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

const decisions = ['keep', 'rewrite', 'empty'] as const;
interface Decided {
  readonly decision?: (typeof decisions)[number];
  readonly text?: string;
}

/** Erases one related person of an entry; each free text is kept, rewritten or emptied. */
export function EraseRelationDialog({ entryId, relation, requestId, onClose, onDone }: Props) {
  const translate = useTranslate();
  const t = useTexts('privacy.relation');
  const tErase = useTexts('privacy.erase');
  const errorText = useErrorText();
  const { position } = relation;
  const path = `/desk/privacy/entries/${entryId}/relations/${position}` as const;
  const [plan, setPlan] = useState<RelationPlan>();
  const [failure, setFailure] = useState<unknown>();
  const name = nameOf(relation.fields) || translate('accueil.entry.person', { number: position + 1 });

  useEffect(() => {
    let isLeft = false;
    change('POST', `${path}/plan`).then(
      (planned) => !isLeft && setPlan(planned),
      (error: unknown) => !isLeft && setFailure(error),
    );
    return () => {
      isLeft = true;
    };
  }, [path]);

  return (
    <FormDialog
      title={t('title', { name })}
      submit={t('submit')}
      isSticky
      onClose={onClose}
      onSubmit={async ({ word, texts }) => {
        if (plan === undefined) return undefined;
        if (String(word ?? '').trim() !== eraseWord) return tErase('wrongWord', { word: eraseWord });
        const decided: readonly Decided[] = texts ?? [];
        try {
          await change('POST', `${path}/erase`, {
            digest: plan.digest,
            word: eraseWord,
            ...(requestId !== undefined && { requestId }),
            texts: plan.texts.map(({ key }, i) => {
              const { decision, text } = decided[i] ?? {};
              return { key, decision, ...(decision === 'rewrite' && { text }) };
            }),
          });
        } catch (error) {
          if (!(error instanceof DeskError) || error.status !== 409) throw error;
          if (error.code === 'HELD') return t('held');
          setPlan(await change('POST', `${path}/plan`));
          return tErase('changed');
        }
        onDone();
        return undefined;
      }}
    >
      {plan === undefined ? (
        failure === undefined ? (
          <LinearProgress aria-label={translate('ra.page.loading')} />
        ) : (
          <Alert severity="error">{errorText(failure)}</Alert>
        )
      ) : (
        <>
          <CountTable title={tErase('counts')} counts={new Map(Object.entries(plan.counts))} />
          {plan.texts.length > 0 && <Typography>{t('texts')}</Typography>}
          {plan.texts.map(({ key, text }, i) => (
            <Box key={key} role="group" aria-label={t('text', { number: i + 1 })}>
              <Divider sx={{ mb: 1 }} />
              <Typography sx={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>{text}</Typography>
              <RadioButtonGroupInput
                source={`texts.${i}.decision`}
                label={t('decision')}
                choices={decisions.map((id) => ({ id, name: `accueil.privacy.relation.decisions.${id}` }))}
                validate={required()}
                helperText={false}
              />
              <FormDataConsumer>
                {({ formData }) =>
                  formData.texts?.[i]?.decision === 'rewrite' && (
                    <TextInput
                      source={`texts.${i}.text`}
                      label={t('newText')}
                      defaultValue={text}
                      multiline
                      fullWidth
                      validate={required()}
                      helperText={false}
                    />
                  )
                }
              </FormDataConsumer>
            </Box>
          ))}
          <Alert severity="warning">{tErase('forever')}</Alert>
          <TextInput
            source="word"
            label={tErase('word', { word: eraseWord })}
            helperText={false}
            autoComplete="off"
          />
        </>
      )}
    </FormDialog>
  );
}
