import { Link as MuiLink } from '@mui/material';
import { Link } from 'react-router';
import { touched } from '../../ui/touched.ts';

/** The request for which something was decided. */
export function RequestLink({ id }: { readonly id: number }) {
  return (
    <MuiLink component={Link} to={`/privacy/requests/${id}`} sx={touched}>
      {`Demande n° ${id}`}
    </MuiLink>
  );
}
