import { getReviewSettings, setReviewSettings } from '@app/contracts/http/reviews.ts'
import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { answer, refusal, reply } from '../../testing/api.ts'
import { company, ownerWith } from '../../testing/fixtures.ts'
import { openApp } from '../../testing/open.tsx'
import './CompanyProfile.tsx'
import './ReviewSettings.tsx'
import './sheet/BrandSheet.tsx'
import { clickNow } from '../../testing/click-now.ts'

const links = page.getByRole('switch', { name: /^Review links in emails/ })
const code = page.getByRole('switch', { name: /^Ask for a code in a new browser/ })
const ended = page.getByText('Links in emails that we already sent no longer work.')

async function openSettings() {
  ownerWith()
  const sent = answer(setReviewSettings, ({ body }) => reply(setReviewSettings, JSON.parse(String(body))))
  await openApp('/management?section=4')
  await page.getByRole('button', { name: 'Advanced' }).click()
  await page.getByRole('menuitem', { name: 'Review Links' }).click()
  await expect.element(links).toBeChecked()
  return sent
}

it('a code can be required in each new browser', async () => {
  const sent = await openSettings()
  await code.click()
  await expect.element(code).toBeChecked()
  await expect.element(page.getByText('Setting saved')).toBeInTheDocument()
  expect(sent.map(({ address, body }) => [address, JSON.parse(String(body))])).toEqual([
    [`/api/task/review-settings/${company._id}`, { reviewLinks: true, codeForNewBrowser: true }],
  ])
})

it('after review links were switched off, the screen says that old links no longer work', async () => {
  await openSettings()
  await expect.element(ended).not.toBeInTheDocument()
  await links.click()
  await expect.element(ended).toBeVisible()
  await expect.element(links).not.toBeChecked()
  await expect.element(code).toBeDisabled()
})

it('a setting that could not be saved keeps its value', async () => {
  await openSettings()
  answer(setReviewSettings, () => refusal(503, 'Being restarted.'))
  await links.click()
  await expect.element(page.getByText('Being restarted.')).toBeInTheDocument()
  await expect.element(links).toBeChecked()
})

it('settings that could not be loaded can be loaded again', { tags: 'nightly' }, async () => {
  ownerWith()
  answer(getReviewSettings, () => refusal(503, 'Being restarted.'))
  await openApp('/management?section=4&show=review-links')
  await expect.element(page.getByText('We couldn’t load the settings.')).toBeVisible()
  answer(getReviewSettings, () => reply(getReviewSettings, { reviewLinks: false, codeForNewBrowser: false }))
  clickNow(page.getByRole('button', { name: 'Try again' }))
  await expect.element(links).not.toBeChecked()
})
