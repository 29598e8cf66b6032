import { Checkbox, FormControlLabel, FormGroup, Typography } from '@mui/material';
import { useState } from 'react';
import { request } from '../../api/client.ts';
import type { EntryFacts, RequestEntry } from '../../api/privacy-responses.ts';
import { textsOf } from '../../i18n/texts.ts';
import { useAct } from '../../ui/use-act.ts';
import { usePersonNames } from '../acts/EntryLines.tsx';

const t = textsOf('privacy.request.entries');

interface Props {
  readonly requestId: number;
  readonly linked: RequestEntry;
  readonly entry: EntryFacts;
  readonly isOpen: boolean;
}

type Keys = NonNullable<RequestEntry['people']>;

/** Whom of an entry the request concerns: nobody else's data is erased or exported. */
export function ConcernedPersons({ requestId, linked: { entryId, people }, entry, isOpen }: Props) {
  const { personName } = usePersonNames();
  const { act, isBusy } = useAct();
  /** What was ticked, until the page has been read again. */
  const [ticked, setTicked] = useState<{ readonly since: Keys | null; readonly people: Keys }>();
  const concerned = (ticked?.since === people ? ticked?.people : people) ?? [];

  if (!isOpen) {
    const chosen = entry.persons.filter(({ person }) => concerned.includes(person));
    const names = chosen.map(personName).join(' ; ');
    return <Typography variant="body2">{t('concerns', { names: names || '—' })}</Typography>;
  }

  function choose(person: Keys[number], isChosen: boolean) {
    const now = entry.persons.flatMap((one) =>
      (one.person === person ? isChosen : concerned.includes(one.person)) ? [one.person] : [],
    );
    setTicked({ since: people, people: now });
    void act(async () => {
      try {
        await request('PATCH /desk/privacy/requests/:id/entries/:entryId', {
          id: requestId,
          entryId,
          people: now.length > 0 ? now : null,
        });
      } catch (error) {
        setTicked(undefined);
        throw error;
      }
    }, 'accueil.privacy.request.saved');
  }

  return (
    <>
      <Typography variant="body2" color={concerned.length === 0 ? 'error' : 'textPrimary'}>
        {t(concerned.length === 0 ? 'whoIsConcerned' : 'whoIs')}
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
                checked={concerned.includes(one.person)}
                onChange={(_event, isChosen) => choose(one.person, isChosen)}
              />
            }
          />
        ))}
      </FormGroup>
    </>
  );
}
