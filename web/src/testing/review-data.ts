import type { Review } from '@app/contracts/http/reviews.ts'

const at = '2026-12-01T14:05:00.000Z'

const picture = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" width="80" height="60"><rect width="80" height="60" fill="coral"/></svg>',
)}`

/** Returns a review that waits for a decision. */
export const reviewOf = (changes: Partial<Review> = {}): Review => ({
  state: 'open',
  sentTo: 'm…@harborpine.example',
  expiresAt: '2999-12-31T12:00:00.000Z',
  company: { name: 'Harbor & Pine Coffee', logo: null, color: '#f2c14e' },
  task: {
    taskId: 5,
    title: 'Winter blend',
    targetPostingDate: '2999-12-07',
    platform_x: false,
    platform_fb: true,
    platform_insta: true,
    platform_li: false,
    platform_youtube: false,
    platform_via_mail: false,
  },
  preview: {
    _id: 'preview-3',
    number: 3,
    state: 'delivered',
    caption: 'The winter blend is back.',
    contentHash: 'c'.repeat(64),
    createdAt: at,
    deliveredAt: at,
    isCurrent: true,
    isApproved: false,
    files: [
      {
        kind: 'image',
        mediaType: 'image/svg+xml',
        url: picture,
        display: null,
        thumbnail: null,
        poster: null,
        bytes: 120,
        sha256: 'a'.repeat(64),
        width: 80,
        height: 60,
        durationMs: null,
        alternativeText: '',
      },
    ],
  },
  currentPreviewNo: 3,
  decision: null,
  canUndo: false,
  canResend: false,
  ...changes,
})

/** A review that was decided through its link. */
export const decidedOf = (kind: 'approve' | 'refer-back', changes: Partial<Review> = {}): Review =>
  reviewOf({
    state: 'decided',
    canUndo: kind === 'approve',
    decision: { kind, channel: 'review-link', sentTo: 'm…@harborpine.example', decidedAt: at, isUnconfirmed: false },
    ...changes,
  })
