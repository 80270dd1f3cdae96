import './AdminDashboardPage.tsx'
import './CompanyPanel.tsx'
import { listDocuments, openDocument } from '@app/contracts/http/documents.ts'
import { adminSignIn } from '@app/contracts/http/identity.ts'
import { expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { answer, refusal, reply } from '../../testing/api.ts'
import { boardOf } from '../../testing/board.ts'
import { clickNow } from '../../testing/click-now.ts'
import { company, documentOf } from '../../testing/fixtures.ts'
import { address, openApp, signInAs } from '../../testing/open.tsx'

const PANEL = `/admin/dashboard?tab=companies&company=${company._id}`
const section = page.getByRole('dialog', { name: 'Bakery' }).getByRole('region', { name: 'Documents' })
const line = (title: string) => section.getByRole('listitem').filter({ hasText: title })

function companyWith(...documents: ReturnType<typeof documentOf>[]) {
  boardOf({ company, tasks: [] })
  answer(listDocuments, () => reply(listDocuments, { success: true, data: documents }))
  return documents
}

it('documents that no admin has opened are marked and counted; a download marks the document as opened and uses a fresh link', async () => {
  signInAs.admin()
  const opened = { openedAt: '2026-12-02T12:00:00.000Z' }
  const documents = companyWith(
    documentOf({ DocId: 13, title: 'Price list', documentType: 'excel', fileName: 'prices.xlsx', note: 'Looks damaged.' }),
    documentOf({ DocId: 12, title: 'How we greet', DocViewer: true }),
    documentOf({ DocId: 11, title: 'Opening hours', ...opened }),
  )
  const fresh = '/files/documents/13?signature=second'
  answer(openDocument, () => refusal(503, 'Being restarted.'))
  const downloaded: string[] = []
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    downloaded.push(this.getAttribute('href') ?? '')
  })
  await openApp(`${PANEL}&part=documents`)
  await expect.element(section.getByText('2 new')).toBeVisible()
  await expect.element(line('Price list').getByText(/^#13 · Excel · 2.4 MB · /)).toBeVisible()
  await expect.element(line('Price list').getByText('Looks damaged.')).toBeVisible()
  await expect.element(line('How we greet').getByText(/Training · PDF/)).toBeVisible()
  await expect.element(line('Opening hours').getByText('New', { exact: true })).not.toBeInTheDocument()
  const ends = section.getByRole('link', { name: 'Download' }).elements()
  expect(new Set(ends.map((link) => link.getBoundingClientRect().right)).size, 'all download links are aligned at the right').toBe(1)

  const download = line('Price list').getByRole('link', { name: 'Download' })
  await download.click()
  await expect.element(page.getByText('Being restarted.')).toBeInTheDocument()
  answer(openDocument, () => {
    documents[0] = documentOf({ ...documents[0], ...opened, linkformatedocument: fresh })
    return reply(openDocument, { success: true, data: documents[0] })
  })
  await download.click()
  await expect.element(section.getByText('1 new')).toBeVisible()
  await expect.element(line('Price list').getByText('New', { exact: true })).not.toBeInTheDocument()
  await expect.element(download).toHaveFocus()
  expect(downloaded).toEqual([fresh])
  click.mockRestore()
})

it('a link from an email leads through the sign-in to the document, even if the document is far down the list', {
  tags: 'nightly',
}, async () => {
  companyWith(...Array.from({ length: 8 }, (_, i) => documentOf({ DocId: 20 - i, title: `Menu ${20 - i}` })))
  answer(adminSignIn, () => reply(adminSignIn, { token: 'admin-token', message: '' }))
  const app = await openApp(`${PANEL}&document=14`)
  await expect.poll(address).toBe('/admin/login')
  await page.getByRole('textbox', { name: 'Email' }).fill('root@palmetto.example')
  await page.getByRole('textbox', { name: 'Password' }).fill('Palmetto!1')
  await page.getByRole('button', { name: 'Login' }).click()
  await expect.element(line('Menu 14').getByRole('link', { name: 'Download' })).toHaveFocus()
  await expect.element(line('Menu 13')).not.toBeInTheDocument()
  await section.getByRole('button', { name: 'Show more' }).click()
  await expect.element(line('Menu 13')).toBeVisible()
  await page.getByRole('dialog', { name: 'Bakery' }).getByRole('button', { name: 'Close' }).click()
  await expect.poll(address).toBe('/admin/dashboard?tab=companies')
  await app.unmount()
})

it('an empty list and a load error each show a message', async () => {
  signInAs.admin()
  companyWith()
  answer(listDocuments, () => refusal(500, 'Something went wrong'))
  await openApp(`${PANEL}&part=documents`)
  await expect.element(section.getByText('Error loading documents')).toBeVisible()
  companyWith()
  clickNow(section.getByRole('button', { name: 'Try again' }))
  await expect.element(section.getByText('No documents yet.')).toBeVisible()
})
