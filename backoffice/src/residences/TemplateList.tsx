import { Chip, Typography } from '@mui/material';
import { required, SelectInput, TextInput } from 'react-admin';
import { useWatch } from 'react-hook-form';
import { type TemplateUse, variablesOf } from '../../../server/src/french/template-variables.ts';
import { request } from '../api/client.ts';
import { useRead, useResidences } from '../api/queries.ts';
import { textsOf } from '../i18n/texts.ts';
import { ActButton } from '../ui/ActButton.tsx';
import { AddButton, EditButton } from '../ui/FormButton.tsx';
import { RowList } from '../ui/RowList.tsx';
import { Row } from '../ui/Rows.tsx';
import type { FormValues } from '../ui/SendForm.tsx';

const t = textsOf('residences.templates');
const subjects = ['family', 'complaint', 'application'] as const;
const uses = Object.keys(variablesOf) as TemplateUse[];

/** Texts of messages. On, one for « Écrire » is offered there; the others go by themselves, or with an act. */
export function TemplateList() {
  const { nameOf } = useResidences();
  return (
    <RowList
      title={t('title')}
      intro={t('intro')}
      act={
        <AddButton
          text={t('add')}
          values={{ use: 'free', about: null, text: '{salutation},\n\n\n\n{signature}' }}
          wrong={t('wrong')}
          isSticky
          send={(typed) =>
            request('POST /desk/templates', {
              ...{ establishmentId: null, active: true, use: chosenUse(typed) },
              ...templateIn(typed),
            })
          }
        >
          <SelectInput
            source="use"
            label={t('useLabel')}
            choices={uses.map((id) => ({ id, name: t(`use.${id}`) }))}
            validate={required()}
          />
          <TemplateInputs />
        </AddButton>
      }
      none={t('none')}
      {...useRead('GET /desk/templates')}
    >
      {({ id, establishmentId, use, about, name, subject, text, active }) => (
        <Row
          name={name}
          marks={
            <Chip
              size="small"
              variant="outlined"
              color={active ? 'success' : 'default'}
              label={t(active ? 'on' : 'off')}
            />
          }
          notes={[
            t(`use.${use}`),
            t(`about.${about ?? 'all'}`),
            establishmentId !== null && nameOf(establishmentId),
            subject,
          ]}
          acts={
            <>
              <EditButton
                label={t('editThis', { name })}
                title={t('edit')}
                values={{ use, about, name, subject, text }}
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
          }
        />
      )}
    </RowList>
  );
}

function TemplateInputs() {
  const use: unknown = useWatch({ name: 'use' });
  const names: readonly string[] = variablesOf[chosenUse({ use })];
  return (
    <>
      <TextInput source="name" label={t('name')} validate={required()} />
      <SelectInput
        source="about"
        label={t('for')}
        emptyText={t('about.all')}
        choices={subjects.map((id) => ({ id, name: t(`about.${id}`) }))}
      />
      <TextInput source="subject" label={t('subject')} validate={required()} />
      <TextInput source="text" label={t('text')} validate={required()} multiline minRows={8} />
      <Typography variant="body2" color="textSecondary">
        {t('variables', { names: names.map((name) => `{${name}}`).join(', ') })}
      </Typography>
    </>
  );
}

const chosenUse = ({ use }: FormValues): TemplateUse => uses.find((one) => one === use) ?? 'free';

function templateIn({ about, name, subject, text }: FormValues) {
  return { about: about || null, name, subject, text };
}
