/**
 * A form as the JSON body of a creating route. Names nest: `commercialrelations[0].firstName`. Fields left empty are
 * absent, boxes of one name are joined by commas, a chosen file becomes `{ name, content }` in base64.
 */
export async function bodyOf(form: HTMLFormElement): Promise<Record<string, unknown>> {
  const body: Record<string, unknown> = {};
  for (const [name, typed] of new FormData(form)) {
    const value = typeof typed === 'string' ? typed : await fileOf(typed);
    if (value) put(body, name.match(/[^[\].]+/g) ?? [], value);
  }
  return body;
}

function put(body: Record<string, unknown>, path: readonly string[], value: unknown): void {
  let node = body;
  path.forEach((key, depth) => {
    const next = path[depth + 1];
    if (next) {
      node[key] ??= /^\d/.test(next) ? [] : {};
      node = Object(node[key]);
    } else node[key] = node[key] ? `${node[key]}, ${value}` : value;
  });
}

/** Undefined when none is chosen. */
async function fileOf(file: File): Promise<unknown> {
  if (!file.size) return undefined;
  const reader = new FileReader();
  reader.readAsDataURL(file);
  await new Promise((done) => {
    reader.onloadend = done;
  });
  return { name: file.name, content: `${reader.result}`.split(',')[1] };
}
