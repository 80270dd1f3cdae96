import {
  approveReview,
  confirmReview,
  getReview,
  type Review,
  referReviewBack,
  resendReview,
  snoozeReview,
  undoReview,
} from '@app/contracts/http/reviews.ts'
import { HOLD_MS } from '@app/contracts/rules/reviews.ts'
import { expect, it } from 'vitest'
import { commands, page, userEvent } from 'vitest/browser'
import { answer, never, refusal, reply } from '../testing/api.ts'
import { pdfOf } from '../testing/pdf.ts'
import { answerReview, closeReviews, openReview } from '../testing/review.tsx'
import { decidedOf, reviewOf } from '../testing/review-data.ts'
import { atEachWidth, withLargeText } from '../testing/widths.ts'

closeReviews()

const heading = (name: string) => page.getByRole('heading', { level: 1, name })
const button = (name: string) => page.getByRole('button', { name, exact: true })
const bodyOf = ({ body }: { body: unknown }) => JSON.parse(String(body))
const ended = (review: Review) => refusal(410, 'This link has ended.', { review })

async function openApproval(): Promise<void> {
  answerReview(reviewOf())
  openReview()
  await button('Approve').click()
  await expect.element(page.getByRole('dialog', { name: 'Approve version 3?' })).toBeVisible()
}

async function openReferral(): Promise<void> {
  answerReview(reviewOf())
  openReview()
  await button('Refer Back').click()
}

/** Holds the Enter key until `isDecided` returns true. */
async function hold(isDecided: () => boolean): Promise<void> {
  await userEvent.keyboard('{Enter>}')
  await expect.poll(isDecided).toBe(true)
  await userEvent.keyboard('{/Enter}')
}

async function holdToSend(isSent: () => boolean): Promise<void> {
  ;(button('Press and hold to send').element() as HTMLElement).focus()
  await hold(isSent)
}

it('shows the preview with its facts and the buttons at each width', async () => {
  const opened = answerReview(reviewOf())
  openReview()
  await expect.element(heading('Winter blend')).toBeVisible()
  await expect.element(page.getByText(/Version 3 · Facebook, Instagram · posts Sat, Dec 7, 2999/)).toBeVisible()
  await expect.element(page.getByText('The winter blend is back.')).toBeVisible()
  await expect.element(page.getByText('Reviewing as m…@harborpine.example')).toBeVisible()
  await atEachWidth(() => {
    for (const name of ['Refer Back', 'Approve']) {
      const { height, bottom } = button(name).element().getBoundingClientRect()
      expect(height).toBeGreaterThanOrEqual(44)
      expect(bottom).toBeLessThanOrEqual(window.innerHeight)
    }
  })
  expect(opened.length).toBe(1)
})

it('shows the preview as a post, a picture in full size, and the pages of a PDF file', async () => {
  const review = reviewOf()
  const [picture] = review.preview?.files ?? []
  if (!review.preview || !picture) throw new Error('The review has no picture')
  const url = URL.createObjectURL(pdfOf('Menu', 'Prices'))
  review.preview = { ...review.preview, files: [picture, { ...picture, kind: 'pdf', mediaType: 'application/pdf', url }] }
  answerReview(review)
  openReview()
  await page.getByRole('tab', { name: 'Instagram' }).click()
  await expect.element(page.getByRole('article', { name: 'Post on Instagram' })).toBeVisible()
  await page.getByRole('tab', { name: 'Plain' }).click()
  await page.getByRole('button', { name: /open in full size/ }).click()
  await expect.element(page.getByRole('dialog').getByRole('img')).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await page.getByRole('button', { name: 'Next file' }).click()
  await page.getByRole('button', { name: /^Open PDF/ }).click()
  await expect.element(page.getByText('Page 1 of 2')).toBeVisible()
})

it('the company’s color has enough contrast in both themes', async () => {
  answerReview(reviewOf({ company: { name: 'Harbor & Pine Coffee', logo: null, color: '#ffffff' } }))
  openReview()
  const name = page.getByText('Harbor & Pine Coffee').first()
  await expect.element(name).toBeVisible()
  const colours = ['light', 'dark'].map((theme) => {
    document.documentElement.dataset.theme = theme
    return getComputedStyle(name.element()).color
  })
  delete document.documentElement.dataset.theme
  expect(colours[0]).not.toBe('rgb(255, 255, 255)')
  expect(colours[1]).toBe('rgb(255, 255, 255)')
})

