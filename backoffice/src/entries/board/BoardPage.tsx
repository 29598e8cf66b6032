import { Stack } from '@mui/material';
import { Title, useTranslate } from 'react-admin';
import { useSearchParams } from 'react-router';
import { useResidences } from '../../api/queries.ts';
import { ResidenceSelect } from '../../ui/ResidenceSelect.tsx';
import { Board } from './Board.tsx';

/** Leads by stage. */
export function BoardPage() {
  const translate = useTranslate();
  const { all } = useResidences();
  const [parameters, setParameters] = useSearchParams();
  // The address may name a residence out of the user's reach.
  const residence = all.find(({ id }) => String(id) === parameters.get('residence'))?.id;
  return (
    <Stack sx={{ mt: 1, minWidth: 0 }}>
      <Title title="accueil.leads.board.title" />
      <ResidenceSelect
        all={translate('accueil.residences.all')}
        value={residence}
        onChange={(id) => setParameters(id === undefined ? {} : { residence: String(id) })}
        sx={{ width: { xs: '100%', sm: 280 }, mb: 2 }}
      />
      <Board establishmentId={residence} />
    </Stack>
  );
}
