import { HOSTILE, PORTAL, testTemplates } from '@app/chassis/testing/template-cases.ts'
import { office } from '@app/contracts/brand-office.ts'
import { describe, expect, it } from 'vitest'
import { neutralTask } from '../../src/mail/neutral-task.ts'
import { approved } from '../../src/mail/templates/approved.ts'
import { posted } from '../../src/mail/templates/posted.ts'
import { previewReady } from '../../src/mail/templates/preview-ready.ts'
import { receipt } from '../../src/mail/templates/receipt.ts'
import { referredBack } from '../../src/mail/templates/referred-back.ts'
import { taskAssigned } from '../../src/mail/templates/task-assigned.ts'
import { taskCreatedForYou } from '../../src/mail/templates/task-created-for-you.ts'
import { taskDigest } from '../../src/mail/templates/task-digest.ts'
import type { MailedTask } from '../../src/mail/templates/task-facts.ts'
import { updateOf } from './update-of.ts'

const task: MailedTask = {
  _id: '0192f3a0-0000-7000-8000-000000000001',
  taskId: 42,
  companyProfileId: '0192f3a0-0000-7000-8000-000000000002',
  companyName: 'Bakery',
  title: HOSTILE,
  targetPostingDate: '2026-12-07',
  submissionForReview: '2026-12-04',
  doneTaskImage: null,
}
const shownAt = (url: string) => ({ url, may: 'decide' as const })
const PREVIEW = `${PORTAL}/files/public/tasks/x.png`
const preview = { previewNo: 1, platforms: [] }
const proven = { previewNo: 1, contentHash: 'c'.repeat(64) }
const delivered = { ...task, doneTaskImage: PREVIEW }
const referral = { ...delivered, feedback: 'Warmer\ncolours', clientSuggestImage: 'public/tasks/x.png' }
const decided = {
  time: '2026-12-02T14:05:00.000Z',
  timeZone: 'America/New_York',
  url: PORTAL,
  isUnconfirmed: false,
  code: undefined,
  record: undefined,
}

