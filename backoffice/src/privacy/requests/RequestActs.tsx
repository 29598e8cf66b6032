import DownloadOutlined from '@mui/icons-material/DownloadOutlined';
import { Button, Typography } from '@mui/material';
import { useRefresh } from 'react-admin';
import type { PrivacyRequest } from '../../api/privacy-responses.ts';
import { HoldButton } from '../acts/HoldButton.tsx';
import { ObjectionButton } from '../acts/ObjectionButton.tsx';
import { maxAtOnce } from '../acts/RequestButton.tsx';
import { lacksContact } from './EntryActs.tsx';
import { EraseButton } from './EraseButton.tsx';

const firstStepTexts = {
  contact: 'Dites d’abord, pour chaque fiche, par quel contact connu l’identité a été vérifiée.',
  authority:
    'Notez d’abord par quel acte la personne agit pour une autre : rien n’est effacé ni exporté avant.',
  people:
    'Dites d’abord, pour chaque fiche, qui la demande concerne. Si la personne n’est que citée dans un texte ou comme adresseur, ouvrez la fiche et corrigez-la sans trace.',
  identityKind: 'Notez d’abord comment l’identité a été vérifiée : rien n’est effacé ni exporté avant.',
};

const downloadNotedMs = 1_500;

export function RequestActs({ request }: { readonly request: PrivacyRequest }) {
  const refresh = useRefresh();
  const { id, kind, entries, missing } = request;
  // Refused ones stay as they are.
  const pending = entries.filter(
    ({ entry, state }) => entry !== null && entry.restriction !== 'erased' && state !== 'refused',
  );
  const entryIds = pending.map(({ entryId }) => entryId);
  const isNone = entryIds.length === 0;
  const isUnclear = pending.some(({ people }) => people === null);
  const lacks = (linked: (typeof pending)[number]) => lacksContact(request, linked);
  /** What has to be done before. */
  const first = isNone ? null : (missing ?? (pending.some(lacks) ? 'contact' : isUnclear ? 'people' : null));
  const note = first !== null && (
    <Typography variant="body2" sx={{ width: '100%' }}>
      {firstStepTexts[first]}
    </Typography>
  );
  switch (kind) {
    case 'access':
    case 'portability':
      return (
        <>
          {note}
          <Button
            variant="contained"
            startIcon={<DownloadOutlined />}
            disabled={isNone || first !== null}
            href={`/desk/privacy/requests/${id}/export.zip`}
            download
            // The request notes that it was downloaded.
            onClick={() => window.setTimeout(refresh, downloadNotedMs)}
          >
            Télécharger l’export (ZIP)
          </Button>
        </>
      );
    case 'erasure': {
      // A related person alone is removed from their entry.
      const whole = pending.filter(
        ({ people, entry }) => people?.includes('entry') && entry?.pendingErasure?.reason !== 'request',
      );
      return (
        <>
          {note}
          {(whole.length > 0 || isUnclear) && (
            <EraseButton
              text="Effacer les données"
              disabled={whole.length === 0 || missing !== null || whole.some(lacks)}
              entryIds={whole.slice(0, maxAtOnce).map(({ entryId }) => entryId)}
              requestId={id}
            />
          )}
        </>
      );
    }
    case 'limitation': {
      const hold = { entryIds, requestId: id, kind: 'limitation' } as const;
      return <HoldButton text="Limiter le traitement" variant="contained" disabled={isNone} {...hold} />;
    }
    case 'opposition':
      return <ObjectionButton text="Noter l’opposition" variant="contained" requestId={id} />;
    case 'rectification':
      return <Typography variant="body2">Ouvrez une fiche pour la rectifier.</Typography>;
    default:
      return kind satisfies never;
  }
}
