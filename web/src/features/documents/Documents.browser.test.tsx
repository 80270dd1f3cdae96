import './Documents.tsx'
import './components/AllDocuments.tsx'
import './components/DocumentDetail.tsx'
import './upload/UploadDocument.tsx'
import './upload/UploadsBar.tsx'
import { brand } from '@app/contracts/brand.ts'
import { getCompanyProfile } from '@app/contracts/http/company.ts'
import { getDocument, listDocuments, removeDocument } from '@app/contracts/http/documents.ts'
import { expect, it, vi } from 'vitest'
import { commands, page, userEvent } from 'vitest/browser'
import { queryClient } from '../../shared/api/query-client.tsx'
import { answer, refusal, reply } from '../../testing/api.ts'
import { company, documentOf, ownerWithDocuments } from '../../testing/fixtures.ts'
import { sendToOwnerStream } from '../../testing/live.ts'
import { address, go, openApp } from '../../testing/open.tsx'
import { highestRow, rowsOf, shareOfWindow } from '../../testing/rows.ts'
import { atEachWidth } from '../../testing/widths.ts'

const SECTION = '/management?section=3'
const row = (name: string) => page.getByRole('region', { name, exact: true })
const cards = (name: string) =>
  row(name)
    .getByRole('heading', { level: 3 })
    .elements()
    .map(({ textContent }) => textContent)
const detail = page.getByRole('dialog', { name: 'Spring menu' })
const minutesFromNow = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()

/** Prevents downloads. Returns their URLs in a list that grows with each download. */
function downloads(): string[] {
  const addresses: string[] = []
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    addresses.push(this.getAttribute('href') ?? '')
  })
  return addresses
}

it('both rows explain to a new company how to add documents', async () => {
  ownerWithDocuments([])
  await openApp(SECTION)
  await expect.element(page.getByRole('heading', { name: 'Document', exact: true, level: 1 })).toBeVisible()
  await expect.element(row('General').getByText('Click above to add Documents!', { exact: true })).toBeVisible()
  await expect.element(row('Training Document').getByText('Click above to add Documents Check it!', { exact: true })).toBeVisible()
  await expect.element(page.getByRole('searchbox')).not.toBeInTheDocument()
  await page.getByRole('button', { name: '+ Uploade Document', exact: true }).click()
  await expect.element(page.getByRole('dialog', { name: 'Upload Document' })).toBeVisible()
})

it('the placeholder of a document has the size of a document card', async () => {
  ownerWithDocuments([])
  const { promise: companyLoaded, resolve: resolveCompany } = Promise.withResolvers<Response>()
  const { promise: loaded, resolve: loadList } = Promise.withResolvers<Response>()
  answer(getCompanyProfile, () => companyLoaded)
  answer(listDocuments, () => loaded)
  await openApp(SECTION)
  const heightOf = (shape: Element | null | undefined) => shape?.getBoundingClientRect().height ?? 0
  const waiting = (name: string) => heightOf(page.getByRole('status', { name }).query()?.querySelector('[class*=document]'))
  await expect.poll(() => waiting('Loading')).toBeGreaterThan(0)
  resolveCompany(reply(getCompanyProfile, company))
  await expect.poll(() => waiting('Loading: Documents')).toBeGreaterThan(0)
  const before = waiting('Loading: Documents')
  loadList(reply(listDocuments, { success: true, data: [documentOf()] }))
  await expect.element(page.getByText('Spring menu')).toBeVisible()
  expect(heightOf(page.getByRole('article').query())).toBe(before)
})

it('ordinary and training documents have separate rows, with arrows above four cards and a search box above eight', {
  tags: 'nightly',
}, async () => {
  const documents = Array.from({ length: 5 }, (_, i) => documentOf({ DocId: 30 - i, title: `Menu ${30 - i}` }))
  const notes = documentOf({ DocId: 9, title: 'How we greet', DocViewer: true, documentType: 'blog', fileName: 'greet.txt', size: 900 })
  ownerWithDocuments([...documents, notes])
  const app = await openApp(SECTION)
  await expect.poll(() => cards('General')).toEqual(['Menu 30', 'Menu 29', 'Menu 28', 'Menu 27', 'Menu 26'])
  expect(cards('Training Document')).toEqual(['How we greet'])
  await expect.element(row('General').getByText('Doc id: #30')).toBeVisible()
  await expect.element(row('Training Document').getByText(/^Text · 1 KB · /)).toBeVisible()
  await atEachWidth(async () => {
    await expect.element(page.getByRole('button', { name: '+ Uploade Document' })).toBeVisible()
    await expect.element(row('General').getByRole('button', { name: 'Scroll right' })).toBeVisible()
    await expect.element(row('Training Document').getByRole('button', { name: 'Scroll right' })).not.toBeInTheDocument()
  })
  await expect.element(page.getByRole('searchbox')).not.toBeInTheDocument()
  await app.unmount()
  queryClient.clear()

  const more = Array.from({ length: 3 }, (_, i) => documentOf({ DocId: 50 + i, title: `Prices ${i}`, documentType: 'excel' }))
  ownerWithDocuments([...more, ...documents, notes])
  await openApp(SECTION)
  await page.getByRole('searchbox', { name: 'Search documents' }).fill('excel prices')
  await expect.element(page.getByText('(3 of 9 results for "excel prices")')).toBeVisible()
  await expect.poll(() => cards('General')).toEqual(['Prices 0', 'Prices 1', 'Prices 2'])
  await row('Training Document').getByRole('button', { name: 'Clear Search' }).click()
  await expect.poll(() => cards('Training Document')).toEqual(['How we greet'])
})

