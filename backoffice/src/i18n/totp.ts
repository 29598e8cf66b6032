/** Texts of two-step sign-in. */
export const totpFrench = {
  title: 'Double authentification',
  isOff:
    'Votre mot de passe suffit pour vous connecter. Un code de votre téléphone peut être demandé en plus.',
  isOn: 'Un code de votre application est demandé à chaque connexion, depuis le %{at}.',
  left: 'Il vous reste %{smart_count} code de secours. |||| Il vous reste %{smart_count} codes de secours.',
  switchOn: 'Activer la double authentification',
  switchOff: 'Désactiver la double authentification',
  intro:
    'Il vous faut une application d’authentification sur votre téléphone : FreeOTP, Google Authenticator, Microsoft Authenticator ou une autre.',
  offIntro: 'Votre mot de passe suffira de nouveau pour vous connecter.',
  next: 'Continuer',
  scanTitle: 'Votre application d’authentification',
  scan: 'Ouvrez l’application, ajoutez un compte et photographiez ce code.',
  qr: 'Code QR pour l’application d’authentification',
  byHand: 'Sans appareil photo, saisissez cette clé :',
  code: 'Code',
  codeHelp: 'Les six chiffres que l’application affiche maintenant.',
  wrongCode: 'Ce code n’est pas le bon, ou il a déjà servi. Attendez le suivant.',
  codesTitle: 'Codes de secours',
  codes:
    'La double authentification est activée. Si vous perdez votre téléphone, chacun de ces codes vous laissera entrer une fois. Gardez-les ailleurs que sur ce téléphone.',
  codesLabel: 'Vos codes de secours',
  recoveryCode: 'Code de secours',
  recoveryHelp: 'L’un de ceux qui vous ont été remis. Il sert une fois.',
  useRecovery: 'Je n’ai pas mon téléphone : code de secours',
  useApp: 'Utiliser le code de l’application',
  back: 'Revenir à l’adresse et au mot de passe',
};

export const totpEnglish: typeof totpFrench = {
  title: 'Two-step sign-in',
  isOff: 'Your password alone signs you in. A code of your phone can be asked for besides.',
  isOn: 'A code of your app has been asked for at each sign-in since %{at}.',
  left: 'You have %{smart_count} recovery code left. |||| You have %{smart_count} recovery codes left.',
  switchOn: 'Switch on two-step sign-in',
  switchOff: 'Switch off two-step sign-in',
  intro:
    'You need an authenticator app on your phone: FreeOTP, Google Authenticator, Microsoft Authenticator or another one.',
  offIntro: 'Your password alone will sign you in again.',
  next: 'Continue',
  scanTitle: 'Your authenticator app',
  scan: 'Open the app, add an account and take a picture of this code.',
  qr: 'QR code for the authenticator app',
  byHand: 'Without a camera, type this key:',
  code: 'Code',
  codeHelp: 'The six digits that the app shows now.',
  wrongCode: 'This is not the right code, or it was used already. Wait for the next one.',
  codesTitle: 'Recovery codes',
  codes:
    'Two-step sign-in is on. If you lose your phone, each of these codes lets you in once. Keep them elsewhere than on that phone.',
  codesLabel: 'Your recovery codes',
  recoveryCode: 'Recovery code',
  recoveryHelp: 'One of those that you were given. It is good once.',
  useRecovery: 'I do not have my phone: recovery code',
  useApp: 'Use the code of the app',
  back: 'Back to the address and the password',
};