it('with large text, the buttons to decide stay in the window', async () => {
  answerReview(reviewOf())
  openReview()
  await expect.element(button('Approve')).toBeVisible()
  await withLargeText(() => ['Refer Back', 'Approve'].map((name) => button(name).element()), { isFixed: true })
  await button('Approve').click()
  await withLargeText(() => [button('Press and hold to approve').element()], { isFixed: true })
})

it('the result is in view after the reader had scrolled to the end', async () => {
  const review = reviewOf()
  if (!review.preview) throw new Error('The review has no preview')
  const caption = 'The winter blend is back.\n'.repeat(80)
  const decided = decidedOf('approve')
  const sent = answer(approveReview, () =>
    reply(approveReview, { ...decided, preview: decided.preview && { ...decided.preview, caption } }),
  )
  answerReview({ ...review, preview: { ...review.preview, caption } })
  openReview()
  await expect.element(heading('Winter blend')).toBeVisible()
  window.scrollTo(0, document.documentElement.scrollHeight)
  expect(window.scrollY).toBeGreaterThan(500)
  await button('Approve').click()
  const isBack = new Promise((resolve) => window.addEventListener('popstate', resolve, { once: true }))
  await hold(() => sent.length > 0)
  await isBack
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
  await expect.element(heading('Approved')).toHaveFocus()
  expect(heading('Approved').element().getBoundingClientRect().top).toBeGreaterThanOrEqual(0)
  expect(heading('Approved').element().getBoundingClientRect().bottom).toBeLessThanOrEqual(window.innerHeight)
})

it('after a decision, the page leads to the next waiting preview', async () => {
  const next = { waiting: 4, path: '/review/another-token' }
  const sent = answer(approveReview, () => reply(approveReview, decidedOf('approve', { next })))
  await openApproval()
  await hold(() => sent.length > 0)
  const link = page.getByRole('link', { name: 'Next: 4 waiting' })
  await expect.element(link).toHaveAttribute('href', next.path)
  expect(link.element().getBoundingClientRect().height).toBeGreaterThanOrEqual(44)
})

it('a held key approves, and the outcome gets the focus', async () => {
  const sent = answer(approveReview, () => reply(approveReview, decidedOf('approve')))
  await openApproval()
  await hold(() => sent.length > 0)
  await expect.element(heading('Approved')).toHaveFocus()
  const { previewNo, interaction, code } = sent.map(bodyOf)[0]
  expect({ previewNo, code, pointerOrKey: interaction.pointerOrKey }).toEqual({ previewNo: 3, code: undefined, pointerOrKey: true })
  expect(interaction.heldMs).toBeGreaterThanOrEqual(HOLD_MS)
  await expect.element(page.getByText(/through the link sent to m…@harborpine.example on .*9:05 AM/)).toBeVisible()
  expect(page.getByRole('dialog').query()).toBeNull()
})

it('a short press, a click of a script and a short key press approve nothing', async () => {
  const sent = answer(approveReview, () => reply(approveReview, decidedOf('approve')))
  await openApproval()
  const held = button('Press and hold to approve')
  await held.click()
  await expect.element(page.getByText('Keep pressing until the bar is full.')).toBeVisible()
  ;(held.element() as HTMLElement).click()
  held.element().dispatchEvent(new PointerEvent('pointerdown', { bubbles: true, button: 0 }))
  await userEvent.keyboard('{Enter} ')
  await new Promise((resolve) => setTimeout(resolve, 2 * HOLD_MS))
  expect(sent).toEqual([])
})

