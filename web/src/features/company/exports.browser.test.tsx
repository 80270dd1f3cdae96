import { type CompanyExport, downloadExport, listOwnExports, requestOwnExport } from '@app/contracts/http/exports.ts'
import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { answer, refusal, reply } from '../../testing/api.ts'
import { ownerWith } from '../../testing/fixtures.ts'
import { openApp } from '../../testing/open.tsx'
import './CompanyProfile.tsx'
import './YourData.tsx'
import './sheet/BrandSheet.tsx'

const exportOf = (changes: Partial<CompanyExport> = {}): CompanyExport => ({
  _id: 'export-1',
  state: 'waiting',
  requestedBy: 'owner',
  requestedAt: '2026-11-20T14:04:00Z',
  finishedAt: null,
  expiresAt: null,
  bytes: null,
  records: null,
  files: null,
  ...changes,
})
const ready = exportOf({ state: 'ready', bytes: 1_258_291, files: 12, records: 40, expiresAt: '2026-11-27T14:09:00Z' })

const exports = page.getByRole('list', { name: 'Exports' }).getByRole('listitem')
const button = (name: string) => page.getByRole('button', { name })

async function openExports(listed: () => CompanyExport[]): Promise<void> {
  ownerWith()
  answer(listOwnExports, () => reply(listOwnExports, listed()))
  await openApp('/management?section=4&show=export')
  await expect.element(page.getByRole('heading', { name: 'Take your data along' })).toBeInViewport()
}

it('starts an export and shows that it is being prepared', async () => {
  let listed: CompanyExport[] = []
  await openExports(() => listed)
  const sent = answer(requestOwnExport, () => {
    listed = [exportOf({ state: 'running' })]
    return reply(requestOwnExport, exportOf())
  })
  await button('Start an export').click()
  await expect.element(exports.nth(0)).toMatchTextContent(/Nov 20, 2026.*Collecting your data/)
  await expect.element(button('Start an export')).toBeDisabled()
  expect(sent).toHaveLength(1)
})

it('says how long a file can be downloaded, why it is gone, why an export failed, and when another one is possible', async () => {
  await openExports(() => [exportOf({ state: 'failed' }), { ...ready, _id: 'export-0' }])
  await expect.element(exports.nth(0)).toMatchTextContent(/We couldn’t prepare it/)
  await expect.element(exports.nth(1)).toMatchTextContent(/1.2 MB, 12 files · Available until .*Nov 27, 2026/)
  answer(downloadExport, () => refusal(410, 'The file of this export was deleted. Please start a new export.'))
  await button('Download').click()
  await expect.element(page.getByText('The file of this export was deleted. Please start a new export.')).toBeVisible()
  answer(requestOwnExport, () => refusal(429, 'This company was exported 3 times today. Please try again tomorrow.'))
  await button('Try again').click()
  await expect.element(page.getByText('This company was exported 3 times today. Please try again tomorrow.')).toBeVisible()
})
