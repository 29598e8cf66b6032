/** The values of a table of texts, as choices of an input: `choicesIn<Role>(usersTexts.roles)`. */
export function choicesIn<V extends string>(
  texts: Readonly<Record<V, string>>,
): { readonly id: string; readonly name: string }[] {
  return Object.entries<string>(texts).map(([id, name]) => ({ id, name }));
}
