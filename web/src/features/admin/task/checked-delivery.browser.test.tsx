import '../AdminDashboardPage.tsx'
import '../proofreading/CheckedContent.tsx'
import '../tabs/TaskGridTab.tsx'
import './DraftPreview.tsx'
import './TaskPanel.tsx'
import { deliverPreview } from '@app/contracts/http/preview-deliveries.ts'
import { listPreviews, type Preview } from '@app/contracts/http/previews.ts'
import { acceptFinding, getProofreading, type Proofreading, undoAcceptFinding } from '@app/contracts/http/proofreading.ts'
import { expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { answer, refusal, reply } from '../../../testing/api.ts'
import { boardOf } from '../../../testing/board.ts'
import { company, previewOf, taskOf } from '../../../testing/fixtures.ts'
import { openApp, signInAs, tokenOf } from '../../../testing/open.tsx'
import { draftOf, mockDeliveries, pngFile } from '../../../testing/previews.ts'
import { findingOf, misspellingOf, proofreadingOf } from '../../../testing/proofreading.ts'

const panel = page.getByRole('dialog', { name: 'Winter bread' })
const rows = panel.getByRole('list', { name: 'Chosen files' }).getByRole('listitem')
const button = (name: string) => panel.getByRole('button', { name, exact: true })
const toast = (text: string) => page.getByText(text, { exact: true })
const DELIVER = '/api/admin/previews/draft-task-5/deliver'

/** Opens the panel of a task. The returned state of all checks can be changed. */
async function openPanel(proofreading: Proofreading, previews: Preview[] = []) {
  const tasks = [taskOf()]
  const state = { proofreading }
  signInAs.admin(tokenOf('root'))
  boardOf({ company, tasks })
  answer(listPreviews, () => reply(listPreviews, previews))
  const sent = mockDeliveries(tasks, previews)
  // The current version has no findings.
  answer(getProofreading, ({ address }) => reply(getProofreading, address.includes('draft') ? state.proofreading : proofreadingOf()))
  await openApp('/admin/dashboard?tab=pending&task=5')
  await expect.element(panel).toBeVisible()
  return { state, ...sent, addresses: () => sent.deliveries.map(({ address }) => address) }
}

async function upload(...names: string[]) {
  await userEvent.upload(panel.getByLabelText(/Upload Task Image/), await Promise.all(names.map(pngFile)))
  await expect.element(button('Upload')).toBeEnabled()
  await button('Upload').click()
}

it('waits for the check, and then delivers by itself if nothing is sure', async () => {
  const { state, addresses } = await openPanel(proofreadingOf([], { state: 'waiting' }))
  await upload('cup.png')
  await expect.element(button('Checking...')).toHaveFocus()
  await expect.element(button('Deliver without waiting')).toBeVisible()
  // The draft that is being checked is not shown in place of the form.
  await expect.element(panel.getByText('Draft, not visible to the company')).not.toBeInTheDocument()
  expect(addresses()).toEqual([])
  state.proofreading = proofreadingOf([misspellingOf('Wintr', 0)])
  await expect.element(toast('Task image uploaded successfully')).toBeInTheDocument()
  expect(addresses()).toEqual([DELIVER])
  await expect.element(panel.getByText('Version 2 delivered. The company decides next.')).toBeVisible()
})

it('asks once more if findings are sure; the admin changes the preview, or delivers it anyway', async () => {
  const { uploads, addresses } = await openPanel(proofreadingOf([findingOf()]))
  await upload('cup.png', 'jug.png')
  await expect.element(panel.getByRole('heading', { name: '1 thing looks wrong' })).toHaveFocus()
  await expect.element(panel.getByText(/December 12, 2026 is a Saturday/)).toBeVisible()
  await expect.element(rows).not.toBeInTheDocument()
  // The number in the picture and the sentence lead to each other.
  const box = button('Finding 1: The picture says “Friday, Dec 12”. December 12, 2026 is a Saturday.')
  await button('Show finding 1').click()
  await expect.element(box).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => document.activeElement?.textContent).toContain('Finding 1: The picture says')

  await button('Change it').click()
  await expect.element(rows.nth(1)).toBeVisible()
  await expect.element(button('Upload')).toHaveFocus()
  expect(addresses()).toEqual([])
  // The draft is not uploaded again, because nothing has changed. After a change, it is replaced.
  await button('Upload').click()
  await button('Change it').click()
  expect(uploads).toHaveLength(1)
  await button('Remove jug.png').click()
  await button('Upload').click()
  await button('Deliver anyway').click()
  await expect.element(toast('Task image uploaded successfully')).toBeInTheDocument()
  expect(uploads).toHaveLength(2)
  expect(addresses()).toEqual([`${DELIVER}?despiteFindings=true`])
})

