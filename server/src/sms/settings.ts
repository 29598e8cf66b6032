/** The HTTP gateway that takes SMS. */
export interface SmsSettings {
  readonly url: string;
  /** With its fixed key; undefined where the address is enough. */
  readonly header: { readonly name: string; readonly value: string } | undefined;
  /** JSON, in whose texts `{to}`, `{text}` and `{sender}` are replaced. */
  readonly body: Json;
  /** The name that a phone shows; empty where the body asks for none. */
  readonly sender: string;
  /** What the answer to an SMS that was taken holds; undefined where the status says it. */
  readonly success: string | undefined;
}

export type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json };

type Variable = 'to' | 'text' | 'sender';

/** Parses a body; undefined when it is no JSON object that holds the number and the text. */
export function readBody(text: string): Json | undefined {
  try {
    const body: Json = JSON.parse(text);
    const isWhole = typeof body === 'object' && names(body, 'to') && names(body, 'text');
    return isWhole ? body : undefined;
  } catch {
    return undefined;
  }
}

export function names(body: Json, variable: Variable): boolean {
  let found = false;
  mapTexts(body, (text) => {
    found ||= text.includes(`{${variable}}`);
    return text;
  });
  return found;
}

/** The body of a request. Values become texts of the JSON: none of them can add anything to it. */
export function filled(body: Json, values: Readonly<Record<Variable, string>>): string {
  return JSON.stringify(
    mapTexts(body, (text) =>
      text.replace(/\{(?:to|text|sender)\}/g, (name) =>
        name === '{to}' ? values.to : name === '{text}' ? values.text : values.sender,
      ),
    ),
  );
}

function mapTexts(value: Json, change: (text: string) => string): Json {
  if (typeof value === 'string') return change(value);
  if (value === null || typeof value !== 'object') return value;
  if (isList(value)) return value.map((one) => mapTexts(one, change));
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, mapTexts(one, change)]));
}

const isList = (value: object): value is readonly Json[] => Array.isArray(value);
