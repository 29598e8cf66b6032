import { Checkbox, FormControlLabel, FormGroup, Typography } from '@mui/material';
import { change } from '../../api/client.ts';
import type { EntryFacts, RequestEntry } from '../../api/privacy-responses.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { useAct } from '../../ui/use-act.ts';
import { usePersonNames } from '../acts/EntryLines.tsx';

interface Props {
  readonly requestId: number;
  readonly linked: RequestEntry;
  readonly entry: EntryFacts;
  readonly isOpen: boolean;
}

/** Whom of an entry the request concerns: nobody else's data is erased or exported. */
export function ConcernedPersons({ requestId, linked: { entryId, people }, entry, isOpen }: Props) {
  const t = useTexts('privacy.request.entries');
  const { personName } = usePersonNames();
  const { act, isBusy } = useAct();
  const chosen = entry.persons.filter(({ person }) => people?.includes(person));
  if (!isOpen) {
    const names = chosen.map(personName).join(' ; ');
    return <Typography variant="body2">{t('concerns', { names: names || '—' })}</Typography>;
  }
  const choose = (person: (typeof chosen)[number]['person'], isChosen: boolean) => {
    const all = entry.persons.map((one) => one.person);
    const now = all.filter((one) => (one === person ? isChosen : people?.includes(one)));
    return act(
      () =>
        change('PATCH', `/desk/privacy/requests/${requestId}/entries/${entryId}`, {
          people: now.length > 0 ? now : null,
        }),
      'accueil.privacy.request.saved',
    );
  };
  return (
    <>
      <Typography variant="body2" color={people === null ? 'error' : 'textPrimary'}>
        {t(people === null ? 'whoIsConcerned' : 'whoIs')}
      </Typography>
      <FormGroup aria-label={t('personsOf', { id: entryId })}>
        {entry.persons.map((one) => (
          <FormControlLabel
            key={one.person}
            label={personName(one)}
            disabled={isBusy}
            control={
              <Checkbox
                size="small"
                checked={people?.includes(one.person) === true}
                onChange={(_event, isChosen) => void choose(one.person, isChosen)}
              />
            }
          />
        ))}
      </FormGroup>
    </>
  );
}
