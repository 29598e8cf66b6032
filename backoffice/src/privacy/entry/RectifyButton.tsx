import { Alert, Typography } from '@mui/material';
import { Fragment } from 'react';
import { CheckboxGroupInput, FormDataConsumer, RadioButtonGroupInput } from 'react-admin';
import { DeskError, request } from '../../api/client.ts';
import type { PrivacyRequest, Told } from '../../api/privacy-responses.ts';
import { useResidences } from '../../api/queries.ts';
import type { EntryDetail } from '../../api/responses.ts';
import { FieldInput } from '../../entries/detail/FieldInputs.tsx';
import { describeLine } from '../../entries/detail/history-sentences.ts';
import { nameOf } from '../../entries/detail/value-text.ts';
import { choicesIn } from '../../i18n/choices.ts';
import { format } from '../../i18n/format.ts';
import { privacyTexts } from '../../i18n/privacy.ts';
import { textsOf, translate } from '../../i18n/texts.ts';
import { FormButton, type FormOpener } from '../../ui/FormButton.tsx';
import { correctablesOf, correctionOf, type Group, isOfPerson, typedFrom } from './corrections.ts';

const t = textsOf('privacy.rectify');

type Trace = keyof typeof privacyTexts.rectify.traces;

interface Props extends FormOpener {
  readonly entry: EntryDetail;
  /** For which it is done. */
  readonly request?: PrivacyRequest | undefined;
  /** The position of a related person all of whose values are emptied. */
  readonly without?: number;
  readonly startsOpen?: boolean;
  /** Called with who was told the old values. */
  readonly onTold: (told: readonly Told[]) => void;
}

/** Corrects any field of an entry, those that the interface does not name too; for a request without trace, if asked. */
export function RectifyButton({ entry, request: asked, without, onTold, ...button }: Props) {
  const { id, version } = entry;
  const correctables = correctablesOf(entry);
  const isAsked = asked?.kind === 'rectification' || asked?.kind === 'erasure';
  return (
    <FormButton
      {...button}
      variant="outlined"
      title={t('title', { id })}
      values={{
        values: correctables.map((one) => (isOfPerson(one, without) ? null : typedFrom(one))),
        trace: (asked?.kind === 'erasure' ? 'without' : 'keep') satisfies Trace,
      }}
      isSticky
      send={async ({ values, trace, history = [], messages = [] }) => {
        const withoutTrace = trace === 'without' && { withoutTrace: true as const, history, messages };
        const correction = correctionOf(correctables, values);
        const isNamed = withoutTrace && history.length + messages.length > 0;
        if (correction === undefined && !isNamed) return false;
        try {
          const body = { ...correction, ...withoutTrace, version, ...(asked && { requestId: asked.id }) };
          const { told } = await request('PATCH /desk/privacy/entries/:id', { id, ...body });
          onTold(told);
          return true;
        } catch (error) {
          if (!(error instanceof DeskError)) throw error;
          if (error.code === 'HELD') return t('held');
          if (/^version:/.test(error.message)) return t('changed');
          throw error;
        }
      }}
      done="accueil.privacy.rectify.done"
    >
      <Typography variant="body2">{t('explained')}</Typography>
      {isAsked ? (
        <RadioButtonGroupInput
          source="trace"
          label={t('trace')}
          row={false}
          choices={choicesIn<Trace>(privacyTexts.rectify.traces)}
          helperText={false}
        />
      ) : (
        <Typography variant="body2">{t('keptUnlessAsked')}</Typography>
      )}
      {asked?.kind === 'erasure' && <Alert severity="info">{t('texts')}</Alert>}
      {correctables.map(({ field, group }, i) => {
        const title = titleOf(group, entry);
        const before = correctables[i - 1];
        const isFirst = before === undefined || titleOf(before.group, entry) !== title;
        return (
          // The list does not change while the form is open.
          <Fragment key={`${title} ${field.name}`}>
            {isFirst && (
              <Typography component="h3" variant="h6">
                {title}
              </Typography>
            )}
            <FieldInput field={field} source={`values.${i}`} />
          </Fragment>
        );
      })}
      <FormDataConsumer>
        {({ formData }) => formData.trace === 'without' && <OlderValues entry={entry} />}
      </FormDataConsumer>
    </FormButton>
  );
}

/** Lines of the history, and messages, whose values are to go though their fields are not corrected now. */
function OlderValues({ entry }: { readonly entry: EntryDetail }) {
  const { nameOf: residence } = useResidences();
  const lines = entry.history.flatMap((line) => {
    const { sentence, details } = describeLine(line, entry, residence);
    const name = format.dotted(format.moment(line.at), sentence, ...details);
    return details.length === 0 ? [] : [{ id: line.id, name }];
  });
  const written = entry.messages.flatMap(({ id, at, subject, text }) =>
    text === '' ? [] : [{ id, name: format.dotted(format.moment(at), subject, text) }],
  );
  return (
    <>
      <OlderInput source="history" choices={lines} />
      <OlderInput source="messages" choices={written} />
    </>
  );
}

interface OlderInputProps {
  readonly source: 'history' | 'messages';
  readonly choices: { readonly id: number; readonly name: string }[];
}

function OlderInput({ source, choices }: OlderInputProps) {
  return (
    choices.length > 0 && (
      <CheckboxGroupInput
        source={source}
        choices={choices}
        label={t(source)}
        row={false}
        translateChoice={false}
      />
    )
  );
}

/** The title above the values of a part of the entry. */
function titleOf(group: Group, { relations }: EntryDetail): string {
  switch (group.of) {
    case 'relation':
    case 'relation-extra': {
      const related = relations.find(({ position }) => position === group.position);
      const name = nameOf(related?.fields ?? {});
      return translate('accueil.privacy.entry.relation', {
        name: name || translate('accueil.entry.person', { number: group.position + 1 }),
      });
    }
    case 'action':
    case 'action-extra':
      return t('action', { number: group.position + 1 });
    default:
      return translate('accueil.privacy.entry.person');
  }
}
