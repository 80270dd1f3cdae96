import { addReviewNote, changeReviewNote, listReviewNotes } from '@app/contracts/http/preview-notes.ts'
import { IDEMPOTENCY_KEY } from '@app/contracts/rules/idempotency.ts'
import { expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { answer, refusal, reply } from '../testing/api.ts'
import { clickNow } from '../testing/click-now.ts'
import { noteOf } from '../testing/preview-notes.ts'
import { answerReview, closeReviews, openReview } from '../testing/review.tsx'
import { decidedOf, reviewOf } from '../testing/review-data.ts'

closeReviews()

const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true })
const text = page.getByRole('textbox', { name: 'Your note' })
const notes = page.getByRole('region', { name: 'Notes', exact: true })
const bodyOf = ({ body }: { body: unknown }) => JSON.parse(String(body))
const current = { previewNo: 3, previewId: 'preview-3' } as const

/** Writes a note in the middle of the picture with the keyboard. */
async function write(body: string): Promise<void> {
  const add = button(/^Add a note to/)
  await expect.element(add).toBeVisible()
  ;(add.element() as HTMLElement).focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(button(/^Place of the note/)).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(text).toHaveFocus()
  await text.fill(body)
  await button('Add note').click()
}

it('writes a note with an idempotency key, and the feedback refers to it', async () => {
  answerReview(reviewOf())
  const sent = answer(addReviewNote, (request) => reply(addReviewNote, noteOf({ ...current, ...bodyOf(request), _id: 'added' })))
  openReview()
  await expect.element(notes.getByText('Click or tap the picture where you want a change.')).toBeVisible()
  await write('The cup is too small')
  await expect.element(button('Note 1, open: The cup is too small')).toHaveFocus()
  expect(sent.map(bodyOf)).toEqual([
    { previewId: 'preview-3', filePosition: 1, x: 0.5, y: 0.5, page: null, atMs: null, body: 'The cup is too small', continues: null },
  ])
  expect(sent[0]?.headers.get(IDEMPOTENCY_KEY)).toMatch(/\w/)
  await button('Refer Back').click()
  await expect.element(page.getByRole('textbox', { name: 'What should be different?' })).toHaveValue('See note 1')
})

it('the approval names the open notes', async () => {
  answerReview(reviewOf(), [noteOf({ ...current, number: 1 }), noteOf({ ...current, number: 2 })])
  openReview()
  await expect.element(notes.getByText('Please change part 2')).toBeVisible()
  await button('Approve').click()
  await expect.element(page.getByText(/^Notes 1 and 2 are still open\./)).toBeVisible()
})

it('accepts a change after looking at both versions, and moves the focus to the notes', async () => {
  const note = noteOf({ previewNo: 2, previewId: 'preview-2', state: 'resolved' })
  answerReview(reviewOf(), [note])
  const sent = answer(changeReviewNote, () => reply(changeReviewNote, { ...note, state: 'accepted', version: 2 }))
  openReview()
  await notes.getByRole('button', { name: 'Is this done?' }).click()
  await button('Yes, it’s done').click()
  await expect.element(notes.getByRole('heading', { name: 'Notes', exact: true })).toHaveFocus()
  expect(sent.map(bodyOf)).toEqual([{ state: 'accepted', version: 1 }])
  await expect.element(notes.getByRole('button', { name: 'Is this done?' })).not.toBeInTheDocument()
})

it('if a note was changed in the meantime, the current note is shown', async () => {
  const note = noteOf({ ...current, state: 'resolved' })
  answerReview(reviewOf(), [note])
  answer(changeReviewNote, () => refusal(409, 'This note was changed in the meantime.', { note: { ...note, state: 'open', version: 3 } }))
  openReview()
  await notes.getByRole('button', { name: 'Is this done?' }).click()
  await button('Not yet').click()
  await expect.element(notes.getByRole('button', { name: 'Is this done?' })).not.toBeInTheDocument()
  await expect.element(notes.getByText('Open', { exact: true })).toBeVisible()
})

it('if the link has ended, adding a note shows the outcome', async () => {
  answerReview(reviewOf())
  answer(addReviewNote, () => refusal(410, 'This link has ended.', { review: decidedOf('approve') }))
  openReview()
  await expect.element(notes).toBeVisible()
  await write('Too late')
  await expect.element(page.getByRole('heading', { level: 1, name: 'Approved' })).toBeVisible()
})

it('notes that could not be loaded can be loaded again', async () => {
  answerReview(reviewOf())
  answer(listReviewNotes, () => refusal(503, 'Away'))
  openReview()
  await expect.element(notes.getByText('We couldn’t load the notes.')).toBeVisible()
  answer(listReviewNotes, () => reply(listReviewNotes, [noteOf(current)]))
  clickNow(notes.getByRole('button', { name: 'Try again' }))
  await expect.element(notes.getByText('Please change part 1')).toBeVisible()
})
