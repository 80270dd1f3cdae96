import { HOSTILE, PORTAL, testTemplates } from '@app/chassis/testing/template-cases.ts'
import { brand } from '@app/contracts/brand.ts'
import { office } from '@app/contracts/brand-office.ts'
import { describe, expect, it } from 'vitest'
import { contact } from '../src/mail/templates/contact.ts'
import { type DocumentEventData, documentsShared } from '../src/mail/templates/documents-shared.ts'
import { passwordChanged } from '../src/mail/templates/password-changed.ts'
import { resetCode } from '../src/mail/templates/reset-code.ts'
import { sendingDone } from '../src/mail/templates/sending-done.ts'
import { sendingHeld } from '../src/mail/templates/sending-held.ts'
import { sendingLate } from '../src/mail/templates/sending-late.ts'
import { sendingMissed } from '../src/mail/templates/sending-missed.ts'
import { sheetAway } from '../src/mail/templates/sheet-away.ts'
import { verifyEmail } from '../src/mail/templates/verify-email.ts'
import { welcome } from '../src/mail/templates/welcome.ts'
import { writeRefused } from '../src/mail/templates/write-refused.ts'

const company = {
  companyProfileId: '0192f3a0-0000-7000-8000-000000000002',
  companyName: 'Bakery',
  ownerId: '0192f3a0-0000-7000-8000-000000000003',
}

const document: DocumentEventData = {
  _id: '0192f3a0-0000-7000-8000-000000000004',
  DocId: 12,
  ...company,
  title: HOSTILE,
  documentType: 'pptx',
  DocViewer: false,
  fileName: 'prices.pptx',
  size: 1_258_291,
  createdAt: '2026-12-01T12:00:00.000Z',
}
const DOCUMENTS = `/admin/dashboard?tab=companies&company=${company.companyProfileId}`

const sheet = { ...company, reason: 'It asks for a sign-in.' }
const refusedWrite = {
  ...sheet,
  writeId: '0192f3a0-0000-7000-8000-000000000005',
  kind: 'update' as const,
  conflict: true,
  customerId: 'c&1',
  name: HOSTILE,
}

const sending = {
  ...company,
  campaignId: '0192f3a0-0000-7000-8000-000000000006',
  name: HOSTILE,
  dispatchId: '0192f3a0-0000-7000-8000-000000000007',
  stepType: '1st Follow Up' as const,
  date: '2026-12-07',
}
const away = 'The spreadsheet did not answer in time.'
const CAMPAIGN = `/management?section=2&open=${sending.campaignId}`

const person = { username: HOSTILE }
const sender = { firstName: HOSTILE, lastName: 'Lee', email: 'ann@example.com', mobile: '803', message: 'first\nsecond' }

