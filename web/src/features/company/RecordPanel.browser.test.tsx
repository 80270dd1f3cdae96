import { exportCompanyRecord, listCompanyRecord, type RecordEntry, verifyCompanyRecord } from '@app/contracts/http/company-record.ts'
import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { answer, refusal, reply } from '../../testing/api.ts'
import { company, ownerWith } from '../../testing/fixtures.ts'
import { openApp } from '../../testing/open.tsx'
import './CompanyProfile.tsx'
import './RecordPanel.tsx'
import './sheet/BrandSheet.tsx'

const entryOf = (changes: Partial<RecordEntry> = {}): RecordEntry => ({
  number: 1,
  kind: 'approve',
  taskId: 7,
  title: 'Winter bread',
  previewNo: 2,
  contentHash: 'c'.repeat(64),
  channel: 'portal',
  role: 'owner',
  decider: 'ann@shop.example',
  deciderName: null,
  hasSigns: false,
  at: '2026-11-20T14:04:00Z',
  hash: 'a'.repeat(64),
  ...changes,
})

const entries = page.getByRole('list', { name: 'Decisions' }).getByRole('listitem')
const button = (name: string) => page.getByRole('button', { name })

async function openRecord(record: RecordEntry[]): Promise<void> {
  ownerWith()
  answer(listCompanyRecord, () => reply(listCompanyRecord, record))
  await openApp('/management?section=4')
  await button('Advanced').click()
  await page.getByRole('menuitem', { name: 'Decision Record' }).click()
}

const openProof = () => page.getByText('History and proof').click()

it('shows who decided on which version, when, and how', async () => {
  await openRecord([
    entryOf({ number: 3, kind: 'launch', role: 'admin', decider: null }),
    entryOf({ number: 2, kind: 'refer-back', channel: 'review-link', hasSigns: true, title: null }),
    entryOf(),
  ])
  await expect.element(entries.nth(0)).toMatchTextContent(/No. 3 ?Launched.*#7 Winter bread, version 2 ?By an admin/)
  await expect
    .element(entries.nth(1))
    .toMatchTextContent(/No. 2 ?Referred back ?Unconfirmed.*#7 Removed task, version 2 ?By ann@shop.example, through a review link/)
  await expect.element(entries.nth(2)).toMatchTextContent(/No. 1 ?Approved.*By ann@shop.example, in the portal$/)
  await openProof()
  await expect.element(entries.nth(2)).toMatchTextContent(/Fingerprint aaaaaaaaaaaaaaaa…/)
})

it('checks the record, and names an entry that was changed', async () => {
  await openRecord([entryOf()])
  await openProof()
  answer(verifyCompanyRecord, () => reply(verifyCompanyRecord, { count: 1, lastHash: 'a'.repeat(64), problem: null }))
  await button('Check the record').click()
  await expect.element(page.getByText('No problem found in 1 entry.')).toBeVisible()
  answer(verifyCompanyRecord, () => reply(verifyCompanyRecord, { count: 0, lastHash: null, problem: { number: 1, message: 'Changed' } }))
  await button('Check the record').click()
  await expect.element(page.getByText(/^Entry 1 was changed after it was stored\. Please write to support@/)).toBeVisible()
})

it('an empty record says so, and a download that failed can be repeated', async () => {
  await openRecord([])
  await expect.element(page.getByText('No decisions yet.')).toBeVisible()
  await openProof()
  answer(exportCompanyRecord, () => refusal(503, 'Being restarted.'))
  await button('Download proof').click()
  await expect.element(page.getByText('We couldn’t download the record. Try again.')).toBeInTheDocument()
  const sent = answer(exportCompanyRecord, () => new Response('{}\n', { headers: { 'content-type': 'application/jsonl' } }))
  await button('Download proof').click()
  await expect.poll(() => sent.map(({ address }) => address)).toEqual([`/api/company-record/${company._id}/record.jsonl`])
})
