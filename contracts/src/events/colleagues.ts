import * as Type from 'typebox'
import { defineEvent } from '../define.ts'
import { companyFacts, Id, oneOf } from '../primitives.ts'
import { colleagueRights } from '../rules/colleagues.ts'

export const ColleagueChanged = defineEvent({
  type: 'tasks.colleague-changed.v1',
  summary:
    'A colleague, who gets review links of a company without having an account, was invited, accepted, left, was removed or got another ' +
    'right, or an email to the colleague bounced. A colleague who left asked to come back or withdrew this request, or the owner answered it',
  aggregate: 'colleague',
  data: Type.Object({
    colleagueId: Id,
    ...companyFacts,
    name: Type.String(),
    may: oneOf(colleagueRights),
    change: oneOf([
      'invited',
      'accepted',
      'may-changed',
      'left',
      'removed',
      'bounced',
      'return-asked',
      'return-withdrawn',
      'return-accepted',
      'return-refused',
    ]),
    hasDeclined: Type.Optional(Type.Boolean({ description: 'with the change `left`: the colleague had not accepted the invitation' })),
  }),
})
