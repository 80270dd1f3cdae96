import { HOSTILE, PORTAL, testTemplates } from '@app/chassis/testing/template-cases.ts'
import { sheetAway } from '../../src/mail/templates/sheet-away.ts'
import { type RefusedWrite, writeRefused } from '../../src/mail/templates/write-refused.ts'

const reason = 'It asks for a sign-in.'
const refused: RefusedWrite = { kind: 'update', conflict: true, customerId: 'c&1', name: HOSTILE, reason }

testTemplates({
  'spreadsheet away': {
    mail: sheetAway({ companyName: 'Bakery', since: '2026-12-01T12:00:00.000Z', reason }, PORTAL, 'America/New_York'),
    subject: 'We can’t reach your customer spreadsheet',
    both: ['customers of Bakery', 'Tue, Dec 1, 2026, 7:00 AM EST', reason],
    link: '/management?section=1',
  },
  'change refused': {
    mail: writeRefused({ ...refused, kind: 'add', conflict: false }, PORTAL),
    subject: `Not saved to your spreadsheet: ${HOSTILE}`,
    both: ['New customer', reason, 'discard it'],
    link: '/management?section=1',
  },
  'change in conflict': {
    mail: writeRefused(refused, PORTAL),
    subject: `Changed in two places: ${HOSTILE}`,
    both: ['Edited details', 'choose which version to keep'],
    link: '/management?section=1&person=c%261',
  },
})
