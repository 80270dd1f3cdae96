import { type CompanyExport, downloadExport, listOwnExports, requestOwnExport } from '@app/contracts/http/exports.ts'
import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { answer, refusal, reply } from '../../testing/api.ts'
import { ownerWith } from '../../testing/fixtures.ts'
import { openApp } from '../../testing/open.tsx'
import './CompanyProfile.tsx'
import './ExportPanel.tsx'
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
  await openApp('/management?section=4')
  await button('Advanced').click()
  await page.getByRole('menuitem', { name: 'Take Your Data Along' }).click()
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

it('shows how long an export can be downloaded, and says why it cannot', async () => {
  await openExports(() => [ready, exportOf({ _id: 'export-0', state: 'failed' })])
  await expect.element(exports.nth(0)).toMatchTextContent(/1.2 MB, 12 files · Available until .*Nov 27, 2026/)
  await expect.element(exports.nth(1)).toMatchTextContent(/We couldn’t prepare it/)
  answer(downloadExport, () => refusal(410, 'The file of this export was deleted. Please start a new export.'))
  await button('Download').click()
  await expect.element(page.getByText('The file of this export was deleted. Please start a new export.')).toBeVisible()
})
