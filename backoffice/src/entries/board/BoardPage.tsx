import { MenuItem, Stack, TextField } from '@mui/material';
import { Title, useTranslate } from 'react-admin';
import { useSearchParams } from 'react-router';
import { useResidences } from '../../api/queries.ts';
import { Board } from './Board.tsx';

/** Leads by stage. */
export function BoardPage() {
  const translate = useTranslate();
  const { all } = useResidences();
  const [parameters, setParameters] = useSearchParams();
  const chosen = parameters.get('residence') ?? '';
  // The address may name a residence out of the user's reach.
  const residence = all.find(({ id }) => String(id) === chosen);
  return (
    <Stack sx={{ mt: 1, minWidth: 0 }}>
      <Title title="accueil.leads.board.title" />
      {all.length > 1 && (
        <TextField
          select
          label={translate('accueil.leads.column.establishmentId')}
          value={residence === undefined ? '' : chosen}
          onChange={({ target }) => setParameters(target.value === '' ? {} : { residence: target.value })}
          slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
          sx={{ width: { xs: '100%', sm: 280 }, mb: 2 }}
        >
          <MenuItem value="">{translate('accueil.leads.board.allResidences')}</MenuItem>
          {all.map(({ id, name }) => (
            <MenuItem key={id} value={String(id)}>
              {name}
            </MenuItem>
          ))}
        </TextField>
      )}
      <Board establishmentId={residence?.id} />
    </Stack>
  );
}
