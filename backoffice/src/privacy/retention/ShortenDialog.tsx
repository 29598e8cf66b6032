import { Alert } from '@mui/material';
import { useNotify, useRefresh } from 'react-admin';
import { request } from '../../api/client.ts';
import { useRead } from '../../api/queries.ts';
import type { InputOf } from '../../api/routes.ts';
import { format } from '../../i18n/format.ts';
import { FormDialog } from '../../ui/FormDialog.tsx';
import { WhenLoaded } from '../../ui/WhenLoaded.tsx';
import { DueFacts } from './DueFacts.tsx';

interface Props {
  readonly name: InputOf<'PATCH /desk/privacy/retention/:name'>['name'];
  readonly title: string;
  readonly days: number;
  readonly wanted: number;
  readonly onClose: () => void;
}

/** Shows what a rule would erase if it kept fewer days, before these are saved. */
export function ShortenDialog({ name, title, days, wanted, onClose }: Props) {
  const notify = useNotify();
  const refresh = useRefresh();
  const { data, error } = useRead('GET /desk/privacy/retention/preview', { rule: name, days: wanted });
  const fewer = format.number(wanted);
  return (
    <FormDialog
      title={`${title} : ${fewer} jours au lieu de ${format.number(days)} ?`}
      submit={`Raccourcir à ${fewer} jours`}
      isSticky
      onClose={onClose}
      onSubmit={async () => {
        if (data === undefined) return 'Ce que cette durée effacerait n’est pas encore compté.';
        await request('PATCH /desk/privacy/retention/:name', { name, days: wanted, shorten: true });
        notify('Durée raccourcie : elle s’applique dans 31 jours.', { type: 'success' });
        refresh();
        onClose();
        return undefined;
      }}
    >
      <WhenLoaded data={data} error={error}>
        {({ rules }) => rules.map((due) => <DueFacts key={due.name} due={due} />)}
      </WhenLoaded>
      <Alert severity="warning">{`Rien n’est effacé par cette durée pendant 31 jours. D’ici là, la direction voit sur « Ma journée » les fiches qu’elle effacerait, et vous pouvez revenir à ${format.number(days)} jours.`}</Alert>
    </FormDialog>
  );
}
