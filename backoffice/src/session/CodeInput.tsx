import { required, TextInput } from 'react-admin';

/** The input for a code of an authenticator app, or for a recovery code. */
export function CodeInput({ isRecovery = false }: { readonly isRecovery?: boolean }) {
  return (
    <TextInput
      // A new element, so that it gets the focus.
      key={String(isRecovery)}
      source="code"
      label={isRecovery ? 'Code de secours' : 'Code'}
      helperText={
        isRecovery
          ? 'L’un de ceux qui vous ont été remis. Il sert une fois.'
          : 'Les six chiffres que l’application affiche maintenant.'
      }
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
