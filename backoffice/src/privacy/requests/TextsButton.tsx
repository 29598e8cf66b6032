import { Box, Divider, Typography } from '@mui/material';
import { useEffect, useState } from 'react';
import { BooleanInput, FormDataConsumer, required, TextInput } from 'react-admin';
import { request } from '../../api/client.ts';
import type { RequestEntryTexts } from '../../api/privacy-responses.ts';
import { useRead } from '../../api/queries.ts';
import { textsOf } from '../../i18n/texts.ts';
import { FormButton } from '../../ui/FormButton.tsx';
import { WhenLoaded } from '../../ui/WhenLoaded.tsx';

interface Props {
  readonly requestId: number;
  readonly entryId: number;
}

/** Which free texts of an entry the person does not receive: they may name others. */
export function TextsButton({ requestId: id, entryId }: Props) {
  const t = textsOf('privacy.request');
  const [shown, setShown] = useState<RequestEntryTexts>();
  return (
    <FormButton
      size="small"
      text={t('entries.texts')}
      label={t('entries.textsOf', { id: entryId })}
      title={t('texts.title', { id: entryId })}
      isSticky
      send={async ({ texts = {} }) => {
        // What is sent replaces what was withheld: nothing may be sent that was never shown.
        if (shown === undefined) return t('texts.notShown');
        const withheld = shown.texts.flatMap(({ key }) => {
          const { isWithheld = false, reason = '' } = texts[key] ?? {};
          return isWithheld ? [{ key, reason }] : [];
        });
        return request('PATCH /desk/privacy/requests/:id/entries/:entryId', { id, entryId, withheld });
      }}
      done="accueil.privacy.request.saved"
    >
      <Texts requestId={id} entryId={entryId} onShown={setShown} />
    </FormButton>
  );
}

interface TextsProps extends Props {
  readonly onShown: (shown: RequestEntryTexts | undefined) => void;
}

function Texts({ requestId: id, entryId, onShown }: TextsProps) {
  const t = textsOf('privacy.request.texts');
  const { data, error } = useRead('GET /desk/privacy/requests/:id/entries/:entryId', { id, entryId });
  useEffect(() => onShown(data), [data, onShown]);
  return (
    <WhenLoaded data={data} error={error}>
      {({ withheld, texts }) => {
        const reasons = new Map(withheld.map(({ key, reason }) => [key, reason]));
        return (
          <>
            <Typography>{t(texts.length > 0 ? 'explained' : 'none')}</Typography>
            {texts.map(({ key, text }) => (
              <Box key={key}>
                <Divider sx={{ my: 1 }} />
                <Typography sx={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>{text}</Typography>
                <BooleanInput
                  source={`texts.${key}.isWithheld`}
                  label={t('withhold')}
                  defaultValue={reasons.has(key)}
                />
                <FormDataConsumer>
                  {({ formData }) =>
                    formData.texts?.[key]?.isWithheld === true && (
                      <TextInput
                        source={`texts.${key}.reason`}
                        label={t('reason')}
                        defaultValue={reasons.get(key) ?? ''}
                        validate={required()}
                      />
                    )
                  }
                </FormDataConsumer>
              </Box>
            ))}
          </>
        );
      }}
    </WhenLoaded>
  );
}
