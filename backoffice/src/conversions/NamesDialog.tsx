import { NumberInput, required, TextInput, useRefresh, useTranslate } from 'react-admin';
import { FormDialog } from '../administration/FormDialog.tsx';
import { change } from '../desk/client.ts';
import { type Conversions, milestones } from './conversions.ts';

interface Props {
  readonly conversions: Conversions;
  readonly onClose: () => void;
}

/** What conversions are called in the advertising account, and what they are worth. */
export function NamesDialog({ conversions, onClose }: Props) {
  const translate = useTranslate();
  const say = (key: string) => translate(`accueil.conversions.${key}`);
  const refresh = useRefresh();
  const { qualified, admitted } = conversions;
  return (
    <FormDialog
      title={say('rename')}
      submit={translate('ra.action.save')}
      values={{ qualified, admitted }}
      onClose={onClose}
      onSubmit={async (typed) => {
        await change('PATCH', '/desk/conversions', { qualified: typed.qualified, admitted: typed.admitted });
        onClose();
        refresh();
      }}
    >
      {milestones.map((milestone) => (
        <fieldset key={milestone} style={{ border: 0, margin: 0, padding: 0 }}>
          <legend style={{ marginBottom: 8 }}>{say(`milestones.${milestone}`)}</legend>
          <TextInput
            source={`${milestone}.name`}
            label={say('name')}
            helperText={say('nameHelp')}
            slotProps={{ htmlInput: { maxLength: 100 } }}
            validate={required()}
          />
          <NumberInput
            source={`${milestone}.value`}
            label={say('value')}
            helperText={say('valueHelp')}
            min={0}
            fullWidth
            step={0.01}
          />
        </fieldset>
      ))}
    </FormDialog>
  );
}