it('the details show all fields and are in the URL', async () => {
  ownerWithDocuments([
    documentOf({
      description: 'For the counter.',
      note: 'Protected by a password.',
      openedAt: '2026-12-03T12:00:00.000Z',
      DocViewer: true,
    }),
  ])
  await openApp(SECTION)
  await page.getByRole('button', { name: 'View' }).click()
  expect(address()).toBe('/management?section=3&show=document-12')
  await atEachWidth(async (width) => {
    await expect.element(detail.getByRole('link', { name: 'Download' })).toBeVisible()
    const place = () => detail.element().getBoundingClientRect()
    await expect.poll(() => [place().left >= 0, Math.round(place().right)]).toEqual([true, width])
  })
  for (const [label, value] of [
    ['Doc ID', '#12'],
    ['Document Title', 'Spring menu'],
    ['Description', 'For the counter.'],
    ['Type', 'PDF'],
    ['Size', '2.4 MB'],
    ['File', 'spring-menu.pdf'],
  ])
    await expect.element(detail.getByText(`${label}${value}`, { exact: true })).toBeInTheDocument()
  await expect.element(detail.getByText('Protected by a password.')).toBeVisible()
  await expect.element(detail.getByText(`Opened by ${brand.name} on Thu, Dec 3, 2026`)).toBeVisible()
  await expect.element(detail.getByRole('link', { name: 'Download' })).toHaveAttribute('download')
  await go(-1)
  await expect.element(detail).not.toBeInTheDocument()
})

it('an expired link is replaced on click, and a valid link is followed directly', { tags: 'nightly' }, async () => {
  const documents = [documentOf({ linkExpiresAt: minutesFromNow(0.5) })]
  ownerWithDocuments(documents)
  const fresh = documentOf({ linkformatedocument: '/files/documents/12?signature=second' })
  const asked = answer(getDocument, () => reply(getDocument, { success: true, data: fresh }))
  const downloaded = downloads()
  await openApp(`${SECTION}&show=document-12`)
  const link = detail.getByRole('link', { name: 'Download' })

  await expect.element(link).toBeVisible()
  await commands.setOffline(true)
  await link.click()
  await expect.element(page.getByText('You are offline. Try again when you have a connection.')).toBeVisible()
  await commands.setOffline(false)
  documents[0] = fresh
  await link.click()
  await expect.poll(() => downloaded).toEqual([fresh.linkformatedocument])
  await expect.element(link).toHaveAttribute('href', fresh.linkformatedocument)

  let isFollowed = false
  const follow = (event: Event) => {
    isFollowed = !event.defaultPrevented
    event.preventDefault()
  }
  window.addEventListener('click', follow, { once: true })
  await link.click()
  expect(isFollowed).toBe(true)
  expect(asked).toHaveLength(1)
})

it('the list is reloaded before its links expire', { tags: 'nightly' }, async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'], shouldAdvanceTime: true })
  try {
    const listed = ownerWithDocuments([documentOf()])
    await openApp(SECTION)
    await expect.element(page.getByText('Spring menu')).toBeVisible()
    expect(listed).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(50 * 60_000)
    expect(listed).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(6 * 60_000)
    expect(listed.length).toBeGreaterThan(1)
  } finally {
    vi.useRealTimers()
  }
})