it('typing the number on the page approves without a press, but no text that programs type into fields', async () => {
  const sent = answer(approveReview, () => reply(approveReview, decidedOf('approve')))
  await openApproval()
  await button('Can’t press and hold?').click()
  const field = page.getByLabelText(/^Type the number/)
  for (const text of ['', '1', '3', '12', '123', '1234567890', '0', '11', 'test', 'yes']) {
    await field.fill(text)
    await button('Approve version 3').click()
    await expect.element(page.getByText(/^Type \d\d to approve this version\.$/)).toBeVisible()
  }
  expect(sent).toEqual([])
  const [number = ''] = /\d\d/.exec(page.getByText(/^Type the number/).element().textContent ?? '') ?? []
  await field.fill(number)
  await userEvent.keyboard('{Enter}')
  await expect.element(heading('Approved')).toBeVisible()
  expect(bodyOf(sent[0] ?? { body: '' }).interaction.heldMs).toBe(0)
})

it('Back closes the dialog', async () => {
  await openApproval()
  window.history.back()
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  await expect.element(button('Approve')).toHaveFocus()
})

it('feedback is required, survives a reload, and is sent with a picture', async () => {
  const sent = answer(referReviewBack, () => reply(referReviewBack, decidedOf('refer-back')))
  await openReferral()
  await button('Press and hold to send').click()
  await expect.element(page.getByText('Please provide feedback before rolling back')).toBeVisible()
  await page.getByLabelText(/What should be different/).fill('The headline is too small.')
  openReview()
  await expect.element(page.getByLabelText(/What should be different/)).toHaveValue('The headline is too small.')
  expect(JSON.stringify(Object.entries(sessionStorage))).not.toContain('t'.repeat(40))
  await page.getByLabelText('Suggestion image (optional)').upload(new File(['x'], 'sketch.png', { type: 'image/png' }))
  await holdToSend(() => sent.length > 0)
  await expect.element(heading('Referred back')).toHaveFocus()
  const form = sent[0]?.body as FormData
  expect([form.get('previewNo'), form.get('feedback'), (form.get('clientSuggestImage') as File).name]).toEqual([
    '3',
    'The headline is too small.',
    'sketch.png',
  ])
  expect([form.get('pointerOrKey'), Number(form.get('heldMs')) >= HOLD_MS]).toEqual(['true', true])
  expect(sessionStorage.length).toBe(0)
})

it('a short press and the texts of programs that fill in forms send no feedback; a typed number does', async () => {
  const sent = answer(referReviewBack, () => reply(referReviewBack, decidedOf('refer-back')))
  await openReferral()
  await page.getByLabelText(/What should be different/).fill('test')
  await button('Press and hold to send').click()
  await expect.element(page.getByText('Keep pressing until the bar is full.')).toBeVisible()
  await button('Can’t press and hold?').click()
  const field = page.getByLabelText(/^Type the number/)
  for (const text of ['', '1', '12', '123', '1234567890', 'test']) {
    await field.fill(text)
    await button('Send feedback').click()
    await expect.element(page.getByText(/^Type \d\d to send the feedback\.$/)).toBeVisible()
  }
  expect(sent).toEqual([])
  const [number = ''] = /\d\d/.exec(page.getByText(/^Type the number/).element().textContent ?? '') ?? []
  await field.fill(number)
  await userEvent.keyboard('{Enter}')
  await expect.element(heading('Referred back')).toBeVisible()
  const form = sent[0]?.body as FormData
  expect(form.get('heldMs')).toBe('0')
})

it('the field of the number gets the focus once, so that the feedback can still be changed', async () => {
  await openReferral()
  await button('Can’t press and hold?').click()
  const field = page.getByLabelText(/^Type the number/)
  await expect.element(field).toHaveFocus()
  const words = page.getByLabelText(/What should be different/)
  await userEvent.keyboard('1{Enter}')
  await expect.element(words).toHaveFocus()
  await userEvent.keyboard('Warmer')
  await expect.element(words).toHaveValue('Warmer')
  await button('Send feedback').click()
  await expect.element(page.getByText(/^Type \d\d to send the feedback\.$/)).toBeVisible()
  await expect.element(field).toHaveFocus()
})

it('the feedback can be sent at each width, with targets of 44 px', async () => {
  await openReferral()
  await atEachWidth(() => {
    for (const name of ['Press and hold to send', 'Can’t press and hold?'])
      expect(button(name).element().getBoundingClientRect().height).toBeGreaterThanOrEqual(44)
  })
})

