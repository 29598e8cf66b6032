import { errorMeanings, type MainErrorCode, mainErrorStatuses } from '../../contract/errors.ts';
import type { WireNames } from '../../contract/wire-names.ts';

/** The description of the whole document, in CommonMark: what applies to every route. */
export function guide(wireNames: WireNames): string {
  return `The front desk of a group of care residences. Websites send contact forms, prospects and job applications and ask what became of them. Placement partners send orientation requests.

## Who may call

Routes under \`/fr\` take a **password** in the query. A password of scope \`full\` may use all of them. A password of scope \`browser\` may use only the three that create entries, from the origins it is bound to, and may therefore be put into a public page. Routes under \`/appli\` take a **token** of the partner named in the path, as \`Authorization: Bearer\`. The operator of this service issues both.

## Sending

- Bodies are JSON objects in UTF-8: 256 KiB at most (job applications 8 MiB), 16 levels deep.
- No field is required, except where its route says so. \`null\` and \`""\` mean absent, at any depth.
- Numbers and booleans may be sent as text, and text as numbers, when nothing is lost.
- Fields that are not documented are kept and shown to staff.
- Texts are trimmed and normalized to Unicode NFC. Dates are existing days, \`YYYY-MM-DD\`.
- A route that creates an entry answers \`"ok"\` only once the entry is safe on disk.

## Sending again

When a response is lost, send the same request again. With the same \`customId\` and content within 30 days, the response is the same and the entry is stored once. The header \`Idempotency-Key\` does the same for any creation, and rejects different content. Without either, each request creates a new entry.

## Test mode

\`${wireNames.test}=1\` in the query of a route that creates an entry or follows up on one makes it a test: everything happens as usual, but the entry is counted nowhere, is hidden from staff and the phone check, and is deleted after 7 days.

## Errors

Under \`/fr\` a failure is \`{"error":{"message","code"}}\`, under \`/appli\` \`{"error":"message"}\`. The message is one sentence that names the field and what was expected. Path and method are checked first, then the credentials, then the content.

| Status | Code | When |
|---|---|---|
${(Object.keys(mainErrorStatuses) as MainErrorCode[])
  .map((code) => `| ${mainErrorStatuses[code]} | \`${code}\` | ${errorMeanings[code].when} |`)
  .join('\n')}
`;
}
