import {
  Alert,
  Button,
  Card,
  Chip,
  Stack,
  Table,
  TableBody,
  TableCell,
  TableContainer,
  TableHead,
  TableRow,
  TextField,
  Typography,
} from '@mui/material';
import { type SyntheticEvent, useState } from 'react';
import { counted } from '../../../../server/src/french/dates.ts';
import { request } from '../../api/client.ts';
import type { Retention, RetentionPreview } from '../../api/privacy-responses.ts';
import { useRead } from '../../api/queries.ts';
import { format, plural } from '../../i18n/format.ts';
import { ActButton, FormDialog, useSend } from '../../ui/forms.tsx';
import { ruleNames } from '../../ui/rule-names.ts';
import { SectionHead } from '../../ui/SectionCard.tsx';
import { WhenLoaded } from '../../ui/WhenLoaded.tsx';
import { useResidenceName } from '../acts/names.tsx';

const columns = ['Données', 'Jours', 'À effacer maintenant', 'État'];

type Rule = Retention['rules'][number];

/** How long data is kept: each rule with its days, what is due, and whether it runs. */
export function RetentionPage() {
  const { data, error } = useRead('GET /desk/privacy/retention');
  const preview = useRead('GET /desk/privacy/retention/preview');
  return (
    <>
      <SectionHead title="Durées de conservation" />
      <Typography color="textSecondary" sx={{ mb: 2 }}>
        Chaque nuit, ce qui a dépassé sa durée est effacé. Une fiche entière est d’abord mise à effacer : hors
        de vue pendant sept jours, sous « À effacer », où vous pouvez l’annuler. Une règle à confirmer ne fait
        rien : une mise à jour n’efface jamais en silence. Une durée plus longue s’applique aussitôt ; une
        plus courte se confirme et s’applique au bout de 31 jours.
      </Typography>
      <WhenLoaded data={data} error={error}>
        {({ rules, ...retention }) => (
          <Stack spacing={2}>
            <LastRun rules={rules} {...retention} />
            {rules.some(({ runs }) => !runs) && (
              <Alert severity="warning">
                Des règles attendent votre confirmation. Lisez ce qu’elles effaceraient, puis confirmez
                chacune.
              </Alert>
            )}
            {preview.error !== null && (
              <Alert severity="error">
                Ce que les règles effaceraient n’a pas pu être compté. Rechargez la page.
              </Alert>
            )}
            <TableContainer component={Card} tabIndex={0} role="region" aria-label="Durées de conservation">
              <Table size="small">
                <TableHead>
                  <TableRow>
                    {columns.map((column) => (
                      <TableCell key={column}>{column}</TableCell>
                    ))}
                  </TableRow>
                </TableHead>
                <TableBody>
                  {rules.map((rule) => (
                    <RuleRow
                      key={rule.name}
                      rule={rule}
                      due={preview.data?.rules.find(({ name }) => name === rule.name)}
                    />
                  ))}
                </TableBody>
              </Table>
            </TableContainer>
          </Stack>
        )}
      </WhenLoaded>
    </>
  );
}

function LastRun({ lastRun: run, rules }: Retention) {
  if (run === null) return <Alert severity="info">Aucun passage pour l’instant.</Alert>;
  const { startedAt, finishedAt, counts, failed } = run;
  const done = Object.entries(counts).flatMap(([name, count]) => {
    const hides = rules.some((rule) => rule.name === name && rule.hides);
    const what = `${ruleNames[name] ?? name} : ${format.number(count)}`;
    return count === 0 ? [] : hides ? `${what} ${plural(count, 'mise')} à effacer` : what;
  });
  const what = done.join(', ') || 'rien à faire';
  return (
    <Alert severity={finishedAt === null || failed > 0 ? 'warning' : 'success'}>
      {finishedAt === null
        ? `Passage commencé le ${format.moment(startedAt)}, non terminé : ${what}`
        : `Dernier passage le ${format.moment(finishedAt)} : ${what}`}
      {failed > 0 && (
        <div>{`${plural(failed, 'Une fiche ou une ligne n’a pas pu être traitée :', `${failed} fiches ou lignes n’ont pas pu être traitées :`)} le journal du service dit pourquoi.`}</div>
      )}
    </Alert>
  );
}

/** `due`: undefined until it is counted. */
function RuleRow({ rule, due }: { readonly rule: Rule; readonly due: Due | undefined }) {
  const { name, hides, confirmedAt, confirmedBy, runs } = rule;
  const title = ruleNames[name] ?? name;
  return (
    <TableRow>
      <TableCell component="th" scope="row">
        {title}
      </TableCell>
      <TableCell>
        <Days key={`${rule.days} ${rule.next?.days}`} rule={rule} title={title} />
      </TableCell>
      <TableCell>
        {due !== undefined && (
          <>
            {format.number(due.due)}
            <DuePlaces due={due} />
          </>
        )}
      </TableCell>
      <TableCell>
        <Chip
          size="small"
          variant="outlined"
          color={runs ? 'success' : 'warning'}
          label={runs ? 'Appliquée' : 'À confirmer'}
        />
        {!runs ? (
          due !== undefined && (
            <ActButton
              text="Confirmer cette règle"
              label={`Confirmer cette règle : ${title}`}
              title={`Appliquer : ${title} ?`}
              content={`${format.number(due.due)} ${plural(due.due, 'ligne sera effacée', 'lignes seront effacées')} la nuit prochaine, définitivement.`}
              done="Règle confirmée."
              {...(hides && {
                content: `${format.number(due.due)} ${plural(due.due, 'fiche sera mise à effacer la nuit prochaine. Elle sera effacée', 'fiches seront mises à effacer la nuit prochaine. Elles seront effacées')} sept jours plus tard, sauf si vous l’annulez sous « À effacer ».`,
              })}
              onAct={() => request('PATCH /desk/privacy/retention/:name', { name, confirm: true })}
            />
          )
        ) : (
          <Typography variant="caption" component="p" color="textSecondary">
            {confirmedAt === null
              ? 'S’applique sans confirmation'
              : `Confirmée le ${format.moment(confirmedAt)} (${confirmedBy})`}
          </Typography>
        )}
      </TableCell>
    </TableRow>
  );
}

