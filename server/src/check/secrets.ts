/** Takes secrets out of texts, as they are and as they stand in addresses. */
export function hiding(secrets: readonly (string | undefined)[]): (text: string) => string {
  const forms = secrets.flatMap((secret) => (secret ? [secret, encodeURIComponent(secret)] : []));
  return (text) => forms.reduce((rest, form) => rest.replaceAll(form, '…'), text);
}
