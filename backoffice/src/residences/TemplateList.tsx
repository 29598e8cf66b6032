import { Button, Chip } from '@mui/material';
import { useState } from 'react';
import { required, SelectInput, TextInput } from 'react-admin';
import { useWatch } from 'react-hook-form';
import { longestSms } from '../../../server/src/french/template-samples.ts';
import { type TemplateUse, variablesOf } from '../../../server/src/french/template-variables.ts';
import { request } from '../api/client.ts';
import { type ResidenceChoice, useRead, useResidences } from '../api/queries.ts';
import type { AnswerOf } from '../api/routes.ts';
import { textsOf, translate } from '../i18n/texts.ts';
import { hasRightAt, useSession } from '../session/access.ts';
import { ActButton } from '../ui/ActButton.tsx';
import { AddButton, EditButton, FormButton } from '../ui/FormButton.tsx';
import { channels, MessageInputs } from '../ui/MessageInputs.tsx';
import { ReadDialog } from '../ui/ReadDialog.tsx';
import { RowList } from '../ui/RowList.tsx';
import { Row } from '../ui/Rows.tsx';
import type { FormValues } from '../ui/SendForm.tsx';
import { TemplatePreview } from './TemplatePreview.tsx';

const t = textsOf('residences.templates');
const subjects = ['family', 'complaint', 'application'] as const;
const uses = Object.keys(variablesOf) as TemplateUse[];

type Template = AnswerOf<'GET /desk/templates'>['data'][number];

/**
 * Texts of messages. On, one for « Écrire » is offered there; the others go by themselves, or with an act. Who may not change
 * every residence adds those of their own, and copies the common ones.
 */
export function TemplateList() {
  const { all, nameOf } = useResidences();
  const session = useSession();
  const mayChange = (id: number | null) =>
    session !== undefined && hasRightAt(session, 'residences.change', id);
  const own = all.filter(({ id }) => mayChange(id));
  const form = { wrong: t('wrong'), isSticky: true, send: add, done: t('added') };
  const inputs = (
    <>
      <ResidenceInput residences={own} mayBeAll={mayChange(null)} />
      <SelectInput
        source="use"
        label={t('useLabel')}
        choices={uses.map((id) => ({ id, name: t(`use.${id}`) }))}
        validate={required()}
      />
      <ChannelInput />
      <TemplateInputs />
    </>
  );
  const establishmentId = mayChange(null) ? null : own[0]?.id;
  return (
    <RowList
      title={t('title')}
      intro={t('intro')}
      act={
        <AddButton
          text={t('add')}
          values={{
            establishmentId,
            use: 'free',
            channel: 'email',
            about: null,
            text: '{salutation},\n\n\n\n{signature}',
          }}
          {...form}
        >
          {inputs}
        </AddButton>
      }
      none={t('none')}
      {...useRead('GET /desk/templates')}
    >
      {(template) => (
        <Row
          name={template.name}
          marks={
            <Chip
              size="small"
              variant="outlined"
              color={template.active ? 'success' : 'default'}
              label={t(template.active ? 'on' : 'off')}
            />
          }
          notes={[
            t(`use.${template.use}`),
            template.channel === 'sms' && translate('accueil.message.channel.sms'),
            t(`about.${template.about ?? 'all'}`),
            template.establishmentId !== null && nameOf(template.establishmentId),
            template.subject,
          ]}
          acts={
            <>
              <Preview template={template} />
              {mayChange(template.establishmentId) && <Changes template={template} />}
              {template.establishmentId === null && own.length > 0 && (
                <FormButton
                  size="small"
                  text={t('copy')}
                  label={t('copyThis', { name: template.name })}
                  title={t('copyTitle')}
                  values={{ ...template, establishmentId: own[0]?.id }}
                  {...form}
                >
                  {inputs}
                </FormButton>
              )}
            </>
          }
        />
      )}
    </RowList>
  );
}

function add(typed: FormValues) {
  const { establishmentId } = typed;
  return request('POST /desk/templates', {
    ...{
      establishmentId: establishmentId || null,
      // It may go by itself.
      active: false,
      use: chosenUse(typed),
      channel: chosenChannel(typed),
    },
    ...templateIn(typed),
  });
}

function Changes({
  template: { id, use, channel, about, name, subject, text, active },
}: {
  readonly template: Template;
}) {
  return (
    <>
      <EditButton
        label={t('editThis', { name })}
        title={t('edit')}
        values={{ use, channel, about, name, subject, text }}
        wrong={t('wrong')}
        isSticky
        send={(typed) => request('PATCH /desk/templates/:id', { id, ...templateIn(typed) })}
      >
        <TemplateInputs />
      </EditButton>
      <ActButton
        texts={`residences.templates.${active ? 'switchOff' : 'switchOn'}`}
        options={{ name }}
        onAct={() => request('PATCH /desk/templates/:id', { id, active: !active })}
      />
    </>
  );
}

function Preview({ template }: { readonly template: Template }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        size="small"
        aria-label={t('preview.openThis', { name: template.name })}
        onClick={() => setOpen(true)}
      >
        {t('preview.open')}
      </Button>
      {isOpen && (
        <ReadDialog title={template.name} onClose={() => setOpen(false)}>
          <TemplatePreview template={template} />
        </ReadDialog>
      )}
    </>
  );
}

interface ResidenceInputProps {
  readonly residences: readonly ResidenceChoice[];
  readonly mayBeAll: boolean;
}

function ResidenceInput({ residences, mayBeAll }: ResidenceInputProps) {
  return (
    <SelectInput
      source="establishmentId"
      label={t('residence')}
      emptyText={t('allResidences')}
      choices={[...residences]}
      {...(!mayBeAll && { validate: required() })}
    />
  );
}

/** Nothing for what goes by e-mail alone. */
function ChannelInput() {
  const use: unknown = useWatch({ name: 'use' });
  if (use === 'receipt') return null;
  return (
    <SelectInput
      source="channel"
      label={translate('accueil.message.by')}
      choices={channels.map((id) => ({ id, name: translate(`accueil.message.channel.${id}`) }))}
      validate={required()}
    />
  );
}

function TemplateInputs() {
  const [use, chosen]: unknown[] = useWatch({ name: ['use', 'channel'] });
  const channel = chosenChannel({ use, channel: chosen });
  const names: readonly string[] = variablesOf[chosenUse({ use })];
  const variables = t('variables', { names: names.map((name) => `{${name}}`).join(', ') });
  return (
    <>
      <TextInput source="name" label={t('name')} validate={required()} />
      <SelectInput
        source="about"
        label={t('for')}
        emptyText={t('about.all')}
        choices={subjects.map((id) => ({ id, name: t(`about.${id}`) }))}
      />
      <MessageInputs
        channel={channel}
        validate={[required()]}
        counted={longestSms}
        note={`${channel === 'sms' ? `${t('counted')} ` : ''}${variables}`}
      />
    </>
  );
}

const chosenUse = ({ use }: FormValues): TemplateUse => uses.find((one) => one === use) ?? 'free';

function chosenChannel({ use, channel }: FormValues) {
  return channel === 'sms' && use !== 'receipt' ? channel : 'email';
}

function templateIn({ use, about, channel, name, subject, text }: FormValues) {
  const isEmail = chosenChannel({ use, channel }) === 'email';
  return { about: about || null, name, text, ...(isEmail && { subject }) };
}
