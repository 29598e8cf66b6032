import { Box, Divider, Typography } from '@mui/material';
import { FormDataConsumer, RadioButtonGroupInput, required, TextInput, useTranslate } from 'react-admin';
import { change } from '../../api/client.ts';
import type { Relation } from '../../api/responses.ts';
import { nameOf } from '../../entries/detail/formatters.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { CountTable } from '../acts/CountTable.tsx';
import { eraseWord, PlanDialog } from '../acts/PlanDialog.tsx';

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
  const { position } = relation;
  const path = `/desk/privacy/entries/${entryId}/relations/${position}` as const;
  const name = nameOf(relation.fields) || translate('accueil.entry.person', { number: position + 1 });
  return (
    <PlanDialog
      title={t('title', { name })}
      submit={t('submit')}
      plan={() => change('POST', `${path}/plan`)}
      erase={(plan, typed) => {
        const decided: readonly Decided[] = typed.texts ?? [];
        return change('POST', `${path}/erase`, {
          digest: plan.digest,
          word: eraseWord,
          ...(requestId !== undefined && { requestId }),
          texts: plan.texts.map(({ key }, i) => {
            const { decision, text } = decided[i] ?? {};
            return { key, decision, ...(decision === 'rewrite' && { text }) };
          }),
        });
      }}
      onClose={onClose}
      onDone={onDone}
    >
      {(plan) => (
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
                    />
                  )
                }
              </FormDataConsumer>
            </Box>
          ))}
        </>
      )}
    </PlanDialog>
  );
}
