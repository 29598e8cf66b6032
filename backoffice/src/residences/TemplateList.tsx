import { Chip } from '@mui/material';
import { required, SelectInput, TextInput } from 'react-admin';
import { useWatch } from 'react-hook-form';
import { longestSms } from '../../../server/src/french/template-samples.ts';
import { channelsOf, type TemplateUse, variablesOf } from '../../../server/src/french/template-variables.ts';
import { request } from '../api/client.ts';
import { useRead, useResidences } from '../api/queries.ts';
import type { Template } from '../api/responses.ts';
import { textsOf, translate } from '../i18n/texts.ts';
import { hasRightAt, useSession } from '../session/access.ts';
import { ActButton } from '../ui/ActButton.tsx';
import { AddButton, EditButton, FormButton } from '../ui/FormButton.tsx';
import { type Channel, LetterInputs } from '../ui/LetterInputs.tsx';
import { RowList } from '../ui/RowList.tsx';
import { Row } from '../ui/Rows.tsx';
import type { FormValues } from '../ui/SendForm.tsx';
import { PreviewButton } from './TemplatePreview.tsx';

const t = textsOf('residences.templates');
const subjects = ['family', 'complaint', 'application'] as const;
const uses = Object.keys(variablesOf) as TemplateUse[];

/**
 * Texts of messages. One that is on is offered under « Écrire », or goes by itself or with an act. Who may change only some
 * residences adds templates for these, and copies the common ones.
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
      <SelectInput
        source="establishmentId"
        label={t('residence')}
        emptyText={t('allResidences')}
        choices={own}
        {...(!mayChange(null) && { validate: required() })}
      />
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
              <PreviewButton template={template} />
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
  return request('POST /desk/templates', {
    ...{ establishmentId: typed.establishmentId || null, use: typed.use, channel: channelOf(typed) },
    // It may go by itself.
    active: false,
    ...templateIn(typed),
  });
}

/** A receipt goes by e-mail alone. */
function channelOf({ use = 'free', channel = 'email' }: Partial<Pick<Template, 'use' | 'channel'>>): Channel {
  return channelsOf(use).includes(channel) ? channel : 'email';
}

function templateIn(typed: FormValues) {
  const { about, name, subject, text } = typed;
  return { about: about || null, name, text, ...(channelOf(typed) === 'email' && { subject }) };
}

function Changes({ template }: { readonly template: Template }) {
  const { id, name, active } = template;
  return (
    <>
      <EditButton
        label={t('editThis', { name })}
        title={t('edit')}
        values={template}
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

/** Nothing for what goes in one way alone. */
function ChannelInput() {
  const { use = 'free' } = useWatch<Template>();
  const ways = channelsOf(use);
  if (ways.length === 1) return null;
  return (
    <SelectInput
      source="channel"
      label={translate('accueil.message.by')}
      choices={ways.map((id) => ({ id, name: translate(`accueil.message.channel.${id}`) }))}
      validate={required()}
    />
  );
}

function TemplateInputs() {
  const typed = useWatch<Template>();
  const channel = channelOf(typed);
  const names = variablesOf[typed.use ?? 'free'].map((name) => `{${name}}`);
  const variables = t('variables', { names: names.join(', ') });
  return (
    <>
      <TextInput source="name" label={t('name')} validate={required()} />
      <SelectInput
        source="about"
        label={t('for')}
        emptyText={t('about.all')}
        choices={subjects.map((id) => ({ id, name: t(`about.${id}`) }))}
      />
      <LetterInputs
        channel={channel}
        validate={[required()]}
        counted={longestSms}
        note={channel === 'sms' ? `${t('counted')} ${variables}` : variables}
      />
    </>
  );
}