it('delivers without waiting, and still asks if the check has ended meanwhile', async () => {
  const { state, uploads } = await openPanel(proofreadingOf([], { state: 'waiting' }))
  const refused = answer(deliverPreview, () => {
    state.proofreading = proofreadingOf([findingOf()])
    return refusal(409, 'The draft has findings.', { code: 'open-findings' })
  })
  await upload('cup.png')
  await button('Deliver without waiting').click()
  await expect.element(button('Deliver anyway')).toBeVisible()
  expect(refused.map(({ address }) => address)).toEqual([DELIVER])
  expect(uploads).toHaveLength(1)
})

it('a delivery without a response is repeated with the same key, and nothing is uploaded again', async () => {
  const { uploads } = await openPanel(proofreadingOf())
  const lost = answer(deliverPreview, () => Promise.reject(new TypeError('Failed to fetch')))
  await upload('cup.png')
  await expect.element(page.getByText(/^Error uploading image/)).toBeInTheDocument()
  await expect.element(rows).toBeVisible()
  const delivered = { task: taskOf({ version: 3, previewNo: 2 }), preview: previewOf({ number: 2 }) }
  const again = answer(deliverPreview, () => reply(deliverPreview, delivered))
  await button('Upload').click()
  await expect.element(toast('Task image uploaded successfully')).toBeInTheDocument()
  expect(uploads).toHaveLength(1)
  const keys = [...lost, ...again].map(({ headers }) => headers.get('idempotency-key'))
  expect(new Set(keys).size).toBe(1)
})

it('a draft shows its findings: likely ones in a line that opens, with marks in the caption, and accepted ones with Undo', async () => {
  const likely = misspellingOf('Wintr', 5)
  const draft = draftOf({ _id: 'draft-task-5', createdBy: 'root', caption: 'Warm Wintr bread' })
  const { state, addresses } = await openPanel(proofreadingOf([findingOf(), likely], { uncheckedFiles: [1] }), [draft, previewOf()])
  const card = panel.getByRole('region', { name: 'Next version' })
  await expect.element(card.getByText('We couldn’t check the picture.')).toBeVisible()
  const caption = card.getByText('Warm Wintr bread')
  await expect.element(caption).toBeVisible()
  await card.getByText('1 thing to look at').click()
  await expect.element(card.getByText(/The caption says “Wintr”/)).toBeVisible()
  await button('Show finding 2').click()
  await expect.poll(() => document.activeElement?.textContent).toBe('Wintr2')

  const change = (isAccepted: boolean) => {
    state.proofreading = proofreadingOf([{ ...findingOf(), isAccepted }, likely])
    return state.proofreading
  }
  answer(acceptFinding, () => reply(acceptFinding, change(true)))
  answer(undoAcceptFinding, () => reply(undoAcceptFinding, change(false)))
  await card.getByRole('button', { name: 'This is right' }).first().click()
  await expect.element(card.getByText('Remembered for Bakery.')).toBeVisible()
  await expect.element(button('Undo')).toHaveFocus()
  await expect.element(card.getByRole('button', { name: /^Finding 1/ })).not.toBeInTheDocument()
  await userEvent.keyboard('{Enter}')
  await expect.element(card.getByRole('heading', { name: '1 thing looks wrong' })).toBeVisible()

  await button('Deliver').click()
  const question = page.getByRole('dialog', { name: 'Deliver anyway?' })
  await question.getByRole('button', { name: 'Look again' }).click()
  expect(addresses()).toEqual([])
  await button('Deliver').click()
  await question.getByRole('button', { name: 'Deliver anyway' }).click()
  await expect.element(toast('Version 2 delivered')).toBeInTheDocument()
  expect(addresses()).toEqual([`${DELIVER}?despiteFindings=true`])
})

it('a late check can be skipped or waited for', { tags: 'nightly' }, async () => {
  const { state, addresses } = await openPanel(proofreadingOf([], { state: 'waiting' }))
  await upload('cup.png')
  await expect.element(panel.getByText('The check takes longer than usual.')).toBeVisible()
  await expect.element(button('Deliver now')).toBeVisible()
  await button('Wait').click()
  await expect.element(button('Checking...')).toBeVisible()
  expect(addresses()).toEqual([])
  state.proofreading = proofreadingOf()
  await expect.element(toast('Task image uploaded successfully')).toBeInTheDocument()
})

it('after the panel was closed, a preview is delivered if nothing is sure, and otherwise a toast leads to its draft', {
  tags: 'nightly',
}, async () => {
  const { state, addresses } = await openPanel(proofreadingOf([], { state: 'waiting' }))
  await upload('cup.png')
  await expect.element(button('Checking...')).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(panel).not.toBeInTheDocument()
  state.proofreading = proofreadingOf([findingOf()])
  await expect.element(page.getByText(/^“Winter bread” isn’t delivered yet. We found 1 thing/)).toBeVisible()
  expect(addresses()).toEqual([])
  await page.getByRole('button', { name: 'Open the task' }).click()
  await expect.element(panel.getByText('Draft, not visible to the company')).toBeVisible()
})
