import { FormControlLabel, Stack, Switch } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { Title } from 'react-admin';
import { request } from '../../api/client.ts';
import { useResidences } from '../../api/queries.ts';
import { format } from '../../i18n/format.ts';
import { useRight, useSession } from '../../session/access.ts';
import { ResidenceSelect } from '../../ui/ResidenceSelect.tsx';
import { useParameters } from '../../ui/use-parameters.ts';
import { Board } from './Board.tsx';
import { boardKey } from './columns.ts';

export function BoardPage() {
  const { all } = useResidences();
  const [parameters, set] = useParameters();
  // The address may name a residence out of the user's reach.
  const residence = all.find(({ id }) => String(id) === parameters.get('residence'))?.id;
  const isMine = parameters.get('owner') === 'me';
  const isClosed = parameters.has('closed');
  const userId = useSession()?.user.id;
  const filter = {
    establishmentId: residence,
    ownerId: isMine ? userId : undefined,
  };
  const mayChange = useRight('entries.change');
  const total = useQuery({
    queryKey: [...boardKey, 'closed', filter],
    queryFn: ({ signal }) =>
      request('GET /desk/entries', { kind: 'commercial', open: false, ...filter, limit: 1 }, { signal }),
    meta: { live: 'list' },
  }).data?.total;
  return (
    <Stack sx={{ mt: 1, minWidth: 0 }}>
      <Title title="Tableau par étape" />
      <Stack direction={{ xs: 'column', sm: 'row' }} sx={{ gap: 1.5, mb: 2, alignItems: { sm: 'center' } }}>
        <ResidenceSelect
          residences={all}
          all="Toutes les résidences"
          value={residence}
          onChange={(id) => set({ residence: id })}
          sx={{ width: { xs: '100%', sm: 240 } }}
        />
        {mayChange && (
          <Choice
            label="Confiées à moi"
            isOn={isMine}
            onChange={(on) => set({ owner: on ? 'me' : undefined })}
          />
        )}
        <Choice
          label={format.dotted('Closes', total && format.total(total))}
          isOn={isClosed}
          onChange={(on) => set({ closed: on ? '1' : undefined })}
        />
      </Stack>
      <Board filter={{ ...filter, isClosed }} />
    </Stack>
  );
}

interface ChoiceProps {
  readonly label: string;
  readonly isOn: boolean;
  readonly onChange: (isOn: boolean) => void;
}

function Choice({ label, isOn, onChange }: ChoiceProps) {
  const control = <Switch size="small" checked={isOn} onChange={(_, on) => onChange(on)} />;
  return <FormControlLabel sx={{ ml: 0 }} control={control} label={label} />;
}
