import { getInvitation, type Invitation } from '@app/contracts/http/colleagues.ts'
import type { PreviewNote } from '@app/contracts/http/preview-notes.ts'
import { approveReview, getReview, type Review, snoozeReview } from '@app/contracts/http/reviews.ts'
import { page } from 'vitest/browser'
import { noteOf } from '../src/testing/preview-notes.ts'
import { answerReview, closeReviews, openInvitation, openReview } from '../src/testing/review.tsx'
import { decidedOf, reviewOf } from '../src/testing/review-data.ts'
import { enter, fail, keys, press, type Step, see, seeDialog, seeHeading, seeRole, serve } from './act.ts'
import { checkStates } from './check-states.ts'

closeReviews()

const hidden = { company: null, task: null, preview: null } as const
const days = ['2026-12-02', '2026-12-03', '2026-12-04']

const show = (review: Review, heading = 'Winter blend', notes: PreviewNote[] = []): Step[] => [
  () => answerReview(review, notes),
  () => openReview(),
  seeHeading(heading),
]

const open = show(reviewOf())
const openNotes = show(reviewOf(), undefined, [
  noteOf({ previewNo: 2, previewId: 'preview-2', state: 'resolved' }),
  noteOf({ previewNo: 3, previewId: 'preview-3', author: { kind: 'owner', name: 'm…@harborpine.example', isYou: false } }),
])

const approveByTyping: Step[] = [
  open,
  press('Approve'),
  press('Can’t press and hold?'),
  press('Approve version 3'),
  see(/^Type \d+ to approve this version\.$/),
]

const typeNumber = async () => {
  const label = page.getByText(/^Type the number/).first()
  const [number = ''] = /\d+/.exec(label.element().textContent ?? '') ?? []
  await page.getByRole('textbox', { name: /^Type the number/ }).fill(number)
}

/** The page of a link that the server refuses. */
const refused = (status: number, heading: string): Step[] => [
  fail(getReview, status, 'Refused.', { code: 'refused' }),
  () => openReview(),
  seeHeading(heading),
]

function severalFiles(): Review {
  const review = reviewOf({ company: { name: 'Harbor & Pine Coffee Roasters of Beaufort', logo: null, color: '#0b3d5c' } })
  const { preview } = review
  const [picture] = preview?.files ?? []
  if (!preview || !picture) return review
  const files = [
    picture,
    { ...picture, url: `${picture.url}#2` },
    { ...picture, url: `${picture.url}#3`, kind: 'pdf', bytes: 2_400_000 } as const,
  ]
  return { ...review, preview: { ...preview, caption: 'The winter blend is back.\n\n'.repeat(12), files } }
}

const unconfirmed = decidedOf('approve')
if (unconfirmed.decision) unconfirmed.decision.isUnconfirmed = true

const invitation: Invitation = { state: 'invited', may: 'decide', sentTo: 'a…@harborpine.example', companyName: 'Harbor & Pine Coffee' }
const invited = (changes: Partial<Invitation>, heading: string): Step[] => [
  serve(getInvitation, { ...invitation, ...changes }),
  () => openInvitation(),
  seeHeading(heading),
]

checkStates('recipient', {
  'review-link-several-files': show(severalFiles()),
  'review-link-remind-later-failed': [
    show(reviewOf({ snooze: { until: null, days } })),
    fail(snoozeReview, 503, ''),
    press('Not before Friday'),
    see('We couldn’t save this. Please try again.'),
  ],
  'review-link-snoozed': show(reviewOf({ snooze: { until: '2026-12-02', days } })),
  'review-link-approve': [open, press('Approve'), seeDialog('Approve version 3?')],
  'review-link-typed': approveByTyping,
  'review-link-refer-back': [
    open,
    press('Refer Back'),
    press('Press and hold to send'),
    see('Please provide feedback before rolling back'),
  ],
  'review-link-code': [
    approveByTyping,
    fail(approveReview, 403, 'Refused.', { code: 'code-required' }),
    typeNumber,
    press('Approve version 3'),
    seeDialog('Enter the code we emailed'),
  ],
  'review-link-approved': show(decidedOf('approve'), 'Approved'),
  'review-link-approved-next': show(decidedOf('approve', { next: { waiting: 4, path: '/review/next' } }), 'Approved'),
  'review-link-undo': [show(decidedOf('approve'), 'Approved'), press('Undo'), seeDialog('Undo the approval of version 3?')],
  'review-link-unconfirmed': show(unconfirmed, 'Approved, but not confirmed'),
  'review-link-undone-often': show(decidedOf('approve', { canUndo: false, undosLeft: 0 }), 'Approved'),
  'review-link-referred-back': show(decidedOf('refer-back'), 'Referred back'),
  'review-link-replaced': show(reviewOf({ state: 'replaced', currentPreviewNo: 4, canResend: true }), 'Version 4 replaced this one'),
  'review-link-withdrawn': show(
    reviewOf({ state: 'withdrawn', ...hidden, currentPreviewNo: 2, canResend: true }),
    'This version was withdrawn',
  ),
  'review-link-expired': show(reviewOf({ state: 'expired', ...hidden, canResend: true }), 'This link has expired'),
  'review-link-revoked': show(reviewOf({ state: 'revoked', ...hidden }), 'This link was turned off'),
  'review-link-removed': show(reviewOf({ state: 'removed', ...hidden, sentTo: '' }), 'This task was removed'),
  'review-link-invalid': refused(404, 'This link is incomplete'),
  'review-link-busy': refused(429, 'Please wait a minute'),
  'review-link-away': refused(503, 'We '),
  'review-link-colleague': [show(reviewOf({ recipient: { kind: 'colleague', may: 'look' } })), see('Someone else at the company decides.')],
  'review-link-notes-list': openNotes,
  'review-link-notes-write': [
    openNotes,
    press(/^Add a note to/),
    seeRole('button', /^Place of the note/),
    keys('{Enter}'),
    enter('Your note', 'The headline is too small to read on a phone.'),
  ],
  'review-link-notes-done': [openNotes, press('Is this done?'), seeDialog('Is this done?')],
  'colleague-invitation-open': invited({}, 'Review posts for a small business?'),
  'colleague-invitation-look': invited({ may: 'look', companyName: null }, 'See posts for a small business?'),
  'colleague-invitation-accepted': invited({ state: 'active' }, 'You review posts'),
  'colleague-invitation-left': invited({ state: 'left' }, 'You won’t get any more emails'),
  'colleague-invitation-asked': invited({ state: 'asked' }, 'We asked the owner'),
  'colleague-invitation-expired': invited({ state: 'expired' }, 'This invitation has expired'),
  'colleague-invitation-removed': invited({ state: 'removed' }, 'This invitation no longer works'),
  'colleague-invitation-answer-failed': [
    invited({}, 'Review posts for a small business?'),
    press(/^Decline/),
    see('your answer may not have arrived'),
  ],
})
