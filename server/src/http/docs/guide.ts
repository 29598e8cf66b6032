import { type ErrorCode, errorMeanings, errorStatuses } from '../../contract/errors.ts';
import type { WireNames } from '../../contract/wire-names.ts';

/** What holds for every route, in CommonMark: the description of the whole document. */
export function guide(wireNames: WireNames): string {
  return `The front desk of a group of care residences. Sites send contact forms, prospects and job applications and ask what became of them; placement partners send orientation requests.

## Who may call

Routes under \`/fr\` take a **password** in the query. A password of scope \`full\` may use all of them; one of scope \`browser\` only the three that create entries, from the origins it is bound to, so that it may stand in a public page. Routes under \`/appli\` take a **token** of the partner named in the path, as \`Authorization: Bearer\`. Whoever runs this service hands both out.

## Sending

- Bodies are JSON objects in UTF-8: 256 KiB at most (job applications 8 MiB), 16 levels deep.
- No field is required, except where its route says so. \`null\` and \`""\` mean absent, at any depth.
- A number may come as text, a text as number, a boolean as text, when nothing is lost.
- Fields that are not listed here are kept and shown to staff.
- Texts are trimmed and brought to Unicode NFC. Dates are days that exist, \`YYYY-MM-DD\`.
- A creating route answers \`"ok"\` when the entry is safe on disk, and not before.

## Sending again

When an answer is lost, send the same again: with the same \`customId\` and content, within 30 days, it is answered the same and stored once. The header \`Idempotency-Key\` does the same for any creation, and refuses other content. Without either, it is a new entry.

## Test mode

\`${wireNames.test}=1\` in the query of a route that creates or follows up makes a test: everything happens, on an entry that counts nowhere, that staff and the phone check do not see, and that is deleted after 7 days.

## Errors

Under \`/fr\` a failure is \`{"error":{"message","code"}}\`, under \`/appli\` \`{"error":"message"}\`. The message is one sentence that names the field and what was expected. Path and method are checked first, then who calls, then what is sent.

| Status | Code | When |
|---|---|---|
${(Object.keys(errorStatuses) as ErrorCode[])
  .map((code) => `| ${errorStatuses[code]} | \`${code}\` | ${errorMeanings[code].when} |`)
  .join('\n')}
`;
}
