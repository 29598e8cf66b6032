import Type from 'typebox';
import { findAuditLines } from '../../access/audit-trail.ts';
import { dayMs } from '../../clock.ts';
import { RequestError } from '../../contract/request-error.ts';
import { exactly } from '../../http/desk-answers.ts';
import { deskWrite } from '../../http/desk-route.ts';
import { privacyRoute } from '../deps.ts';
import { lockOpenRequest, recordStep } from '../records/steps.ts';
import { criteriaNames } from './criteria.ts';

/** The lines of the audit trail in which the search is looked for. */
const newest = { from: undefined, backwards: false, limit: 200 };

export const noteSearch = deskWrite('noteSearch', 'POST /desk/privacy/requests/:id/searches', {
  ...privacyRoute,
  body: exactly({
    criteria: Type.Array(Type.Enum(criteriaNames, { type: 'string' }), { minItems: 1, maxItems: 20 }),
  }),
  async run(tx, { id, criteria, by }, { now, record }) {
    await lockOpenRequest(tx, id);
    const since = new Date(now.getTime() - dayMs).toISOString();
    const filter = { userId: by.userId, action: 'read', subject: 'person', since } as const;
    const names = new Set<unknown>(criteria);
    const line = (await findAuditLines(tx, filter, newest)).find(
      ({ detail }) =>
        Array.isArray(detail.criteria) && names.symmetricDifference(new Set(detail.criteria)).size === 0,
    );
    if (line === undefined)
      throw new RequestError('CONFLICT', `criteria: no search by ${criteria.join(', ')} was made`);
    const detail = { criteria: [...names], complete: line.detail.complete === true };
    await recordStep(tx, id, { by, now, step: 'searched', detail });
    await record({ action: 'changed', subject: 'privacy-request', subjectId: id, detail });
  },
});
