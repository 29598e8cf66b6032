/** A record of words, as the choices of an input: `choicesIn(statusNames)`. */
export function choicesIn<V extends string>(
  texts: Readonly<Record<V, string>>,
): { readonly id: string; readonly name: string }[] {
  return Object.entries<string>(texts).map(([id, name]) => ({ id, name }));
}