it('an upload shows its progress and can be canceled', async () => {
  const sent = answer(referReviewBack, ({ tellProgress }) => {
    tellProgress(0.5)
    return never()
  })
  await openReferral()
  await page.getByLabelText(/What should be different/).fill('Like this')
  await page.getByLabelText('Suggestion image (optional)').upload(new File(['x'.repeat(2_000)], 'sketch.png', { type: 'image/png' }))
  await holdToSend(() => sent.length > 0)
  await expect.element(page.getByRole('progressbar')).toHaveAttribute('value', '0.5')
  await button('Cancel the upload').click()
  await expect.element(button('Press and hold to send')).not.toHaveAttribute('aria-busy')
  expect(sent.length).toBe(1)
})

it('asks for the emailed code if the server requires one, and repeats the decision with it', async () => {
  const sent = answer(approveReview, (request) => {
    const { code } = bodyOf(request)
    if (code === '123456') return reply(approveReview, decidedOf('approve'))
    return refusal(403, code ? 'This code is not correct.' : 'A code is required.', { code: 'code-required' })
  })
  await openApproval()
  await hold(() => sent.length > 0)
  await expect.element(page.getByRole('dialog', { name: 'Enter the code we emailed' })).toBeVisible()
  const field = page.getByLabelText('Six-digit code')
  await expect.element(field).toHaveAttribute('autocomplete', 'one-time-code')
  await field.fill('12')
  await button('Approve version 3').click()
  await expect.element(page.getByText('The code has six digits.')).toBeVisible()
  await field.fill('000000')
  await button('Approve version 3').click()
  await expect.element(page.getByText('This code is not correct.')).toBeVisible()
  await field.fill('123 456')
  await button('Approve version 3').click()
  await expect.element(heading('Approved')).toBeVisible()
  expect(sent.map((request) => bodyOf(request).code)).toEqual([undefined, '000000', '123456'])
})

it('a decision that was overtaken shows the outcome', async () => {
  const sent = answer(approveReview, () => ended(decidedOf('refer-back')))
  await openApproval()
  await hold(() => sent.length > 0)
  await expect.element(heading('Referred back')).toHaveFocus()
  await expect.element(page.getByText(/Your answer wasn’t saved/)).toBeVisible()
})

it('a repeated approval whose first response was lost shows that it was saved', async () => {
  const sent = answer(approveReview, () => (sent.length === 1 ? Promise.reject(new TypeError('lost')) : ended(decidedOf('approve'))))
  await openApproval()
  await hold(() => sent.length > 0)
  await expect.element(page.getByText(/Check your connection|couldn’t reach the server/)).toBeVisible()
  await button('Press and hold to approve').click()
  await hold(() => sent.length > 1)
  await expect.element(heading('Approved')).toBeVisible()
  expect(page.getByText(/Your answer wasn’t saved/).query()).toBeNull()
})

it('an approval can be undone with a reason', async () => {
  const sent = answer(undoReview, () => reply(undoReview, reviewOf()))
  answerReview(decidedOf('approve'))
  openReview()
  await button('Undo').click()
  await button('Undo the approval').click()
  await expect.element(page.getByText(/Please tell us why/)).toBeVisible()
  await page.getByLabelText(/Why do you want/).fill('Wrong date')
  await button('Undo the approval').click()
  await expect.element(heading('Winter blend')).toHaveFocus()
  await expect.element(page.getByText('The approval was undone. You can decide again.')).toBeVisible()
  expect(bodyOf(sent[0] ?? { body: '' })).toEqual({ previewNo: 3, reason: 'Wrong date' })
})

it('an approval with signs of a machine is confirmed with the code of the receipt', async () => {
  const unconfirmed = decidedOf('approve')
  if (unconfirmed.decision) unconfirmed.decision.isUnconfirmed = true
  answerReview(unconfirmed)
  answer(confirmReview, (request) =>
    bodyOf(request).code === '654321' ? reply(confirmReview, decidedOf('approve')) : refusal(422, 'This code is not correct.'),
  )
  openReview()
  await expect.element(heading('Approved, but not confirmed')).toBeVisible()
  await page.getByLabelText('Six-digit code').fill('111111')
  await button('Confirm').click()
  await expect.element(page.getByText('This code is not correct.')).toBeVisible()
  await page.getByLabelText('Six-digit code').fill('654321')
  await button('Confirm').click()
  await expect.element(heading('Approved')).toHaveFocus()
})

