import { Stack, Typography } from '@mui/material';
import { maxValue, minValue, NumberInput, required } from 'react-admin';
import { counted } from '../../../server/src/french/dates.ts';
import { request } from '../api/client.ts';
import { useRead } from '../api/queries.ts';
import type { Group, Residence, Targets } from '../api/responses.ts';
import { format, plural } from '../i18n/format.ts';
import { mayChangeAllResidences, useSession } from '../session/access.ts';
import { Facts } from '../ui/Facts.tsx';
import { ActButton, EditButton } from '../ui/forms.tsx';
import { SectionCard } from '../ui/SectionCard.tsx';
import { WhenLoaded } from '../ui/WhenLoaded.tsx';

const inheritTexts = {
  group: 'Les résidences du groupe suivront de nouveau les délais de toutes les résidences.',
  all: 'Les délais par défaut vaudront de nouveau.',
  residence: 'La résidence suivra de nouveau les délais de son groupe ou de toutes les résidences.',
};
const inputTexts = {
  afterVisitDays: 'Suite d’une visite, en jours',
  staleDays: 'Sans nouvelles après, en jours',
};

type Target = Targets['defaults'];

/** Of a residence, of a group, or without either of all residences. */
interface Props {
  readonly residence?: Pick<Residence, 'id' | 'groupId' | 'groupName'>;
  readonly group?: Pick<Group, 'id' | 'name'>;
}

/** Within which times leads are to be followed up, and where that is set. */
export function TargetsCard({ residence, group }: Props) {
  const session = useSession();
  const level = residence !== undefined ? 'residence' : group !== undefined ? 'group' : 'all';
  const title = {
    group: `Délais de suivi : ${group?.name}`,
    all: 'Délais de suivi de toutes les résidences',
    residence: 'Délais de suivi',
  }[level];
  const mayChange = session !== undefined && mayChangeAllResidences(session);
  const put = (target: Target | null) =>
    request('PUT /desk/targets', {
      establishmentId: residence?.id ?? null,
      groupId: group?.id ?? null,
      target,
    });
  return (
    <WhenLoaded {...useRead('GET /desk/targets')}>
      {(targets) => {
        const { from, target } = effective(targets, residence?.id, residence?.groupId ?? group?.id);
        const isOwn = from === level;
        return (
          <SectionCard
            title={title}
            act={
              mayChange && (
                <Stack direction="row" sx={{ gap: 1 }}>
                  {isOwn && (
                    <ActButton
                      text="Retirer ces délais"
                      title="Retirer ces délais ?"
                      done="Délais enregistrés."
                      content={inheritTexts[level]}
                      color="primary"
                      onAct={() => put(null)}
                    />
                  )}
                  <EditButton
                    label={`Modifier : ${title}`}
                    title={title}
                    values={{ ...target, firstCallHours: hoursOf(target) }}
                    send={({ firstCallHours, afterVisitDays, staleDays }) => {
                      const firstCallMinutes = Math.max(1, Math.round(firstCallHours * 60));
                      return put({ firstCallMinutes, afterVisitDays, staleDays });
                    }}
                    done="Délais enregistrés."
                  >
                    <TargetInputs />
                  </EditButton>
                </Stack>
              )
            }
          >
            <Facts
              facts={[
                ['Premier appel', `${format.number(hoursOf(target))} h ${plural(hoursOf(target), 'ouvrée')}`],
                ['Suite d’une visite', counted(target.afterVisitDays, 'jour')],
                ['Sans nouvelles après', counted(target.staleDays, 'jour')],
              ]}
            />
            {(level === 'residence' || !isOwn) && (
              <Typography variant="body2" color="textSecondary" sx={{ mt: 1 }}>
                {
                  {
                    group: `Hérités du groupe ${residence?.groupName}.`,
                    all: 'Ceux de toutes les résidences.',
                    residence: 'Propres à cette résidence.',
                    defaults: 'Délais par défaut.',
                  }[from]
                }
              </Typography>
            )}
          </SectionCard>
        );
      }}
    </WhenLoaded>
  );
}

function TargetInputs() {
  return (
    <>
      <NumberInput
        source="firstCallHours"
        label="Premier appel, en heures ouvrées"
        validate={[required(), minValue(0.1), maxValue(maxHours)]}
      />
      {(['afterVisitDays', 'staleDays'] as const).map((source) => (
        <NumberInput
          key={source}
          source={source}
          label={inputTexts[source]}
          step={1}
          validate={[required(), minValue(1), maxValue(maxDays), whole]}
        />
      ))}
    </>
  );
}

const maxHours = 270;
const maxDays = 365;

const hoursOf = ({ firstCallMinutes }: Target) => Math.round((firstCallMinutes / 60) * 100) / 100;

function whole(value: unknown): string | undefined {
  return Number.isInteger(value) ? undefined : 'Un nombre entier.';
}

/** The targets that hold, and where they are set. */
function effective(
  { defaults, data }: Targets,
  residenceId: number | undefined,
  groupId: number | undefined,
): { readonly from: 'residence' | 'group' | 'all' | 'defaults'; readonly target: Target } {
  const own = data.find(({ establishmentId: id }) => id !== null && id === residenceId);
  if (own !== undefined) return { from: 'residence', target: own };
  const ofGroup = data.find(({ groupId: id }) => id !== null && id === groupId);
  if (ofGroup !== undefined) return { from: 'group', target: ofGroup };
  const ofAll = data.find((one) => one.groupId === null && one.establishmentId === null);
  return ofAll === undefined ? { from: 'defaults', target: defaults } : { from: 'all', target: ofAll };
}
