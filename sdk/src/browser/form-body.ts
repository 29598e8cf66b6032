/**
 * Returns a form as the body of a creation. Names nest: `commercialrelations[0].firstName`. Empty fields are absent,
 * values of one name are joined by commas, a file becomes `{ name, content }` in base64.
 */
export async function bodyOf(
  form: HTMLFormElement,
  button: HTMLElement | null,
): Promise<Record<string, unknown>> {
  const body = { __proto__: null };
  // The page may have removed the button meanwhile.
  for (const [name, typed] of new FormData(form, button?.isConnected ? button : null)) {
    const value = typed instanceof File ? await fileOf(typed) : typed;
    if (value) put(body, name.match(/[^[\].]+/g) ?? [name], value);
  }
  return body;
}

function put(
  node: Record<string, unknown>,
  [key = '', next, ...rest]: readonly string[],
  value: unknown,
): void {
  if (next) {
    node[key] ??= /^\d/.test(next) ? [] : { __proto__: null };
    put(Object(node[key]), [next, ...rest], value);
  } else node[key] = node[key] ? `${node[key]}, ${value}` : value;
}

/** Reads a file; undefined when none is chosen. */
async function fileOf(file: File): Promise<unknown> {
  if (!file.name) return undefined;
  const reader = new FileReader();
  reader.readAsDataURL(file);
  await new Promise((done) => {
    reader.onloadend = done;
  });
  // `false` for a file that was deleted or changed meanwhile: the service refuses it, rather than store an entry without.
  return { name: file.name, content: reader.result !== null && `${reader.result}`.split(',').pop() };
}