it('after the link has expired, an approval with signs of a machine is confirmed in the portal', async () => {
  const expired = decidedOf('approve', { canUndo: false, expiresAt: '2020-01-01T12:00:00.000Z' })
  if (expired.decision) expired.decision.isUnconfirmed = true
  answerReview(expired)
  openReview()
  await expect.element(heading('Approved, but not confirmed')).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'Log in', exact: true })).toBeVisible()
  expect(page.getByLabelText('Six-digit code').query()).toBeNull()
})

it('if a mail scanner has requested too many links, the page names the newest email', async () => {
  answer(resendReview, () => refusal(429, 'Too many attempts.', { code: 'too-many' }))
  answerReview(reviewOf({ state: 'replaced', currentPreviewNo: 4, canResend: true }))
  openReview()
  await button('Email me the new version').click()
  await expect.element(page.getByText(/Please look for our newest email/)).toBeVisible()
})

it.each([
  [
    'replaced',
    reviewOf({ state: 'replaced', currentPreviewNo: 4, canResend: true }),
    'Version 4 replaced this one',
    'Email me the new version',
  ],
  [
    'withdrawn',
    reviewOf({ state: 'withdrawn', company: null, task: null, preview: null, canResend: true }),
    'This version was withdrawn',
    'Email me the current version',
  ],
  [
    'expired',
    reviewOf({ state: 'expired', company: null, task: null, preview: null, canResend: true }),
    'This link has expired',
    'Email me a new link',
  ],
  [
    'withdrawn',
    reviewOf({ state: 'withdrawn', company: null, task: null, preview: null, currentPreviewNo: 2, canResend: true }),
    'This version was withdrawn',
    'Email me the current version',
  ],
] as const)('a link that is %s sends a new link', async (_state, review, title, label) => {
  answerReview(review)
  const sent = answer(resendReview, () => reply(resendReview, { message: 'Sent' }))
  openReview()
  await expect.element(heading(title)).toBeVisible()
  await button(label).click()
  await expect.element(page.getByText(/Check the inbox of m…@harborpine.example\./)).toBeVisible()
  expect(sent.length).toBe(1)
})

it('a link that cannot be sent again says why, or leads to the sign-in', async () => {
  answerReview(reviewOf({ state: 'expired', preview: null, canResend: true }))
  answer(resendReview, () => refusal(429, 'We already sent three links. Try again in an hour.'))
  openReview()
  await button('Email me a new link').click()
  await expect.element(page.getByText('We already sent three links. Try again in an hour.')).toBeVisible()
  answerReview(reviewOf({ state: 'replaced' }))
  openReview()
  await expect.element(page.getByRole('main').getByRole('link', { name: 'Log in' }).first()).toHaveAttribute('href', '/login')
})

it.each([
  ['revoked', 'This link was turned off'],
  ['removed', 'This task was removed'],
] as const)('a link that was %s says so', async (state, title) => {
  answerReview(reviewOf({ state, company: null, task: null, preview: null, sentTo: '' }))
  openReview()
  await expect.element(heading(title)).toBeVisible()
  await expect.element(page.getByRole('link', { name: /sign in|log in/i }).first()).toBeVisible()
})

it.each([
  ['owner', /To undo it again, sign in, or call us/, 1],
  ['colleague', /To undo it again, ask the owner of the company, or call us/, 0],
] as const)('after three undos, the page of the %s says what to do instead of offering a further undo', async (kind, words, logins) => {
  answerReview(decidedOf('approve', { canUndo: false, undosLeft: 0, recipient: { kind, may: 'decide' } }))
  openReview()
  await expect.element(page.getByText(words)).toBeVisible()
  expect(button('Undo').query()).toBeNull()
  expect(page.getByRole('link', { name: 'Log in', exact: true }).elements()).toHaveLength(logins)
})

it('a posted task can no longer be undone', async () => {
  answerReview(decidedOf('approve', { canUndo: false }))
  openReview()
  await expect.element(page.getByText(/It has been posted/)).toBeVisible()
  expect(button('Undo').query()).toBeNull()
})

