import Type from 'typebox';

/** What is shown of the hold of an entry. */
export const HoldSummary = Type.Object({
  kind: Type.Enum(['hold', 'limitation'], {
    type: 'string',
    description: '`hold`: a legal hold. `limitation`: only the data protection officer reads the entry.',
  }),
  until: Type.String({ description: 'The last day.' }),
});
