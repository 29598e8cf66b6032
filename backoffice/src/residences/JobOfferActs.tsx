import { Button } from '@mui/material';
import { useTranslate } from 'react-admin';
import { useAct } from '../administration/use-act.ts';
import { change } from '../desk/client.ts';
import type { JobOffer } from './residence.ts';

interface Props {
  readonly offer: JobOffer;
  readonly onEdit: () => void;
}

/** What can be done to a job offer. */
export function JobOfferActs({ offer, onEdit }: Props) {
  const translate = useTranslate();
  const { act, isBusy } = useAct();
  const say = (key: string, options = {}) => translate(`accueil.residences.jobs.${key}`, options);
  return (
    <>
      <Button size="small" aria-label={say('editThis', { title: offer.title })} onClick={onEdit}>
        {translate('ra.action.update')}
      </Button>
      <Button
        size="small"
        loading={isBusy}
        aria-label={say(offer.open ? 'closeThis' : 'reopenThis', { title: offer.title })}
        onClick={() => act(() => change('PATCH', `/desk/announcements/${offer.id}`, { open: !offer.open }))}
      >
        {say(offer.open ? 'close' : 'reopen')}
      </Button>
    </>
  );
}
