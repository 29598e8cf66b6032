/** Set by the client alone, or those of a webhook. */
const fixed =
  /^(?:host|connection|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade|expect|content-.*|webhook-.*)$/;

/** Parses `NAME: VALUE`; undefined when it is no header that can be sent. */
export function readHeader(text: string): { readonly name: string; readonly value: string } | undefined {
  const [, typed, value] = /^([\w-]+): *([!-~](?:[ -~]*[!-~])?)$/.exec(text) ?? [];
  const name = typed?.toLowerCase();
  return name === undefined || value === undefined || fixed.test(name) ? undefined : { name, value };
}
