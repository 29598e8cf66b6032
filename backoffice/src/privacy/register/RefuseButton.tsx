import { Alert } from '@mui/material';
import { TextInput } from 'react-admin';
import { counted } from '../../../../server/src/french/dates.ts';
import { request } from '../../api/client.ts';
import { useRead } from '../../api/queries.ts';
import { FormButton } from '../../ui/FormButton.tsx';
import { WhenLoaded } from '../../ui/WhenLoaded.tsx';

/** Removes an unnamed field everywhere and refuses it: says how many entries have it, and asks for its name. */
export function RefuseButton({ name }: { readonly name: string }) {
  return (
    <FormButton
      text="Supprimer partout et refuser"
      label={`Supprimer partout et refuser : ${name}`}
      title={`Supprimer « ${name} » partout et le refuser ?`}
      size="small"
      color="error"
      className="screen-only"
      submit="Supprimer et refuser"
      isDestructive
      isSticky
      send={async ({ confirm }) => {
        if (String(confirm ?? '').trim() !== name.trim()) return `Tapez exactement « ${name} ».`;
        return request('POST /desk/privacy/refused-fields', { name, confirm: name });
      }}
      done="Champ refusé. Sa suppression commence."
    >
      <Preview name={name} />
      <TextInput source="confirm" label={`Tapez « ${name} » pour confirmer`} autoComplete="off" />
    </FormButton>
  );
}

function Preview({ name }: { readonly name: string }) {
  return (
    <>
      <WhenLoaded {...useRead('GET /desk/privacy/refused-fields/preview', { name })}>
        {({ entries, held }) => (
          <span>
            {`Ce champ figure dans ${counted(entries, 'fiche.', 'fiches.')}`}{' '}
            {held > 0 &&
              `${counted(held, 'est gelée ou limitée et le garde', 'sont gelées ou limitées et le gardent')} jusqu’à la fin du gel.`}
          </span>
        )}
      </WhenLoaded>
      <Alert severity="warning">
        Il est supprimé des fiches, des proches, des actions, des messages de partenaires et de l’historique,
        dans les deux heures. Rien ne le ramène. Les prochains envois qui le contiennent sont acceptés et
        enregistrés sans lui.
      </Alert>
    </>
  );
}