it.each([
  [404, 'This link is incomplete'],
  [429, 'Please wait a minute'],
  [500, 'We couldn’t show this page'],
])('status %i is explained', async (status, title) => {
  answer(getReview, () => refusal(status, 'refused'))
  openReview()
  await expect.element(heading(title)).toBeVisible()
})

it('loads again after a failure, and by itself when the network is back', async () => {
  let isAway = true
  answer(getReview, () => (isAway ? refusal(503, 'away') : reply(getReview, reviewOf())))
  openReview()
  await expect.element(button('Try again')).toBeVisible()
  isAway = false
  await button('Try again').click()
  await expect.element(heading('Winter blend')).toBeVisible()

  await commands.setOffline(true)
  openReview()
  await expect.element(heading('You are offline')).toBeVisible()
  await commands.setOffline(false)
  await expect.element(heading('Winter blend')).toBeVisible()
})

const snoozable = (until: string | null = null) => reviewOf({ snooze: { until, days: ['2990-03-11', '2990-03-12'] } })

it('the recipient postpones reminders, and can still decide', async () => {
  answerReview(snoozable())
  const sent = answer(snoozeReview, () => reply(snoozeReview, snoozable('2990-03-11')))
  openReview()
  const thursday = button('Not before Thursday')
  await expect.element(thursday).toBeVisible()
  await atEachWidth(() => expect(thursday.element().getBoundingClientRect().height).toBeGreaterThanOrEqual(44))
  await heading('Winter blend').click()
  ;(thursday.element() as HTMLElement).focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText(/We won’t remind you before Thu, Mar 11, 2990\./)).toBeVisible()
  expect(sent.map(bodyOf)).toEqual([{ until: '2990-03-11' }])
  await expect.element(thursday).toHaveAttribute('aria-pressed', 'true')
  await expect.element(thursday).toHaveFocus()
  await expect.element(button('Not before Friday')).toHaveAttribute('aria-pressed', 'false')
  await expect.element(button('Approve')).toBeVisible()
})

it('shows why reminders could not be postponed', async () => {
  answerReview(snoozable())
  answer(snoozeReview, () => refusal(422, 'Please choose one of the days on the page.'))
  openReview()
  await button('Not before Friday').click()
  await expect.element(page.getByRole('alert').filter({ hasText: 'Please choose one of the days on the page.' })).toBeVisible()
})

it('shows the outcome if the link ended before reminders were postponed', async () => {
  answerReview(snoozable())
  answer(snoozeReview, () => ended(decidedOf('approve')))
  openReview()
  await button('Not before Friday').click()
  await expect.element(heading('Approved')).toBeVisible()
})

it('offers no days if reminders cannot be postponed', async () => {
  answerReview(reviewOf({ snooze: { until: null, days: [] } }))
  openReview()
  await expect.element(heading('Winter blend')).toBeVisible()
  expect(page.getByRole('heading', { name: 'Remind me later' }).elements()).toEqual([])
})

it('a colleague who may only look sees the preview and no buttons to decide', async () => {
  answerReview(reviewOf({ recipient: { kind: 'colleague', may: 'look' } }))
  openReview()
  await expect.element(page.getByText('Viewing as m…@harborpine.example. Someone else at the company decides.')).toBeVisible()
  for (const name of ['Approve', 'Refer Back']) await expect.element(button(name)).not.toBeInTheDocument()
  await expect.element(page.getByRole('link', { name: 'sign in' })).not.toBeInTheDocument()
})

it('a colleague cannot confirm an approval, and sees that the owner must confirm it', async () => {
  const review = decidedOf('approve', { recipient: { kind: 'colleague', may: 'decide' } })
  if (review.decision) review.decision.isUnconfirmed = true
  answerReview(review)
  openReview()
  await expect.element(page.getByText(/the owner of the company must confirm it/)).toBeVisible()
  await expect.element(page.getByLabelText('Six-digit code')).not.toBeInTheDocument()
})

it('a former colleague sees why the link was turned off, and no link to the sign-in page', async () => {
  answerReview(reviewOf({ state: 'revoked', company: null, task: null, preview: null, recipient: { kind: 'colleague', may: 'decide' } }))
  openReview()
  await expect.element(heading('This link was turned off')).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'Log in' })).not.toBeInTheDocument()
})
