import { required, TextInput } from 'react-admin';
import { textsOf } from '../i18n/texts.ts';

const t = textsOf('totp');

/** The input for a code of an authenticator app, or for a recovery code. */
export function CodeInput({ isRecovery = false }: { readonly isRecovery?: boolean }) {
  return (
    <TextInput
      // A new element, so that it gets the focus.
      key={String(isRecovery)}
      source="code"
      label={t(isRecovery ? 'recoveryCode' : 'code')}
      helperText={t(isRecovery ? 'recoveryHelp' : 'codeHelp')}
      autoComplete={isRecovery ? 'off' : 'one-time-code'}
      validate={required()}
      autoFocus
      slotProps={{
        htmlInput: {
          // A recovery code has letters: a phone must show its full keyboard.
          inputMode: isRecovery ? 'text' : 'numeric',
          maxLength: isRecovery ? 40 : 7,
          spellCheck: false,
        },
      }}
    />
  );
}
