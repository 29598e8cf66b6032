import { type OpenApiDocument, type Parameter, resolved, type Schema } from './document.ts';
import { type Html, html } from './html.ts';
import { inline } from './markdown.ts';

type Components = OpenApiDocument['components'];

interface Row {
  readonly name: string;
  readonly schema: Schema;
  readonly required: boolean;
  readonly note?: string;
  readonly example?: unknown;
}

/** The parameters of a route. */
export function parameterList(parameters: readonly Parameter[], { schemas }: Components): Html {
  return list(
    parameters.map(({ name, in: place, required, description, schema, example }) => ({
      name,
      required: required && place !== 'path',
      note: `in the ${place}`,
      schema: { ...resolved(schema, schemas), description },
      example: example ?? schema.examples?.[0],
    })),
  );
}

/** The fields of a body; nested fields are shown with their full path. */
export function bodyFields(schema: Schema, components: Components): Html {
  return list(rows(schema, components, '', true));
}

/** The fields of a response, or of each element of a list: one list per variant, none for a bare `"ok"`. */
export function answerFields(answer: Schema, components: Components): Html[] {
  const schema = resolved(answer, components.schemas);
  if (schema.anyOf !== undefined)
    return schema.anyOf.map((one) => html`${kindOf(one)}${answerFields(one, components)}`);
  const found = rows(schema.items ?? schema, components, '', false);
  if (found.length === 0) return [];
  return [html`${schema.items === undefined ? '' : html`<p>Each element has:</p>\n`}${list(found)}`];
}

/** The property with a constant value that identifies a variant of the response. */
function kindOf({ properties = {} }: Schema): Html {
  const constant = Object.entries(properties).find(([, { const: value }]) => value !== undefined);
  if (constant === undefined) return html``;
  const [name, { const: value }] = constant;
  return html`<p>When <code>${name}</code> is <code>${String(value)}</code>:</p>\n`;
}

function rows(part: Schema, components: Components, under: string, requiredShown: boolean): Row[] {
  const schema = resolved(part, components.schemas);
  if (schema.items !== undefined) return rows(schema.items, components, `${under}[]`, requiredShown);
  const prefix = under === '' ? '' : `${under}.`;
  return Object.entries(schema.properties ?? {}).flatMap(([name, found]) => {
    const field = resolved(found, components.schemas);
    const path = `${prefix}${name}`;
    const required = requiredShown && schema.required?.includes(name) === true;
    return [
      { name: path, schema: field, required, example: field.examples?.[0] },
      ...rows(field, components, path, requiredShown),
    ];
  });
}

function list(found: readonly Row[]): Html {
  return html`<dl>${found.map(row)}</dl>\n`;
}

function row({ name, schema, required, note, example }: Row): Html {
  const details = [typeOf(schema), note, required ? 'required' : undefined].filter(
    (one) => one !== undefined,
  );
  return html`<div><dt><code>${name}</code> <span class="quiet">${details.join(', ')}</span></dt>
<dd>${inline(schema.description ?? '')}${values(schema)}${exampleOf(schema, example)}</dd></div>\n`;
}

function typeOf(schema: Schema): string {
  if (schema.contentEncoding === 'base64') return 'base64';
  if (schema.type === 'array') return schema.items?.$ref === undefined ? 'array' : 'array of objects';
  const types = [schema.type ?? 'any'].flat().map((type) => (type === 'string' ? 'text' : type));
  const type = types.join(' or ');
  return schema.format === undefined ? type : `${type} (${schema.format})`;
}

function values({ const: only, enum: allowed, minimum, maximum, maxItems }: Schema): Html {
  if (only !== undefined) return html` <span class="quiet">Always <code>${String(only)}</code>.</span>`;
  if (allowed !== undefined) {
    const shown = allowed.filter((one) => one !== null);
    return html` <span class="quiet">One of ${shown.map((one, i) => html`${i === 0 ? '' : ', '}<code>${String(one)}</code>`)}.</span>`;
  }
  const limits = [
    minimum === undefined ? undefined : `from ${minimum}`,
    maximum === undefined ? undefined : `to ${maximum}`,
    maxItems === undefined ? undefined : `at most ${maxItems}`,
  ].filter((limit) => limit !== undefined);
  return limits.length === 0 ? html`` : html` <span class="quiet">(${limits.join(' ')})</span>`;
}

function exampleOf({ enum: allowed }: Schema, example: unknown): Html {
  if (example === undefined || allowed !== undefined) return html``;
  return html` <span class="quiet">Example: <code>${String(example)}</code></span>`;
}
