import type { MailContent } from '@app/chassis/mail/compose.ts'
import { brand } from '@app/contracts/brand.ts'
import { office } from '@app/contracts/brand-office.ts'
import { describe, expect, it } from 'vitest'
import { neutralTask } from '../src/mail/neutral-words.ts'
import { approved } from '../src/mail/templates/approved.ts'
import { contact } from '../src/mail/templates/contact.ts'
import { type DocumentEventData, documentsShared } from '../src/mail/templates/documents-shared.ts'
import { passwordChanged } from '../src/mail/templates/password-changed.ts'
import { posted } from '../src/mail/templates/posted.ts'
import { previewReady } from '../src/mail/templates/preview-ready.ts'
import { receipt } from '../src/mail/templates/receipt.ts'
import { referredBack } from '../src/mail/templates/referred-back.ts'
import { resetCode } from '../src/mail/templates/reset-code.ts'
import { sendingDone } from '../src/mail/templates/sending-done.ts'
import { sendingHeld } from '../src/mail/templates/sending-held.ts'
import { sendingLate } from '../src/mail/templates/sending-late.ts'
import { sendingMissed } from '../src/mail/templates/sending-missed.ts'
import { sheetAway } from '../src/mail/templates/sheet-away.ts'
import { taskAssigned } from '../src/mail/templates/task-assigned.ts'
import { taskCreatedForYou } from '../src/mail/templates/task-created-for-you.ts'
import { taskDigest } from '../src/mail/templates/task-digest.ts'
import type { TaskEventData } from '../src/mail/templates/task-facts.ts'
import { verifyEmail } from '../src/mail/templates/verify-email.ts'
import { welcome } from '../src/mail/templates/welcome.ts'
import { writeRefused } from '../src/mail/templates/write-refused.ts'
import { taskUpdateFactsOf } from '../src/task-emails/task-update.ts'

const URL = 'https://portal.example'
const HOSTILE = `<img src=x onerror=alert(1)> "Tom" & 'Ann'`
const ESCAPED = '&lt;img src=x onerror=alert(1)&gt; &quot;Tom&quot; &amp; &#39;Ann&#39;'

const task: TaskEventData = {
  _id: '0192f3a0-0000-7000-8000-000000000001',
  taskId: 42,
  companyProfileId: '0192f3a0-0000-7000-8000-000000000002',
  companyName: 'Bakery',
  ownerId: '0192f3a0-0000-7000-8000-000000000003',
  title: HOSTILE,
  currentStatus: 'Pending',
  targetPostingDate: '2026-12-07',
  submissionForReview: '2026-12-04',
  doneTaskImage: null,
}
const shownAt = (url: string) => ({ url, keyOf: () => undefined, may: 'decide' as const })
const PREVIEW = `${URL}/files/public/tasks/x.png`
const preview = { previewNo: 1, contentHash: 'c'.repeat(64), previewId: '0192f3a0-0000-7000-8000-000000000008' }
/** Events contain the URL without an origin. */
const delivered = { ...task, doneTaskImage: '/files/public/tasks/x.png' }

const document: DocumentEventData = {
  _id: '0192f3a0-0000-7000-8000-000000000004',
  DocId: 12,
  companyProfileId: task.companyProfileId,
  companyName: 'Bakery',
  ownerId: task.ownerId,
  title: HOSTILE,
  documentType: 'pptx',
  DocViewer: false,
  fileName: 'prices.pptx',
  size: 1_258_291,
  createdAt: '2026-12-01T12:00:00.000Z',
}
const DOCUMENTS = `/admin/dashboard?tab=companies&company=${task.companyProfileId}`

const sheet = { companyProfileId: task.companyProfileId, companyName: 'Bakery', ownerId: task.ownerId, reason: 'It asks for a sign-in.' }
const refusedWrite = {
  ...sheet,
  writeId: '0192f3a0-0000-7000-8000-000000000005',
  kind: 'update' as const,
  conflict: true,
  customerId: 'c&1',
  name: HOSTILE,
}

