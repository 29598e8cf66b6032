import { Chip } from '@mui/material';
import type { ReactNode } from 'react';
import { TextInput } from 'react-admin';
import { request } from '../api/client.ts';
import { format } from '../i18n/format.ts';
import { textsOf } from '../i18n/texts.ts';
import { ActButton } from '../ui/ActButton.tsx';
import { FormButton } from '../ui/FormButton.tsx';
import { Row, Rows } from '../ui/Rows.tsx';
import { SectionCard } from '../ui/SectionCard.tsx';

const t = textsOf('integrations');

interface Credential {
  readonly id: number;
  /** What kind it is, and what it is good for. */
  readonly name: string;
  readonly detail: string | undefined;
  readonly label: string | null;
  /** Whether people get a receipt of what comes with it; absent where none is sent. */
  readonly receipts?: boolean;
  readonly lastUsedOn: string | null;
  readonly createdAt: string;
  readonly revokedAt: string | null;
}

interface Props {
  readonly kind: 'passwords' | 'tokens';
  readonly owner: string;
  /** Beside the owner's name. */
  readonly act: ReactNode;
  readonly credentials: readonly Credential[];
  readonly children?: ReactNode;
}

/** A caller or a partner with its passwords or tokens. */
export function CredentialCard({ kind, owner, act, credentials, children }: Props) {
  return (
    <SectionCard isArticle title={owner} act={act}>
      <Rows of={credentials}>
        {(credential) => <CredentialRow kind={kind} owner={owner} credential={credential} />}
      </Rows>
      {children}
    </SectionCard>
  );
}

interface RowProps extends Pick<Props, 'kind' | 'owner'> {
  readonly credential: Credential;
}

function CredentialRow({ kind, owner, credential }: RowProps) {
  const { id, name, detail, label, receipts, lastUsedOn, createdAt, revokedAt } = credential;
  const at = format.moment(createdAt);
  return (
    <Row
      name={label}
      marks={
        <Chip
          size="small"
          variant="outlined"
          color={revokedAt === null ? 'primary' : 'default'}
          label={name}
        />
      }
      notes={[
        format.dotted(
          detail,
          t('createdAt', { at }),
          lastUsedOn === null ? t('neverUsed') : t('lastUsedOn', { day: format.day(lastUsedOn) }),
          receipts === true && t('callers.hasReceipts'),
          revokedAt !== null && t('revokedAt', { at: format.moment(revokedAt) }),
        ),
      ]}
      acts={
        revokedAt === null && (
          <>
            <FormButton
              texts="integrations.label"
              options={{ name, at }}
              size="small"
              values={{ label }}
              send={(typed) => request(`PATCH /desk/${kind}/:id`, { id, label: typed.label || null })}
            >
              <LabelInput />
            </FormButton>
            {receipts !== undefined && (
              <ActButton
                texts={`integrations.callers.${receipts ? 'receiptsOff' : 'receiptsOn'}`}
                options={{ named: label ?? name, at }}
                onAct={() => request('PATCH /desk/passwords/:id', { id, receipts: !receipts })}
              />
            )}
            <ActButton
              texts={`integrations.${kind === 'passwords' ? 'callers' : 'partners'}.revoke`}
              options={{ name: owner, named: label ?? name, at }}
              onAct={() => request(`DELETE /desk/${kind}/:id`, { id })}
            />
          </>
        )
      }
    />
  );
}

export function LabelInput() {
  return (
    <TextInput
      source="label"
      label={t('labelTitle')}
      helperText={t('labelHelp')}
      slotProps={{ htmlInput: { maxLength: 100 } }}
    />
  );
}
