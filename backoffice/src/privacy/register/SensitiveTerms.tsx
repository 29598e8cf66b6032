import { Chip, Stack, Typography } from '@mui/material';
import { RadioButtonGroupInput, regex, required, TextInput } from 'react-admin';
import { request } from '../../api/client.ts';
import type { Register } from '../../api/privacy-responses.ts';
import { textsOf } from '../../i18n/texts.ts';
import { FoldCard } from '../../ui/FoldCard.tsx';
import { FormButton } from '../../ui/FormButton.tsx';
import { useAct } from '../../ui/use-act.ts';

const t = textsOf('privacy.register.terms');
const kinds = ['health', 'identity'] as const;
const isTerm = [required(), regex(/^[a-z]{3,40}$/, t('term'))];

/** The parts of names by which fields are marked in red, and those of health blanked; the officer adds and removes some. */
export function SensitiveTerms({ terms }: { readonly terms: Register['sensitiveTerms'] }) {
  const { act } = useAct();
  const change = (term: string, kind: (typeof kinds)[number] | null) =>
    request('PATCH /desk/privacy/sensitive-terms', { term, kind });
  return (
    <FoldCard
      title={t('title')}
      act={
        <FormButton
          text={t('add')}
          size="small"
          className="screen-only"
          values={{ kind: 'health' }}
          send={({ term, kind }) => change(String(term), kind === 'identity' ? 'identity' : 'health')}
          done="accueil.privacy.register.terms.saved"
        >
          <TextInput source="term" label={t('term')} validate={isTerm} />
          <RadioButtonGroupInput
            source="kind"
            label={t('kind')}
            choices={kinds.map((id) => ({ id, name: t(`kinds.${id}`) }))}
          />
        </FormButton>
      }
    >
      <Typography variant="body2" color="textSecondary">
        {t('explained')}
      </Typography>
      {kinds.map((kind) => (
        <Stack key={kind} direction="row" sx={{ flexWrap: 'wrap', gap: 0.5, mt: 1, alignItems: 'center' }}>
          <Typography variant="body2" sx={{ mr: 1 }}>
            {t(`kinds.${kind}`)}
          </Typography>
          {terms
            .filter((one) => one.kind === kind)
            .map(({ term }) => (
              <Chip key={term} size="small" label={term} onDelete={() => act(() => change(term, null))} />
            ))}
        </Stack>
      ))}
    </FoldCard>
  );
}
