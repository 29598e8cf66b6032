import {
  Alert,
  Box,
  LinearProgress,
  Stack,
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableRow,
  Typography,
} from '@mui/material';
import { useEffect, useState } from 'react';
import { TextInput } from 'react-admin';
import { DeskError, request } from '../../api/client.ts';
import { format } from '../../i18n/format.ts';
import { textsOf, translate } from '../../i18n/texts.ts';
import { errorText } from '../../ui/error-text.ts';
import { FormButton, type FormOpener } from '../../ui/FormButton.tsx';
import type { FormValues } from '../../ui/FormDialog.tsx';
import { EntryLine, StateChip, usePersonNames } from '../acts/EntryLines.tsx';
import { placeName } from '../acts/names.ts';
import { type Planned, planErasure, type Subject, subjectOf } from './erasure.ts';

/** The word that is typed before anything is erased. */
export const eraseWord = 'EFFACER';

interface Props extends FormOpener {
  readonly subjects: readonly Subject[];
  readonly requestId: number;
}

/** Shows the plan of an erasure, and erases when the word is typed. When something has changed it shows the new plan. */
export function EraseButton({ subjects, requestId, ...button }: Props) {
  const t = textsOf('privacy.erase');
  const [planned, setPlanned] = useState<Planned>();

  async function erase({ word }: FormValues): Promise<string | undefined> {
    if (planned === undefined) return t('notShown');
    if (planned.plans.length === 0) return t('nothing');
    const { plans, digest } = planned;
    if (String(word ?? '').trim() !== eraseWord) return t('wrongWord', { word: eraseWord });
    try {
      const body = { subjects: plans.map(subjectOf), digest, requestId };
      await request('POST /desk/privacy/erasures', { ...body, word: eraseWord });
    } catch (error) {
      const isHeld = error instanceof DeskError && error.code === 'HELD';
      const hasChanged = error instanceof DeskError && /^digest: /.test(error.message);
      if (!isHeld && !hasChanged) throw error;
      setPlanned(await planErasure(subjects));
      return t(isHeld ? 'nowHeld' : 'changed');
    }
    return undefined;
  }

  return (
    <FormButton
      {...button}
      color="error"
      title={t('title')}
      submit={t('submit')}
      isDestructive
      isSticky
      send={erase}
      done="accueil.privacy.erase.decided"
    >
      <Plans subjects={subjects} planned={planned} onPlanned={setPlanned} />
    </FormButton>
  );
}

interface PlansProps {
  readonly subjects: readonly Subject[];
  readonly planned: Planned | undefined;
  readonly onPlanned: (planned: Planned | undefined) => void;
}

/** Plans when the dialog opens, and asks for the word where something can be erased. */
function Plans({ subjects, planned, onPlanned }: PlansProps) {
  const t = textsOf('privacy.erase');
  const [asked] = useState(() => planErasure(subjects));
  const [failure, setFailure] = useState<unknown>();

  useEffect(() => {
    // The plan of an earlier look may be outdated.
    onPlanned(undefined);
    asked.then(onPlanned, setFailure);
  }, [asked, onPlanned]);

  if (failure !== undefined) return <Alert severity="error">{errorText(failure)}</Alert>;
  if (planned === undefined) return <LinearProgress aria-label={translate('ra.page.loading')} />;
  return (
    <>
      <PlanFacts planned={planned} />
      {planned.plans.length > 0 && (
        <>
          <Alert severity="warning">{t('forever')}</Alert>
          <TextInput source="word" label={t('word', { word: eraseWord })} autoComplete="off" />
        </>
      )}
    </>
  );
}

/** Whose data would be erased, how much of it by place, and what stays because it is held. */
function PlanFacts({ planned: { plans, counts, held, alreadyErased } }: { readonly planned: Planned }) {
  const t = textsOf('privacy.erase');
  const { entryName, personName } = usePersonNames();
  return (
    <Stack spacing={1.5}>
      {plans.length > 0 && <Typography>{t('entries', { smart_count: plans.length })}</Typography>}
      <Box component="ul" sx={{ m: 0, pl: 2.5, maxHeight: '40vh', overflowY: 'auto' }}>
        {plans.map(({ entryId, entry }) => (
          <Box component="li" key={entryId} sx={{ overflowWrap: 'anywhere', mb: 1 }}>
            <Typography component="span" sx={{ fontWeight: 600, mr: 1 }}>
              {entryName(entry, entryId)}
            </Typography>
            <StateChip entry={entry} />
            <EntryLine entry={entry} />
            <Typography variant="body2">
              {t('persons', { names: entry.persons.map(personName).join(' ; ') })}
            </Typography>
          </Box>
        ))}
      </Box>
      {counts.size > 0 && (
        <Table size="small" aria-label={t('counts')}>
          <TableHead>
            <TableRow>
              <TableCell>{t('place')}</TableCell>
              <TableCell align="right">{t('rows')}</TableCell>
            </TableRow>
          </TableHead>
          <TableBody>
            {[...counts].map(([place, rows]) => (
              <TableRow key={place}>
                <TableCell>{placeName(place)}</TableCell>
                <TableCell align="right">{format.number(rows)}</TableCell>
              </TableRow>
            ))}
          </TableBody>
        </Table>
      )}
      {held.map(({ entryId, hold }) => (
        <Alert key={entryId} severity="info">
          {hold !== null && t(`held.${hold.kind}`, { id: entryId, until: format.day(hold.until) })}
        </Alert>
      ))}
      {alreadyErased > 0 && <Typography>{t('alreadyErased', { smart_count: alreadyErased })}</Typography>}
    </Stack>
  );
}