type Due = RetentionPreview['rules'][number];

interface DueFactsProps {
  readonly due: Due;
}

/** What a run would do with fewer days. */
function DueFacts({ due }: DueFactsProps) {
  return (
    <>
      <Typography>
        {format.dotted(
          `${format.number(due.due)} déjà au-delà de cette durée`,
          ...due.oldest.slice(0, 1).map(({ at }) => `la plus ancienne : ${format.moment(at)}`),
        )}
      </Typography>
      <DuePlaces due={due} />
    </>
  );
}

function DuePlaces({ due: { byEstablishment } }: DueFactsProps) {
  const residence = useResidenceName();
  return (
    <Typography variant="caption" component="p" color="textSecondary">
      {byEstablishment
        .map(({ establishmentId, due: here }) => `${residence(establishmentId)} : ${format.number(here)}`)
        .join(' · ')}
    </Typography>
  );
}

const mostDays = 3_650;

/** More days are saved at once; fewer are looked at and confirmed first, and do not apply yet. */
function Days({ rule, title }: { readonly rule: Rule; readonly title: string }) {
  const { name, days, fewestDays, next } = rule;
  const { send, isBusy } = useSend();
  const [typed, setTyped] = useState(String(days));
  const [isShortening, setShortening] = useState(false);
  const wanted = Number(typed);
  const isValid = /^\d+$/.test(typed.trim()) && wanted >= fewestDays && wanted <= mostDays;
  const store = (chosen: number) =>
    void send(
      () => request('PATCH /desk/privacy/retention/:name', { name, days: chosen }),
      'Durée enregistrée.',
    );
  const keep = `Garder ${format.number(days)} jours`;
  return (
    <>
      <Stack
        component="form"
        direction="row"
        onSubmit={(event: SyntheticEvent) => {
          event.preventDefault();
          if (wanted < days) setShortening(true);
          else store(wanted);
        }}
        sx={{ alignItems: 'center', gap: 1, minWidth: 200 }}
      >
        <TextField
          hiddenLabel
          margin="none"
          value={typed}
          error={!isValid}
          onChange={({ target }) => setTyped(target.value)}
          slotProps={{ htmlInput: { inputMode: 'numeric', 'aria-label': `Jours : ${title}` } }}
          sx={{ width: 80, flexShrink: 0 }}
        />
        <Typography variant="body2" color={isValid ? 'textSecondary' : 'error'} sx={{ flexGrow: 1 }}>
          {isValid ? inYears(wanted) : `De ${fewestDays} à ${mostDays}`}
        </Typography>
        {typed !== String(days) && (
          <Button type="submit" size="small" disabled={!isValid} loading={isBusy}>
            Enregistrer
          </Button>
        )}
      </Stack>
      {next !== null && (
        <Typography variant="body2" color="warning" sx={{ mt: 1 }}>
          {`${format.number(next.days)} jours à partir du ${format.day(next.from)}.`}
          <Button size="small" loading={isBusy} aria-label={`${keep} : ${title}`} onClick={() => store(days)}>
            {keep}
          </Button>
        </Typography>
      )}
      {isShortening && <ShortenDialog {...{ rule, title, wanted }} onClose={() => setShortening(false)} />}
    </>
  );
}

/** 1095 → « 3 ans »; nothing for what is no round number of years or months. */
function inYears(days: number): string {
  if (days % 365 === 0) return counted(days / 365, 'an');
  if (days % 30 === 0 && days < 365) return `${days / 30} mois`;
  return '';
}

interface ShortenDialogProps {
  readonly rule: Rule;
  readonly title: string;
  readonly wanted: number;
  readonly onClose: () => void;
}

/** Shows what a rule would erase if it kept fewer days, before these are saved. */
function ShortenDialog({ rule: { name, days }, title, wanted, onClose }: ShortenDialogProps) {
  const { data, error } = useRead('GET /desk/privacy/retention/preview', { rule: name, days: wanted });
  const fewer = format.number(wanted);
  return (
    <FormDialog
      title={`${title} : ${fewer} jours au lieu de ${format.number(days)} ?`}
      submit={`Raccourcir à ${fewer} jours`}
      isSticky
      onClose={onClose}
      send={async () =>
        data === undefined
          ? 'Ce que cette durée effacerait n’est pas encore compté.'
          : request('PATCH /desk/privacy/retention/:name', { name, days: wanted, shorten: true })
      }
      done="Durée raccourcie : elle s’applique dans 31 jours."
    >
      <WhenLoaded data={data} error={error}>
        {({ rules }) => rules.map((due) => <DueFacts key={due.name} due={due} />)}
      </WhenLoaded>
      <Alert severity="warning">{`Rien n’est effacé par cette durée pendant 31 jours. D’ici là, la direction voit sur « Ma journée » les fiches qu’elle effacerait, et vous pouvez revenir à ${format.number(days)} jours.`}</Alert>
    </FormDialog>
  );
}
