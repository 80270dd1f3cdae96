import '../AdminDashboardPage.tsx'
import '../CompanyPanel.tsx'
import '../tabs/TaskGridTab.tsx'
import './TaskPanel.tsx'
import { getBoardCompany } from '@app/contracts/http/board.ts'
import {
  checkPreview,
  deliverPreview,
  removePreview,
  requestPreviewCheck,
  setPreviewCheck,
  uploadPreview,
} from '@app/contracts/http/preview-deliveries.ts'
import { listPreviews, type Preview } from '@app/contracts/http/previews.ts'
import { expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { answer, refusal, reply } from '../../../testing/api.ts'
import { boardOf, lineOf } from '../../../testing/board.ts'
import { company, previewOf, taskOf } from '../../../testing/fixtures.ts'
import { openApp, signInAs, tokenOf } from '../../../testing/open.tsx'
import { draftOf, pngFile } from '../../../testing/previews.ts'

const panel = page.getByRole('dialog', { name: 'Winter bread' })
const card = panel.getByRole('region', { name: 'Next version' })
const button = (name: string) => panel.getByRole('button', { name, exact: true })
const OWN = 'You saved this draft, so another admin must check it.'
const at = '2026-12-02T12:00:00.000Z'

/** Opens the task as an admin. The returned array is read at each request, so tests can change it. */
async function openPanel(admin: string, previews: Preview[], requiresCheck = false): Promise<Preview[]> {
  const tasks = [taskOf()]
  signInAs.admin(tokenOf(admin))
  boardOf({ company, tasks })
  answer(getBoardCompany, () => reply(getBoardCompany, { company, line: lineOf({ company, tasks }, 0), requiresCheck, ownerEmail: null }))
  answer(listPreviews, () => reply(listPreviews, previews))
  await openApp('/admin/dashboard?tab=pending&task=5')
  await expect.element(panel).toBeVisible()
  return previews
}

it('saves a draft instead of delivering, if the company requires a check', async () => {
  const previews = await openPanel('root', [previewOf()], true)
  await expect.element(panel.getByText('A second admin must check previews of this company. Save a draft first.')).toBeVisible()
  await expect.element(button('Upload')).not.toBeInTheDocument()
  await userEvent.upload(panel.getByLabelText(/Upload Task Image/), await pngFile('cup.png'))
  const sent = answer(uploadPreview, () => {
    previews.unshift(draftOf({ createdBy: 'root' }))
    return reply(uploadPreview, { task: taskOf(), preview: draftOf() })
  })
  await button('Save as draft').click()
  await expect.element(card.getByText('Draft, not visible to the company')).toBeVisible()
  expect(sent.map(({ body }) => (body as FormData).get('deliver'))).toEqual(['false'])
  await expect.element(card.getByText(OWN)).toBeVisible()
  await expect.element(button('I checked it')).not.toBeInTheDocument()
  await expect.element(button('Deliver')).not.toBeInTheDocument()
  await expect.element(panel.getByLabelText(/Upload Task Image/)).not.toBeInTheDocument()

  const asked = answer(requestPreviewCheck, () => {
    previews[0] = draftOf({ createdBy: 'root', checkRequestedAt: at })
    return reply(requestPreviewCheck, previews[0])
  })
  await button('Request a check').click()
  await expect.element(card.getByText(/^Check requested/)).toBeVisible()
  expect(asked.map(({ address }) => address)).toEqual(['/api/admin/previews/draft-1/request-check'])
  await expect.element(button('Request a check')).not.toBeInTheDocument()
})

it('is checked and delivered by another admin', async () => {
  const previews = await openPanel('second', [draftOf({ createdBy: 'root', caption: 'From six.\nEvery day.', checkRequestedAt: at })], true)
  await expect.element(card.getByText('From six. Every day.')).toBeVisible()
  await expect.element(card.getByText(/^Saved by another admin/)).toBeVisible()
  answer(checkPreview, () => refusal(409, 'This preview has already been delivered.'))
  await button('I checked it').click()
  await expect.element(page.getByText('This preview has already been delivered.')).toBeInTheDocument()
  answer(checkPreview, () => {
    previews[0] = draftOf({ createdBy: 'root', checkedBy: 'second', checkedAt: at })
    return reply(checkPreview, previews[0])
  })
  await button('I checked it').click()
  await expect.element(card.getByText(/^Checked by you/)).toBeVisible()

  answer(deliverPreview, () => {
    previews[0] = previewOf({ number: 2, caption: 'From six.' })
    return reply(deliverPreview, { task: taskOf({ version: 3, previewNo: 2 }), preview: previews[0] })
  })
  await button('Deliver').click()
  await expect.element(page.getByText('Version 2 delivered', { exact: true })).toBeInTheDocument()
  await expect.element(card).not.toBeInTheDocument()
  await expect.element(panel.getByText('Version 2', { exact: true })).toBeVisible()
  await expect.element(panel.getByRole('textbox', { name: 'Caption' })).toHaveValue('From six.')
})

it('has space down to the lower edge of the panel, with and without a footer', async () => {
  await page.viewport(1440, 900)
  await openPanel('root', [draftOf({ createdBy: 'root' }), previewOf()])
  await expect.element(card).toBeVisible()
  const hasFittingColumn = () => {
    const column = panel.element().querySelector('section')
    const { clientHeight } = panel.element().children[1] ?? {}
    return column !== null && getComputedStyle(column).maxHeight === `${clientHeight}px`
  }
  await expect.element(button('Upload')).not.toBeInTheDocument()
  await expect.poll(hasFittingColumn).toBe(true)
  await button('Edit').click()
  await expect.element(button('Save as draft')).toBeVisible()
  await expect.poll(hasFittingColumn).toBe(true)
})

it('can be edited, which replaces it, and deleted after a question', { tags: 'nightly' }, async () => {
  const previews = await openPanel('root', [draftOf({ createdBy: 'root', caption: 'From six.' }), previewOf({ caption: 'Old.' })])
  await button('Edit').click()
  await expect.element(panel.getByRole('textbox', { name: 'Caption' })).toHaveValue('From six.')
  await expect.element(panel.getByText('Saving replaces the draft and its files. Choose the files again.')).toBeVisible()
  await button('Cancel').click()
  await expect.element(card).toBeVisible()

  await button('Edit').click()
  await userEvent.upload(panel.getByLabelText(/Upload Task Image/), await pngFile('cup.png'))
  await panel.getByRole('textbox', { name: 'Caption' }).fill('From seven.')
  const sent = answer(uploadPreview, () => {
    previews[0] = draftOf({ _id: 'draft-2', createdBy: 'root', caption: 'From seven.' })
    return reply(uploadPreview, { task: taskOf(), preview: previews[0] })
  })
  await button('Save as draft').click()
  await expect.element(card.getByText('From seven.')).toBeVisible()
  expect(sent.map(({ body }) => (body as FormData).get('caption'))).toEqual(['From seven.'])
  await expect.element(panel.getByLabelText(/Upload Task Image/)).not.toBeInTheDocument()

  await button('Delete').click()
  const question = page.getByRole('dialog', { name: 'Delete this draft?' })
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(card).toBeVisible()
  const removed = answer(removePreview, () => {
    previews.shift()
    return reply(removePreview, { message: 'Draft deleted successfully' })
  })
  await button('Delete').click()
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect.element(card).not.toBeInTheDocument()
  expect(removed).toHaveLength(1)
  await expect.element(panel.getByRole('textbox', { name: 'Caption' })).toHaveValue('Old.')
})

it('lists the delivered versions with their files and captions, and marks the current and the approved version', async () => {
  await openPanel('root', [previewOf({ number: 2, caption: 'New.' }), previewOf({ isCurrent: false, caption: 'Old.' })])
  const versions = panel.getByRole('region', { name: 'Versions' }).getByRole('listitem')
  await expect.element(versions.filter({ hasText: 'Version 2' })).toMatchTextContent(/Current/)
  await expect.element(versions.filter({ hasText: 'Version 1' })).not.toMatchTextContent(/Current/)
})

it('the company’s setting is a switch for operators, which shows the stored value again if it could not be saved', async () => {
  signInAs.operator()
  boardOf({ company, tasks: [] })
  await openApp(`/admin/dashboard?tab=companies&company=${company._id}&part=setup`)
  const setting = page.getByRole('switch', { name: /^A second admin must check previews/ })
  await expect.element(setting).not.toBeChecked()
  answer(setPreviewCheck, () => refusal(503, 'Being restarted.'))
  await setting.click()
  await expect.element(page.getByText('Being restarted.')).toBeInTheDocument()
  await expect.element(setting).not.toBeChecked()
  const sent = answer(setPreviewCheck, () => reply(setPreviewCheck, { requiresCheck: true }))
  await setting.click()
  await expect.element(setting).toBeChecked()
  expect(sent.map(({ address, body }) => [address, JSON.parse(String(body))])).toEqual([
    [`/api/admin/companies/${company._id}/preview-check`, { requiresCheck: true }],
  ])
})

it('other admins only see the setting', async () => {
  signInAs.admin(tokenOf('root'))
  boardOf({ company, tasks: [] })
  await openApp(`/admin/dashboard?tab=companies&company=${company._id}&part=setup`)
  await expect.element(page.getByText('Previews need no check by a second admin. Only operators can change this.')).toBeVisible()
  await expect.element(page.getByRole('switch', { name: /^A second admin/ })).not.toBeInTheDocument()
})

it('a draft that was saved while the check was on cannot be delivered without it', async () => {
  await openPanel('root', [draftOf({ createdBy: 'root', needsCheck: true }), previewOf()])
  await expect.element(card.getByText(OWN)).toBeVisible()
  await expect.element(button('Deliver')).not.toBeInTheDocument()
})

it('on a phone, the actions of a draft are touch targets of 44 px', async () => {
  await openPanel('root', [draftOf({ createdBy: 'another' }), previewOf()])
  await expect.element(button('Deliver')).toBeVisible()
  await page.viewport(360, 740)
  for (const name of ['I checked it', 'Deliver', 'Edit', 'Delete'])
    expect(button(name).element().getBoundingClientRect().height, name).toBeGreaterThanOrEqual(44)
})