const sending = {
  companyProfileId: task.companyProfileId,
  companyName: 'Bakery',
  ownerId: task.ownerId,
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

const mails: Record<string, { mail: MailContent; subject: string; both: string[]; link?: string; picture?: true }> = {
  welcome: {
    mail: welcome({ verificationToken: 'abc-_1' }, URL),
    subject: `Please confirm your email address: welcome to ${brand.name}`,
    both: ['3. We create the content', `${URL}/management`],
    link: '/verify-email#abc-_1',
  },
  'welcome without a link': {
    mail: welcome({}, URL),
    subject: `Welcome to ${brand.name}`,
    both: ['3. We create the content'],
    link: '/management',
  },
  'verify email': {
    mail: verifyEmail({ verificationToken: 'abc-_1' }, URL),
    subject: 'Confirm your email address',
    both: ['works for 7 days', 'Earlier links no longer work'],
    link: '/verify-email#abc-_1',
  },
  'reset code': {
    mail: resetCode({ ...person, email: 'ann+shop@bäckerei.example', code: 'K7F3Q', minutes: 15 }, URL),
    subject: 'Your code to set a new password',
    both: ['K7F3Q', 'once, within 15 minutes'],
    link: '/otp#email=ann%2Bshop%40b%C3%A4ckerei.example',
  },
  'password changed': {
    mail: passwordChanged(person, URL),
    subject: 'Your password was changed',
    both: ['All devices were signed out', office.phone],
    link: '/login',
  },
  contact: { mail: contact(sender), subject: `Contact form: ${HOSTILE} Lee`, both: ['ann@example.com', '803', 'first', 'second'] },
  'new task': {
    mail: taskAssigned(task, URL),
    subject: `New task from Bakery: ${HOSTILE}`,
    both: ['#42', 'Fri, Dec 4, 2026', 'Mon, Dec 7, 2026'],
    link: '/admin/dashboard?task=42',
  },
  'several tasks': {
    mail: taskDigest(
      [
        {
          kind: 'referred-back',
          facts: taskUpdateFactsOf({ ...delivered, feedback: 'Warmer\ncolours', clientSuggestImage: PREVIEW, isUnconfirmed: true }),
        },
        { kind: 'new', facts: taskUpdateFactsOf({ ...task, taskId: 43, companyName: HOSTILE, targetPostingDate: null }) },
        { kind: 'new', facts: taskUpdateFactsOf({ ...task, taskId: 44 }) },
        { kind: 'notes', facts: taskUpdateFactsOf({ ...delivered, taskId: 46, openNotes: 1 }) },
        { kind: 'approved', facts: taskUpdateFactsOf({ ...delivered, taskId: 45, isUnconfirmed: true }) },
      ],
      { 'referred-back': 1, new: 12, notes: 1, approved: 2 },
      URL,
    ),
    subject: '1 task referred back, 12 new, 1 with notes, 2 approved',
    both: [
      '“Warmer colours”',
      'The company attached a picture.',
      'An email app may have sent this feedback.',
      '1 note is open.',
      'Please do not launch yet',
      'Posting due Mon, Dec 7, 2026',
      'New tasks: please upload a preview (12)',
      '/admin/dashboard?task=44',
      'And 11 more.',
      '/admin/dashboard?account=task-emails',
    ],
    link: '/admin/dashboard?tab=tasks',
  },
  'task created for you': {
    mail: taskCreatedForYou(task, URL),
    subject: `Task created for you: ${HOSTILE}`,
    both: ['before we post anything', 'Bakery', '#42'],
    link: '/management?show=task-42',
  },
  'preview ready': {
    mail: previewReady({ ...delivered, ...preview }, shownAt(`${URL}/management?show=task-42`)),
    subject: `Ready for your review: ${HOSTILE}`,
    both: ['Approve the preview', '#42'],
    link: '/management?show=task-42',
  },
  approved: {
    mail: approved(delivered, URL),
    subject: `Approved by Bakery: ${HOSTILE}`,
    both: ['You can launch the task on its posting date', 'Mon, Dec 7, 2026', '#42'],
    link: '/admin/dashboard?task=42',
    picture: true,
  },
  'referred back': {
    mail: referredBack({ ...delivered, feedback: 'Warmer\ncolours', clientSuggestImage: 'https://portal.example/files/x.png' }, URL),
    subject: `Referred back by Bakery: ${HOSTILE}`,
    both: ['Warmer', 'colours', 'The company attached a picture', '#42'],
    link: '/admin/dashboard?task=42',
    picture: true,
  },
  posted: {
    mail: posted({ ...delivered, adminPostComment: 'Went out at nine' }, URL),
    subject: `Posted: ${HOSTILE}`,
    both: ['Went out at nine', '#42'],
    link: '/management?show=task-42',
    picture: true,
  },
  'spreadsheet away': {
    mail: sheetAway({ ...sheet, since: '2026-12-01T12:00:00.000Z', fault: 'sign-in-page' }, URL, 'America/New_York'),
    subject: 'We can’t reach your customer spreadsheet',
    both: ['customers of Bakery', 'Tue, Dec 1, 2026, 7:00 AM EST', 'It asks for a sign-in.'],
    link: '/management?section=1',
  },
  'change refused': {
    mail: writeRefused({ ...refusedWrite, kind: 'add', conflict: false }, URL),
    subject: `Not saved to your spreadsheet: ${HOSTILE}`,
    both: ['New customer', 'It asks for a sign-in.', 'discard it'],
    link: '/management?section=1',
  },
  'change in conflict': {
    mail: writeRefused(refusedWrite, URL),
    subject: `Changed in two places: ${HOSTILE}`,
    both: ['Edited details', 'choose which version to keep'],
    link: '/management?section=1&person=c%261',
  },
  'sending late': {
    mail: sendingLate({ ...sending, reason: away, until: '2026-12-07T22:00:00.000Z' }, URL, 'America/New_York'),
    subject: `Waiting for your spreadsheet: ${HOSTILE}`,
    both: ['1st Follow Up', 'Mon, Dec 7, 2026', away, 'Mon, Dec 7, 2026, 5:00 PM EST', 'without asking you'],
    link: CAMPAIGN,
  },
  'sending missed': {
    mail: sendingMissed({ ...sending, reason: away }, URL),
    subject: `Not sent: ${HOSTILE}`,
    both: ['Mon, Dec 7, 2026', away, 'Choose “Send now”', 'See the campaign'],
    link: CAMPAIGN,
  },
  'sending held': {
    mail: sendingHeld({ ...sending, code: 'no-postal-address', reason: 'Your profile has no postal address.' }, URL),
    subject: `On hold: ${HOSTILE}`,
    both: ['Your profile has no postal address.', 'Nobody receives the campaign email twice'],
    link: CAMPAIGN,
  },
  'sending done': {
    mail: sendingDone({ ...sending, audience: 220, accepted: 214, failed: 2, suppressed: 4, maybeTwice: 1 }, URL),
    subject: `Sent to 214 of 220: ${HOSTILE}`,
    both: ['214', '220', 'Not delivered', 'Unsubscribed or blocked', 'Possible duplicates'],
    link: CAMPAIGN,
  },
  'shared document': {
    mail: documentsShared([document], URL),
    subject: `New document from Bakery: ${HOSTILE}`,
    both: ['(#12)', 'PowerPoint, 1.2 MB', 'Regular document', 'Only logged-in admins can open the file.'],
    link: `${DOCUMENTS}&document=12`,
  },
  'shared documents': {
    mail: documentsShared([document, { ...document, DocId: 13, documentType: 'blog', size: 900, DocViewer: true }], URL),
    subject: '2 new documents from Bakery',
    both: ['#12', '#13', 'Text, 1 KB · training document', 'Only logged-in admins can open the files.'],
    link: DOCUMENTS,
  },
  'second shared document': {
    mail: documentsShared([document, { ...document, DocId: 13 }], URL),
    subject: '2 new documents from Bakery',
    both: ['(#13)', 'PowerPoint, 1.2 MB'],
    link: `${DOCUMENTS}&document=13`,
  },
}

describe.each(Object.entries(mails))('the %s mail', (_name, { mail, subject, both, link, picture }) => {
  it('has the same content in plain text and HTML', () => {
    expect(mail.subject).toBe(subject)
    const shown = mail.html.replaceAll(/<\/?span[^>]*>/g, '')
    for (const words of [...both, office.address]) {
      expect(mail.text).toContain(words)
      expect(shown).toContain(words)
    }
    if (link) {
      expect(mail.text).toContain(`${URL}${link}\n`)
      expect(mail.html).toContain(`href="${URL}${link.replaceAll('&', '&amp;')}"`)
    }
  })

  it('shows the preview image if there is one, with a text alternative', () => {
    const alt = 'The preview of "'
    expect(mail.text.includes(`${alt}${HOSTILE}":\n${PREVIEW}\n`)).toBe(picture === true)
    const [shown] = mail.html.match(/<a href="[^"]*"><img [^>]*>/g) ?? []
    if (!picture) return expect(shown).toBeUndefined()
    expect(shown).toContain(`<a href="${URL}${link}"><img src="${PREVIEW}" alt="${alt.replace('"', '&quot;')}${ESCAPED}&quot;"`)
  })

  it('escapes text that users entered', () => {
    expect(mail.html).not.toContain('<img src=x')
    expect(mail.html.includes(ESCAPED)).toBe(mail.text.includes(HOSTILE))
  })

  it('supports dark mode and has a preview line', () => {
    expect(mail.html).toContain('<meta name="color-scheme" content="light dark">')
    expect(mail.html).toContain('prefers-color-scheme:dark')
    expect(mail.html).toMatch(/<div style="display:none[^>]*>[^<]{10,}/)
  })
})

describe('a subject', () => {
  const subjectOf = (title: string): string => previewReady({ ...task, ...preview, title }, shownAt(URL)).subject

  it('is a single line even if the title contains line breaks', () => {
    expect(subjectOf('a\r\nBcc: all@example.com\u2028b\u0000c\u202ed')).toBe('Ready for your review: a Bcc: all@example.com b c d')
  })

  it.each([
    [{ 'referred-back': 3, new: 12, notes: 0, approved: 0 }, '3 tasks referred back, 12 new'],
    [{ 'referred-back': 0, new: 1, notes: 2, approved: 5 }, '1 new task, 2 with notes, 5 approved'],
    [{ 'referred-back': 0, new: 0, notes: 2, approved: 0 }, '2 tasks with notes'],
    [{ 'referred-back': 0, new: 0, notes: 0, approved: 2 }, '2 tasks approved'],
  ])('of a digest names the most important news first', (counts, subject) => {
    expect(taskDigest([{ kind: 'new', facts: taskUpdateFactsOf(task) }], counts, URL).subject).toBe(subject)
  })

  it('is truncated between characters if it is too long', () => {
    const subject = subjectOf('🍋'.repeat(300))
    expect([...subject]).toHaveLength(120)
    expect(subject.endsWith('🍋…')).toBe(true)
  })
})

describe('values that no line break splits', () => {
  const UNBROKEN = '<span style="white-space:nowrap">'

  it('are dates, times of day, phone numbers, masked addresses and ZIP codes, only in HTML', () => {
    const decided = { time: '2026-12-02T14:05:00.000Z', timeZone: 'America/New_York', url: URL, isUnconfirmed: false, code: undefined }
    const { subject, text, html } = receipt(
      { ...task, ...preview, sentTo: 'm…@shop.example' },
      { ...decided, kind: 'refer-back', record: undefined },
    )
    for (const value of ['Wed, Dec 2, 2026', '9:05 AM EST', '…@', office.phone, 'SC 29201'])
      expect(html).toContain(`${UNBROKEN}${value}</span>`)
    expect(html).toContain(`call us: ${UNBROKEN}<a class="link" href="${office.phoneHref}"`)
    expect(`${subject}${text}`).not.toContain('<span')
  })

  it('are kept on one line in headings, too', () => {
    expect(mails['sending late']?.mail.html).toMatch(
      /<h1 [^>]*>We’ll try until <span [^>]*>Mon, Dec 7, 2026<\/span>, <span [^>]*>5:00 PM EST<\/span></,
    )
  })
})

describe('optional parts', () => {
  it('are left out if they are empty', () => {
    const plain = { ...task, ...preview, title: 'Recurring', targetPostingDate: null, submissionForReview: null }
    expect(previewReady(plain, shownAt(URL)).text).not.toContain('Posting due')
    expect(previewReady(plain, shownAt(URL)).html).not.toContain('<img')
    expect(referredBack({ ...plain, feedback: '', clientSuggestImage: null }, URL).html).not.toContain('<blockquote')
    expect(posted({ ...plain, adminPostComment: '' }, URL).text).not.toContain('>')
    expect(contact({ ...sender, mobile: '', message: '' }).text).not.toContain('Mobile')
  })

  it('list 20 documents and count the others', () => {
    const facts = Array.from({ length: 25 }, (_, n) => ({ ...document, DocId: 100 + n }))
    const { subject, text } = documentsShared([document, ...facts], URL)
    expect(subject).toBe('26 new documents from Bakery')
    expect(text).toContain('(#118)')
    expect(text).not.toContain('(#119)')
    expect(text).toContain('And 6 more.')
  })

  it('show only counts of recipients that are not zero', () => {
    const { text } = sendingDone({ ...sending, audience: 3, accepted: 3, failed: 0, suppressed: 0, maybeTwice: 0 }, URL)
    expect(text).toContain('Recipients: 3\nSent: 3\n')
    for (const words of ['Not delivered', 'Unsubscribed or blocked', 'duplicates']) expect(text).not.toContain(words)
  })

  it('of a receipt to an unconfirmed address contain no text of the owner', () => {
    const decided = { time: '2026-12-02T14:05:00.000Z', timeZone: 'America/New_York', url: URL, isUnconfirmed: false, code: undefined }
    const words = { ...task, ...preview, reason: 'My reason', feedback: 'My feedback' }
    const textOf = (data: typeof words): string => receipt(data, { ...decided, kind: 'refer-back', record: undefined }).text
    expect(textOf(words)).toContain('> My reason')
    expect(textOf({ ...words, reason: '' })).toContain('> My feedback')
    expect(textOf(neutralTask(words))).not.toMatch(/My|Bakery/)
  })

  it('of a receipt name the day of the review only if the preview waits for a decision again', () => {
    const decided = { time: '2026-12-02T14:05:00.000Z', timeZone: 'America/New_York', url: URL, isUnconfirmed: false, code: undefined }
    const textOf = (kind: 'approve' | 'refer-back' | 'undo'): string =>
      receipt({ ...task, ...preview }, { ...decided, kind, record: undefined }).text
    for (const kind of ['approve', 'refer-back'] as const) expect(textOf(kind)).not.toContain('Review due')
    expect(textOf('approve')).toContain('Posting due')
    expect(textOf('undo')).toContain('Review due')
    expect(approved(task, URL).text).not.toContain('Review due')
  })

  it('keep the line breaks of feedback', () => {
    const { text, html } = mails['referred back']?.mail ?? { text: '', html: '' }
    expect(text).toContain('> Warmer\n> colours')
    expect(html).toContain('Warmer<br>colours')
  })
})
