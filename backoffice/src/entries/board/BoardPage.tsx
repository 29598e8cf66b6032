import { FormControlLabel, Stack, Switch, TextField } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Title, useTranslate } from 'react-admin';
import { request } from '../../api/client.ts';
import { useResidences } from '../../api/queries.ts';
import { format } from '../../i18n/format.ts';
import { useSession } from '../../session/access.ts';
import { ResidenceSelect } from '../../ui/ResidenceSelect.tsx';
import { useParameters } from '../../ui/use-parameters.ts';
import { Board } from './Board.tsx';
import { boardKey } from './columns.ts';

/** Leads by stage. */
export function BoardPage() {
  const translate = useTranslate();
  const { all } = useResidences();
  const [parameters, set] = useParameters();
  // The address may name a residence out of the user's reach.
  const residence = all.find(({ id }) => String(id) === parameters.get('residence'))?.id;
  const q = parameters.get('q') ?? '';
  const [typed, setTyped] = useState(q);
  const isMine = parameters.get('owner') === 'me';
  const isClosed = parameters.has('closed');
  const userId = useSession()?.user.id;
  const filter = {
    establishmentId: residence,
    ownerId: isMine ? userId : undefined,
    q: q.trim() === '' ? undefined : q,
  };
  const closed = useQuery({
    queryKey: [...boardKey, 'closed', filter],
    queryFn: ({ signal }) =>
      request('GET /desk/entries', { kind: 'commercial', open: false, ...filter, limit: 1 }, { signal }),
    meta: { live: 'list' },
  });
  return (
    <Stack sx={{ mt: 1, minWidth: 0 }}>
      <Title title="accueil.leads.board.title" />
      <Stack direction={{ xs: 'column', sm: 'row' }} sx={{ gap: 1.5, mb: 2, alignItems: { sm: 'center' } }}>
        <ResidenceSelect
          residences={all}
          all={translate('accueil.residences.all')}
          value={residence}
          onChange={(id) => set({ residence: id })}
          sx={{ width: { xs: '100%', sm: 240 } }}
        />
        <TextField
          size="small"
          type="search"
          label={translate('accueil.leads.board.search')}
          placeholder={translate('accueil.leads.board.searchHint')}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
          onKeyDown={({ key }) => key === 'Enter' && set({ q: typed })}
          onBlur={() => set({ q: typed })}
          sx={{ width: { xs: '100%', sm: 220 } }}
        />
        <FormControlLabel
          sx={{ ml: 0 }}
          control={
            <Switch
              checked={isMine}
              onChange={(_, on) => set({ owner: on ? 'me' : undefined })}
              size="small"
            />
          }
          label={translate('accueil.leads.board.mine')}
        />
        <FormControlLabel
          sx={{ ml: 0 }}
          control={
            <Switch
              checked={isClosed}
              onChange={(_, on) => set({ closed: on ? '1' : undefined })}
              size="small"
            />
          }
          label={
            closed.data === undefined
              ? translate('accueil.leads.board.closed')
              : translate('accueil.leads.board.closedCount', {
                  count: `${format.number(closed.data.total.count)}${closed.data.total.exact ? '' : '+'}`,
                })
          }
        />
      </Stack>
      <Board filter={{ ...filter, isClosed }} />
    </Stack>
  );
}