it('removing asks for confirmation, shows errors and removes the card; the heading of its row gets the focus', async () => {
  const documents = [documentOf()]
  ownerWithDocuments(documents)
  answer(removeDocument, () => refusal(503, 'Being restarted.'))
  await openApp(SECTION)
  await page.getByRole('button', { name: 'View' }).click()
  await detail.getByRole('button', { name: 'Remove' }).click()
  await expect.element(page.getByText('Are you sure you want to remove this document?', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Delete' }).click()
  await expect.element(page.getByText('Being restarted.')).toBeVisible()

  answer(removeDocument, () => {
    documents.length = 0
    return reply(removeDocument, { message: 'Removed.' })
  })
  await detail.getByRole('button', { name: 'Remove' }).click()
  await page.getByRole('button', { name: 'Delete' }).click()
  await expect.element(page.getByText('Document removed')).toBeInTheDocument()
  await expect.element(page.getByText('Click above to add Documents!')).toBeVisible()
  await expect.element(page.getByRole('heading', { name: 'General' })).toHaveFocus()
  await expect.poll(address).toBe(SECTION)
})

it('the open details of a document removed elsewhere show a notice and keep the focus, and its card disappears', {
  tags: 'nightly',
}, async () => {
  const documents = [documentOf(), documentOf({ DocId: 11, title: 'Prices' })]
  ownerWithDocuments(documents)
  answer(removeDocument, () => refusal(404, 'There is no such document.'))
  const app = await openApp(SECTION)
  const gone = detail.getByRole('status').filter({ hasText: 'This document was removed.' })
  const question = page.getByRole('dialog', { name: 'Remove Document' })
  const isFocusThere = () => detail.element().contains(document.activeElement)
  await page.getByRole('button', { name: 'View' }).first().click()
  await detail.getByRole('button', { name: 'Remove' }).click()
  await expect.element(question).toBeVisible()
  documents.shift()
  sendToOwnerStream('documents.document-changed.v1')
  await expect.element(gone).toBeVisible()
  await expect.element(question).not.toBeInTheDocument()
  await expect.element(detail.getByRole('link', { name: 'Download' })).not.toBeInTheDocument()
  await expect.poll(isFocusThere).toBe(true)
  await detail.getByRole('button', { name: 'Close' }).click()
  await expect.element(row('General').getByRole('heading', { level: 2 })).toHaveFocus()
  expect(cards('General')).toEqual(['Prices'])
  await app.unmount()
  queryClient.clear()

  // The page received no event. The response to removing or downloading shows that the document was removed.
  documents.unshift(documentOf())
  await openApp(`${SECTION}&show=document-12`)
  await detail.getByRole('button', { name: 'Remove' }).click()
  documents.shift()
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect.element(page.getByText('There is no such document.')).toBeVisible()
  await expect.element(gone).toBeVisible()
  await expect.poll(isFocusThere).toBe(true)
  expect(cards('General')).toEqual(['Prices'])
})

it('a missing document shows a message once; a list that failed to load can be retried', async () => {
  ownerWithDocuments([])
  const app = await openApp(`${SECTION}&show=document-404`)
  await expect.element(page.getByText('Document not found')).toBeVisible()
  await expect.poll(address).toBe(SECTION)
  await app.unmount()
  queryClient.clear()

  answer(listDocuments, () => refusal(500, 'Something went wrong'))
  await openApp(SECTION)
  await expect.element(page.getByRole('main').getByText('Error loading documents')).toBeVisible()
  answer(listDocuments, () => reply(listDocuments, { success: true, data: [documentOf()] }))
  await userEvent.click(page.getByRole('button', { name: 'Try again' }))
  await expect.element(page.getByText('Spring menu')).toBeVisible()
})

it('many documents are in a table that can be sorted and searched; the URL contains order and search', async () => {
  const documents = Array.from({ length: 60 }, (_, at) =>
    documentOf({ DocId: 100 - at, title: `Menu ${100 - at} ${'with a long title '.repeat(8)}`, size: (at + 1) * 1_000_000 }),
  )
  ownerWithDocuments(documents)
  const app = await openApp(SECTION)
  const ids = () => rowsOf('documents').map(({ cells }) => cells[1]?.textContent)
  await expect.poll(() => rowsOf('documents').length).toBe(60)
  await expect.poll(() => cards('General')).toHaveLength(8)
  try {
    await page.viewport(390, 844)
    await expect.poll(() => highestRow('documents')).toBeLessThanOrEqual(72)
    expect(document.documentElement.scrollWidth).toBe(390)
  } finally {
    await page.viewport(1440, 900)
  }
  const table = page.getByRole('table', { name: 'documents' }).element()
  expect(shareOfWindow(row('General').element(), table)).toBeGreaterThan(1 / 3)

  await page.getByRole('button', { name: 'Size' }).click()
  await expect.poll(address).toBe(`${SECTION}&sort=size`)
  await page.getByRole('button', { name: 'Size' }).click()
  await expect.poll(() => ids().slice(0, 2)).toEqual(['#41', '#42'])
  await page.getByRole('searchbox', { name: 'Search documents' }).fill('#50')
  await expect.poll(ids).toEqual(['#50'])
  await expect.poll(address).toBe(`${SECTION}&sort=-size&q=%2350`)
  await page.getByRole('link', { name: /^Menu 50/ }).click()
  await expect.element(page.getByRole('dialog', { name: /^Menu 50/ })).toBeVisible()
  expect(address()).toBe(`${SECTION}&sort=-size&q=%2350&show=document-50`)
  await go(-1)
  await app.unmount()
  queryClient.clear()

  await openApp(`${SECTION}&sort=doc-id&q=menu 4`)
  await expect.poll(() => ids().slice(0, 2)).toEqual(['#41', '#42'])
})
