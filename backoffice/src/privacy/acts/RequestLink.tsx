import { Link as MuiLink } from '@mui/material';
import { Link } from 'react-router';
import { textsOf } from '../../i18n/texts.ts';

const t = textsOf('privacy');

/** The end of a sentence: the request for which something was decided; nothing without one. */
export function RequestLink({ id }: { readonly id: number | null }) {
  if (id === null) return null;
  return (
    <>
      {' · '}
      <MuiLink component={Link} to={`/privacy/requests/${id}`}>
        {t('ofRequest', { id })}
      </MuiLink>
    </>
  );
}
