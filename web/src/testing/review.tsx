import '../shared/ui/tokens.css'
import '../shared/ui/base.css'
import '../review/review.css'
import { listReviewNotes, type PreviewNote } from '@app/contracts/http/preview-notes.ts'
import { getReview, type Review } from '@app/contracts/http/reviews.ts'
import type { ReactNode } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach } from 'vitest'
import { observeInput } from '../review/interaction.ts'
import { InvitationPage } from '../review/invitation/InvitationPage.tsx'
import { ReviewPage } from '../review/ReviewPage.tsx'
import { answer, forgetAnswers, reply } from './api.ts'

/** Mocks the review of the link and its notes. Returns the requests for the review. */
export function answerReview(review: Review, notes: readonly PreviewNote[] = []) {
  answer(listReviewNotes, () => reply(listReviewNotes, [...notes]))
  return answer(getReview, () => reply(getReview, review))
}

const start = window.location.href
let opened: { root: Root; host: HTMLElement } | undefined

function close(): void {
  opened?.root.unmount()
  opened?.host.remove()
  opened = undefined
}

function open(folder: string, shown: ReactNode): void {
  close()
  if (!window.location.pathname.startsWith('/review/')) window.history.pushState(null, '', `${folder}/${'t'.repeat(40)}`)
  const host = document.createElement('div')
  document.body.append(host)
  const root = createRoot(host)
  root.render(shown)
  opened = { root, host }
}

/** Renders the page of a review link, as `src/review/main.tsx` does. */
export const openReview = (): void => open('/review', <ReviewPage />)

/** Renders the page of a colleague's invitation, as `src/review/main.tsx` does. */
export const openInvitation = (): void => open('/review/invitation', <InvitationPage />)

/** Starts to observe input, as `src/review/main.tsx` does. Cleans up after each test of the file. */
export function closeReviews(): void {
  observeInput()
  afterEach(() => {
    close()
    forgetAnswers()
    sessionStorage.clear()
    window.history.replaceState(null, '', start)
  })
}