testTemplates({
  'new task': {
    mail: taskAssigned(task, PORTAL),
    subject: `New task from Bakery: ${HOSTILE}`,
    both: ['#42', 'Fri, Dec 4, 2026', 'Mon, Dec 7, 2026'],
    link: '/admin/dashboard?task=42',
  },
  'several tasks': {
    mail: taskDigest(
      [
        {
          kind: 'referred-back',
          facts: updateOf({ ...referral, isUnconfirmed: true }),
        },
        { kind: 'new', facts: updateOf({ ...task, taskId: 43, companyName: HOSTILE, targetPostingDate: null }) },
        { kind: 'new', facts: updateOf({ ...task, taskId: 44 }) },
        { kind: 'notes', facts: updateOf({ ...delivered, taskId: 46, openNotes: 1 }) },
        { kind: 'approved', facts: updateOf({ ...delivered, taskId: 45, isUnconfirmed: true }) },
      ],
      { 'referred-back': 1, new: 12, notes: 1, changed: 0, messages: 0, approved: 2 },
      PORTAL,
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
    mail: taskCreatedForYou(task, PORTAL),
    subject: `Task created for you: ${HOSTILE}`,
    both: ['before we post anything', 'Bakery', '#42'],
    link: '/management?show=task-42',
  },
  'preview ready': {
    mail: previewReady({ ...delivered, ...preview }, shownAt(`${PORTAL}/management?show=task-42`)),
    subject: `Ready for your review: ${HOSTILE}`,
    both: ['Approve the preview', '#42'],
    link: '/management?show=task-42',
  },
  approved: {
    mail: approved(delivered, PORTAL),
    subject: `Approved by Bakery: ${HOSTILE}`,
    both: ['You can launch the task on its posting date', 'Mon, Dec 7, 2026', '#42'],
    link: '/admin/dashboard?task=42',
    picture: PREVIEW,
  },
  'referred back': {
    mail: referredBack(referral, PORTAL),
    subject: `Referred back by Bakery: ${HOSTILE}`,
    both: ['Warmer', 'colours', 'The company attached a picture', '#42'],
    link: '/admin/dashboard?task=42',
    picture: PREVIEW,
  },
  posted: {
    mail: posted({ ...delivered, adminPostComment: 'Went out at nine', postedAt: null, timeZone: 'UTC' }, PORTAL),
    subject: `Posted: ${HOSTILE}`,
    both: ['Went out at nine', '#42'],
    link: '/management?show=task-42',
    picture: PREVIEW,
  },
})

describe('a subject', () => {
  const subjectOf = (title: string): string => previewReady({ ...task, ...preview, title }, shownAt(PORTAL)).subject

  it('is a single line even if the title contains line breaks', () => {
    expect(subjectOf('a\r\nBcc: all@example.com\u2028b\u0000c\u202ed')).toBe('Ready for your review: a Bcc: all@example.com b c d')
  })

  it.each([
    [{ 'referred-back': 3, new: 12, notes: 0, changed: 0, messages: 0, approved: 0 }, '3 tasks referred back, 12 new'],
    [{ 'referred-back': 0, new: 1, notes: 2, changed: 3, messages: 0, approved: 5 }, '1 new task, 2 with notes, 3 changed, 5 approved'],
    [{ 'referred-back': 0, new: 0, notes: 2, changed: 0, messages: 0, approved: 0 }, '2 tasks with notes'],
    [{ 'referred-back': 0, new: 0, notes: 0, changed: 0, messages: 3, approved: 1 }, '3 tasks with messages, 1 approved'],
    [{ 'referred-back': 0, new: 0, notes: 0, changed: 0, messages: 0, approved: 2 }, '2 tasks approved'],
  ])('of a digest names the most important news first', (counts, subject) => {
    expect(taskDigest([{ kind: 'new', facts: updateOf(task) }], counts, PORTAL).subject).toBe(subject)
  })

  it('is truncated between characters if it is too long', () => {
    const subject = subjectOf('🍋'.repeat(300))
    expect([...subject]).toHaveLength(120)
    expect(subject.endsWith('🍋…')).toBe(true)
  })
})

it('no line break splits dates, times of day, phone numbers, masked addresses and ZIP codes in HTML', () => {
  const { subject, text, html } = receipt({ ...task, ...proven, sentTo: 'm…@shop.example' }, { ...decided, kind: 'refer-back' })
  const unbroken = '<span style="white-space:nowrap">'
  for (const value of ['Wed, Dec 2, 2026', '9:05 AM EST', '…@', office.phone, 'SC 29201'])
    expect(html).toContain(`${unbroken}${value}</span>`)
  expect(html).toContain(`call us: ${unbroken}<a class="link" href="${office.phoneHref}"`)
  expect(`${subject}${text}`).not.toContain('<span')
})

describe('optional parts', () => {
  it('are left out if they are empty', () => {
    const plain = { ...task, ...preview, title: 'Recurring', targetPostingDate: null, submissionForReview: null }
    expect(previewReady(plain, shownAt(PORTAL)).text).not.toContain('Posting due')
    expect(previewReady(plain, shownAt(PORTAL)).html).not.toContain('<img')
    expect(referredBack({ ...plain, feedback: '', clientSuggestImage: null }, PORTAL).html).not.toContain('<blockquote')
    expect(posted({ ...plain, adminPostComment: '', postedAt: null, timeZone: 'UTC' }, PORTAL).text).not.toContain('>')
  })

  it('of a receipt to an unconfirmed address contain no text of the owner', () => {
    const words = { ...task, ...proven, reason: 'My reason', feedback: 'My feedback' }
    const textOf = (data: typeof words): string => receipt(data, { ...decided, kind: 'refer-back' }).text
    expect(textOf(words)).toContain('> My reason')
    expect(textOf({ ...words, reason: '' })).toContain('> My feedback')
    expect(textOf(neutralTask(words))).not.toMatch(/My|Bakery/)
  })

  it('of a receipt name the day of the review only if the preview waits for a decision again', () => {
    const textOf = (kind: 'approve' | 'refer-back' | 'undo'): string => receipt({ ...task, ...proven }, { ...decided, kind }).text
    for (const kind of ['approve', 'refer-back'] as const) expect(textOf(kind)).not.toContain('Review due')
    expect(textOf('approve')).toContain('Posting due')
    expect(textOf('undo')).toContain('Review due')
    expect(approved(task, PORTAL).text).not.toContain('Review due')
  })

  it('keep the line breaks of feedback', () => {
    const { text, html } = referredBack(referral, PORTAL)
    expect(text).toContain('> Warmer\n> colours')
    expect(html).toContain('Warmer<br>colours')
  })
})
