import { Box, Divider, Typography } from '@mui/material';
import { FormDataConsumer, RadioButtonGroupInput, required, TextInput } from 'react-admin';
import { request } from '../../api/client.ts';
import type { EntryFacts } from '../../api/privacy-responses.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { EntryLine, StateChip, usePersonNames } from '../acts/EntryLines.tsx';
import { CountTable } from './CountTable.tsx';
import { eraseWord, PlanDialog } from './PlanDialog.tsx';

/** A related person of an entry, by position. */
export type RelatedPerson = EntryFacts['persons'][number] & { readonly person: number };

interface Props {
  readonly entryId: number;
  readonly entry: EntryFacts;
  readonly related: RelatedPerson;
  readonly requestId: number;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

const decisions = ['keep', 'rewrite', 'empty'] as const;
interface Decided {
  readonly decision?: (typeof decisions)[number];
  readonly text?: string;
}

/** Erases one related person of an entry; each free text is kept, rewritten or emptied. */
export function EraseRelationDialog({ entryId, entry, related, requestId, onClose, onDone }: Props) {
  const { entryName, personName } = usePersonNames();
  const t = useTexts('privacy.relation');
  const tErase = useTexts('privacy.erase');
  const whom = { id: entryId, position: related.person };
  const name = personName(related);
  return (
    <PlanDialog
      title={t('title', { name })}
      submit={t('submit')}
      plan={() => request('POST /desk/privacy/entries/:id/relations/:position/plan', whom)}
      erase={(plan, typed) => {
        const decided: readonly Decided[] = typed.texts ?? [];
        return request('POST /desk/privacy/entries/:id/relations/:position/erase', {
          ...whom,
          digest: plan.digest,
          word: eraseWord,
          requestId,
          texts: plan.texts.flatMap(({ key }, i) => {
            const { decision, text } = decided[i] ?? {};
            // The service refuses a text without a decision.
            return decision === undefined ? [] : [{ key, decision, ...(decision === 'rewrite' && { text }) }];
          }),
        });
      }}
      onClose={onClose}
      onDone={onDone}
    >
      {(plan) => (
        <>
          <Box>
            <Typography>{t('stays', { entry: entryName(entry, entryId) })}</Typography>
            <EntryLine entry={entry} />
            <StateChip entry={entry} />
          </Box>
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
