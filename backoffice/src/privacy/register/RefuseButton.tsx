import { Alert } from '@mui/material';
import { TextInput } from 'react-admin';
import { request } from '../../api/client.ts';
import { useRead } from '../../api/queries.ts';
import { textsOf } from '../../i18n/texts.ts';
import { FormButton } from '../../ui/FormButton.tsx';
import { WhenLoaded } from '../../ui/WhenLoaded.tsx';

const t = textsOf('privacy.register.refuse');

/** Removes an unnamed field everywhere and refuses it: says how many entries have it, and asks for its name. */
export function RefuseButton({ name }: { readonly name: string }) {
  return (
    <FormButton
      text={t('open')}
      label={t('openThis', { name })}
      title={t('title', { name })}
      size="small"
      color="error"
      className="screen-only"
      submit={t('submit')}
      isDestructive
      isSticky
      send={async ({ confirm }) => {
        if (String(confirm ?? '').trim() !== name.trim()) return t('wrongName', { name });
        return request('POST /desk/privacy/refused-fields', { name, confirm: name });
      }}
      done="accueil.privacy.register.refuse.done"
    >
      <Preview name={name} />
      <TextInput source="confirm" label={t('confirm', { name })} autoComplete="off" />
    </FormButton>
  );
}

function Preview({ name }: { readonly name: string }) {
  return (
    <>
      <WhenLoaded {...useRead('GET /desk/privacy/refused-fields/preview', { name })}>
        {({ entries, held }) => (
          <span>
            {t('entries', { smart_count: entries })} {held > 0 && t('held', { smart_count: held })}
          </span>
        )}
      </WhenLoaded>
      <Alert severity="warning">{t('forGood')}</Alert>
    </>
  );
}