testTemplates({
  welcome: {
    mail: welcome({ verificationToken: 'abc-_1' }, PORTAL),
    subject: `Please confirm your email address: welcome to ${brand.name}`,
    both: ['3. We create the content', `${PORTAL}/management`],
    link: '/verify-email#abc-_1',
  },
  'welcome without a link': {
    mail: welcome({}, PORTAL),
    subject: `Welcome to ${brand.name}`,
    both: ['3. We create the content'],
    link: '/management',
  },
  'verify email': {
    mail: verifyEmail({ verificationToken: 'abc-_1' }, PORTAL),
    subject: 'Confirm your email address',
    both: ['works for 7 days', 'Earlier links no longer work'],
    link: '/verify-email#abc-_1',
  },
  'reset code': {
    mail: resetCode({ ...person, email: 'ann+shop@bäckerei.example', code: 'K7F3Q', minutes: 15 }, PORTAL),
    subject: 'Your code to set a new password',
    both: ['K7F3Q', 'once, within 15 minutes'],
    link: '/otp#email=ann%2Bshop%40b%C3%A4ckerei.example',
  },
  'password changed': {
    mail: passwordChanged(person, PORTAL),
    subject: 'Your password was changed',
    both: ['All devices were signed out', office.phone],
    link: '/login',
  },
  contact: { mail: contact(sender), subject: `Contact form: ${HOSTILE} Lee`, both: ['ann@example.com', '803', 'first', 'second'] },
  'spreadsheet away': {
    mail: sheetAway({ ...sheet, since: '2026-12-01T12:00:00.000Z', fault: 'sign-in-page' }, PORTAL, 'America/New_York'),
    subject: 'We can’t reach your customer spreadsheet',
    both: ['customers of Bakery', 'Tue, Dec 1, 2026, 7:00 AM EST', 'It asks for a sign-in.'],
    link: '/management?section=1',
  },
  'change refused': {
    mail: writeRefused({ ...refusedWrite, kind: 'add', conflict: false }, PORTAL),
    subject: `Not saved to your spreadsheet: ${HOSTILE}`,
    both: ['New customer', 'It asks for a sign-in.', 'discard it'],
    link: '/management?section=1',
  },
  'change in conflict': {
    mail: writeRefused(refusedWrite, PORTAL),
    subject: `Changed in two places: ${HOSTILE}`,
    both: ['Edited details', 'choose which version to keep'],
    link: '/management?section=1&person=c%261',
  },
  'sending late': {
    mail: sendingLate({ ...sending, reason: away, until: '2026-12-07T22:00:00.000Z' }, PORTAL, 'America/New_York'),
    subject: `Waiting for your spreadsheet: ${HOSTILE}`,
    both: ['1st Follow Up', 'Mon, Dec 7, 2026', away, 'Mon, Dec 7, 2026, 5:00 PM EST', 'without asking you'],
    link: CAMPAIGN,
  },
  'sending missed': {
    mail: sendingMissed({ ...sending, reason: away }, PORTAL),
    subject: `Not sent: ${HOSTILE}`,
    both: ['Mon, Dec 7, 2026', away, 'Choose “Send now”', 'See the campaign'],
    link: CAMPAIGN,
  },
  'sending held': {
    mail: sendingHeld({ ...sending, code: 'no-postal-address', reason: 'Your profile has no postal address.' }, PORTAL),
    subject: `On hold: ${HOSTILE}`,
    both: ['Your profile has no postal address.', 'Nobody receives the campaign email twice'],
    link: CAMPAIGN,
  },
  'sending done': {
    mail: sendingDone({ ...sending, audience: 220, accepted: 214, failed: 2, suppressed: 4, maybeTwice: 1 }, PORTAL),
    subject: `Sent to 214 of 220: ${HOSTILE}`,
    both: ['214', '220', 'Not delivered', 'Unsubscribed or blocked', 'Possible duplicates'],
    link: CAMPAIGN,
  },
  'shared document': {
    mail: documentsShared([document], PORTAL),
    subject: `New document from Bakery: ${HOSTILE}`,
    both: ['(#12)', 'PowerPoint, 1.2 MB', 'Regular document', 'Only logged-in admins can open the file.'],
    link: `${DOCUMENTS}&document=12`,
  },
  'shared documents': {
    mail: documentsShared([document, { ...document, DocId: 13, documentType: 'blog', size: 900, DocViewer: true }], PORTAL),
    subject: '2 new documents from Bakery',
    both: ['#12', '#13', 'Text, 1 KB · training document', 'Only logged-in admins can open the files.'],
    link: DOCUMENTS,
  },
  'second shared document': {
    mail: documentsShared([document, { ...document, DocId: 13 }], PORTAL),
    subject: '2 new documents from Bakery',
    both: ['(#13)', 'PowerPoint, 1.2 MB'],
    link: `${DOCUMENTS}&document=13`,
  },
})

it('no line break splits dates and times of day in headings', () => {
  const { html } = sendingLate({ ...sending, reason: away, until: '2026-12-07T22:00:00.000Z' }, PORTAL, 'America/New_York')
  expect(html).toMatch(/<h1 [^>]*>We’ll try until <span [^>]*>Mon, Dec 7, 2026<\/span>, <span [^>]*>5:00 PM EST<\/span></)
})

describe('optional parts', () => {
  it('are left out if they are empty', () => {
    expect(contact({ ...sender, mobile: '', message: '' }).text).not.toContain('Mobile')
  })

  it('list 20 documents and count the others', () => {
    const facts = Array.from({ length: 25 }, (_, n) => ({ ...document, DocId: 100 + n }))
    const { subject, text } = documentsShared([document, ...facts], PORTAL)
    expect(subject).toBe('26 new documents from Bakery')
    expect(text).toContain('(#118)')
    expect(text).not.toContain('(#119)')
    expect(text).toContain('And 6 more.')
  })

  it('show only counts of recipients that are not zero', () => {
    const { text } = sendingDone({ ...sending, audience: 3, accepted: 3, failed: 0, suppressed: 0, maybeTwice: 0 }, PORTAL)
    expect(text).toContain('Recipients: 3\nSent: 3\n')
    for (const words of ['Not delivered', 'Unsubscribed or blocked', 'duplicates']) expect(text).not.toContain(words)
  })
})
