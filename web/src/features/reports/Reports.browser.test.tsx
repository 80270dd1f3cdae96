import './ReportPage.tsx'
import './Reports.tsx'
import { downloadReport, listSentReports } from '@app/contracts/http/monthly-reports.ts'
import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { answer, refusal, reply } from '../../testing/api.ts'
import { clickNow } from '../../testing/click-now.ts'
import { sendToOwnerStream } from '../../testing/live.ts'
import { address, go, openApp } from '../../testing/open.tsx'
import { emptyReportOf, listedOf, ownerWithReports, reportOf } from '../../testing/reports.ts'
import { atEachWidth } from '../../testing/widths.ts'

const SECTION = '/management?section=8'
const title = () => page.getByRole('heading', { level: 1, name: 'What we did for you in October 2026' })
const section = (name: string) => page.getByRole('region', { name })

it('lists the sent reports; one opens with its figures, and Back returns to the list', async () => {
  ownerWithReports(reportOf({ number: 2 }))
  await openApp(SECTION)
  const item = page.getByRole('list', { name: 'Reports' }).getByRole('listitem')
  await expect.element(item).toMatchTextContent(/^October 2026 ?Corrected, number 2 ?2 posts · 1,240 emails sent · 212 customers ?Sent/)
  await page.getByRole('link', { name: 'October 2026' }).click()
  await expect.element(title()).toHaveFocus()
  expect(address()).toBe(`${SECTION}&report=report-1`)
  await expect.element(page.getByText(/Corrected, number 2 · Sent Mon, Nov 2, 2026/)).toBeVisible()
  await expect.element(page.getByText(/^October was about the new fall menu\./)).toBeVisible()
  await expect.element(page.getByText('3 fewer than in September (-60%)')).toBeVisible()
  await expect.element(section('Content').getByRole('img', { name: 'Posts by week in October 2026' })).toBeVisible()
  await expect.element(section('What we posted').getByRole('img', { name: 'A pumpkin pie' })).toBeVisible()
  await expect
    .element(section('What we posted').getByRole('link', { name: /^Instagram/ }))
    .toHaveAttribute('href', 'https://www.instagram.com/p/1')
  await expect.element(section('Email campaigns').getByRole('row', { name: /^Fall newsletter 812 9 402 61 3/ })).toBeVisible()
  await expect.element(section('Customers').getByRole('row', { name: 'Customers 212 205' })).toBeVisible()
  await expect.element(section('Planned for November 2026').getByText('Tue, Nov 24, 2026')).toBeVisible()
  await go(-1)
  await expect.element(item).toBeVisible()
})

it('a month in which nothing happened says so, and explains what is not known', async () => {
  ownerWithReports(emptyReportOf())
  await openApp(`${SECTION}&report=report-1`)
  await expect.element(title()).toBeVisible()
  for (const text of ['We posted nothing this month.', 'We sent no emails this month.', 'Nothing is planned yet.'])
    await expect.element(page.getByText(text)).toBeVisible()
  await expect.element(section('Customers').getByText(/^Not known\. We count customers in your spreadsheet/)).toBeVisible()
})

it('a report that was corrected leads to the corrected one', async () => {
  ownerWithReports(reportOf({ correctedBy: 'report-2' }), reportOf({ _id: 'report-2', number: 2 }))
  await openApp(`${SECTION}&report=report-1`)
  await page.getByRole('link', { name: 'See the corrected one' }).click()
  await expect.element(page.getByText(/Corrected, number 2/)).toBeInTheDocument()
  expect(address()).toBe(`${SECTION}&report=report-2`)
})

it('saves the report as a PDF file; a failed download says so', async () => {
  ownerWithReports(reportOf())
  await openApp(`${SECTION}&report=report-1`)
  answer(downloadReport, () => refusal(503, 'Being restarted.'))
  const button = page.getByRole('button', { name: 'Download as PDF' })
  await button.click()
  await expect.element(page.getByText('Being restarted.')).toBeInTheDocument()
  const sent = answer(downloadReport, () => new Response('%PDF', { headers: { 'content-type': 'application/pdf' } }))
  await button.click()
  await expect.poll(() => sent.map((request) => request.address)).toEqual(['/api/reports/report-1/report.pdf'])
})

it('the list shows that it failed or is empty, and a new report when it is sent', async () => {
  ownerWithReports()
  answer(listSentReports, () => refusal(500, ''))
  await openApp(SECTION)
  await expect.element(page.getByText('We couldn’t load the reports.')).toBeVisible()
  answer(listSentReports, () => reply(listSentReports, []))
  clickNow(page.getByRole('button', { name: 'Try again' }))
  await expect.element(page.getByText(/^Your first report comes at the beginning of next month/)).toBeVisible()
  answer(listSentReports, () => reply(listSentReports, [listedOf(reportOf())]))
  sendToOwnerStream('tasks.report-sent.v1')
  await expect.element(page.getByRole('link', { name: 'October 2026' })).toBeVisible()
})

it('at each width, nothing of a report overflows', async () => {
  ownerWithReports(reportOf())
  await openApp(`${SECTION}&report=report-1`)
  await expect.element(title()).toBeVisible()
  await atEachWidth(async (width) => {
    await expect.element(page.getByRole('img', { name: 'Customers by stage' })).toBeVisible()
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
  })
})
