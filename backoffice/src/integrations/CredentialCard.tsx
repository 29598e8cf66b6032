import { Chip } from '@mui/material';
import type { ReactNode } from 'react';
import { TextInput } from 'react-admin';
import { request } from '../api/client.ts';
import { format } from '../i18n/format.ts';
import { ActButton, FormButton } from '../ui/forms.tsx';
import { Row, Rows } from '../ui/Rows.tsx';
import { SectionCard } from '../ui/SectionCard.tsx';

const kindTexts = {
  passwords: ['mot de passe', 'site', 'Mot de passe révoqué.'],
  tokens: ['jeton', 'partenaire', 'Jeton révoqué.'],
} as const;

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

type RowProps = Pick<Props, 'kind' | 'owner'> & { readonly credential: Credential };

function CredentialRow({ kind, owner, credential }: RowProps) {
  const { id, name, detail, label, receipts, lastUsedOn, createdAt, revokedAt } = credential;
  const at = format.moment(createdAt);
  const [what, user, done] = kindTexts[kind];
  const receiptsText = receipts === true ? 'Ne plus accuser réception' : 'Accuser réception';
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
          `créé le ${at}`,
          lastUsedOn === null
            ? 'jamais utilisé'
            : `utilisé le ${format.day(lastUsedOn)} pour la dernière fois`,
          receipts === true && 'accusés de réception',
          revokedAt !== null && `révoqué le ${format.moment(revokedAt)}`,
        ),
      ]}
      acts={
        revokedAt === null && (
          <>
            <FormButton
              text="Modifier le libellé"
              label={`Modifier le libellé : ${name}, créé le ${at}`}
              title="Libellé"
              size="small"
              values={{ label }}
              send={(typed) => request(`PATCH /desk/${kind}/:id`, { id, label: typed.label || null })}
            >
              <LabelInput />
            </FormButton>
            {receipts !== undefined && (
              <ActButton
                text={receiptsText}
                label={`${receiptsText} de ce qui vient de : ${label ?? name}, créé le ${at}`}
                onAct={() => request('PATCH /desk/passwords/:id', { id, receipts: !receipts })}
              />
            )}
            <ActButton
              text="Révoquer"
              label={`Révoquer : ${label ?? name}, créé le ${at}`}
              title={`Révoquer ce ${what} de ${owner} ?`}
              content={`Il sera refusé dès la prochaine requête, et ne pourra pas être rétabli. Vérifiez que le ${user} en utilise un autre.`}
              done={done}
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
      label="Libellé"
      helperText="À quoi il sert, par exemple le site qui l’utilise : c’est par lui qu’on sait lequel révoquer."
      slotProps={{ htmlInput: { maxLength: 100 } }}
    />
  );
}
