import '../AdminDashboardPage.tsx'
import './ReportPanel.tsx'
import './ReportsTab.tsx'
import './SendDialog.tsx'
import {
  correctReport,
  getReport,
  listReports,
  type MonthlyReport,
  prepareReport,
  sendReports,
  setReportText,
} from '@app/contracts/http/monthly-reports.ts'
import { beforeEach, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { answer, refusal, reply, type Sent } from '../../../testing/api.ts'
import { boardOf, companyOf } from '../../../testing/board.ts'
import { clickNow } from '../../../testing/click-now.ts'
import { sendToAdminStream } from '../../../testing/live.ts'
import { address, go, openApp, signInAs } from '../../../testing/open.tsx'
import { answerAllReports, listedOf, reportOf } from '../../../testing/reports.ts'

const TAB = '/admin/dashboard?tab=reports'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-03T15:00:00Z') })
  signInAs.admin()
  boardOf(...[1, 2, 3].map((n) => ({ company: companyOf(n), tasks: [] })))
})

const reportOfCompany = (n: number, changes: Partial<MonthlyReport> = {}): MonthlyReport => {
  const { _id: companyProfileId, companyName } = companyOf(n)
  return reportOf({ _id: `report-${n}`, companyProfileId, companyName, state: 'prepared', text: '', ...changes })
}
const rows = () => page.getByRole('table', { name: 'reports' }).getByRole('rowheader')
const row = (n: number) => page.getByRole('row').filter({ hasText: `Company ${n}` })
const panel = (n: number) => page.getByRole('dialog', { name: `Company ${n}, October 2026` })
const words = () => page.getByRole('textbox', { name: 'A few words to the company' })
const bodyOf = (sent: readonly Sent[]) => JSON.parse(String(sent.at(-1)?.body))

it('lists the reports of a month with figures and state; month, state and “Mine” are in the URL', async () => {
  const lists = answerAllReports(
    [reportOfCompany(1), reportOfCompany(2, { state: 'sent', sentAt: '2026-11-02T15:30:00.000Z', number: 2 })],
    [{ companyProfileId: 'company-00003', companyName: 'Company 3' }],
  )
  await openApp(TAB)
  await expect.element(row(1)).toMatchTextContent(/^Company 1 ?2 ?8 ?7.5 hours ?1,240 ?212 ?Ready to look through ?Select Company 1$/)
  await expect.element(row(2)).toMatchTextContent(/Sent ?yesterday ?Corrected, number 2$/)
  await expect.element(page.getByRole('list', { name: 'Being prepared' })).toMatchTextContent(/^Company 3/)
  await page.getByRole('combobox', { name: 'Month' }).selectOptions('September 2026')
  await page.getByRole('group', { name: 'State' }).getByRole('button', { name: 'Sent' }).click()
  await page.getByRole('button', { name: 'Mine' }).click()
  await expect.poll(() => lists.at(-1)?.address).toBe('/api/admin/reports?month=2026-09&state=sent&manager=me&limit=100')
  expect(address()).toBe(`${TAB}&month=2026-09&state=sent&manager=me`)
  await go(-1)
  await expect
    .element(page.getByRole('group', { name: 'State' }).getByRole('button', { name: 'All' }))
    .toHaveAttribute('aria-pressed', 'true')
})

it('an admin writes a few words and sends the report; J opens the next one', async () => {
  const reports = [reportOfCompany(1), reportOfCompany(2)]
  answerAllReports(reports)
  await openApp(TAB)
  await rows().first().getByRole('link').click()
  await words().fill('A good month.')
  const texts = answer(setReportText, () => {
    reports[0] = reportOfCompany(1, { text: 'A good month.', version: 2 })
    return reply(setReportText, reports[0])
  })
  await panel(1).getByRole('button', { name: 'Save and send' }).click()
  const dialog = page.getByRole('dialog', { name: 'Send the October 2026 report?' })
  await expect
    .element(dialog.getByText('Ann at Company 1 gets an email with the three main figures and a link to the report.'))
    .toBeVisible()
  expect([bodyOf(texts), texts[0]?.headers.get('if-match')]).toEqual([{ text: 'A good month.' }, '"1"'])

  const sends = answer(sendReports, () => {
    reports[0] = reportOfCompany(1, { text: 'A good month.', state: 'sent', sentAt: '2026-11-03T15:00:00.000Z', version: 3 })
    return reply(sendReports, { results: [{ id: 'report-1', status: 200, message: '', report: listedOf(reports[0]) }] })
  })
  await dialog.getByRole('button', { name: 'Send 1 report' }).click()
  await expect.element(panel(1).getByRole('button', { name: 'Correct' })).toBeVisible()
  expect(bodyOf(sends)).toEqual({ reports: [{ id: 'report-1', version: 2, idempotencyKey: expect.any(String) }] })
  panel(1).getByRole('heading', { level: 2 }).element().focus()
  await userEvent.keyboard('j')
  await expect.element(panel(2).getByText('2 of 2', { exact: true })).toBeInTheDocument()
})

it('a text that was changed elsewhere is shown beside the admin’s own, which is kept', async () => {
  answerAllReports([reportOfCompany(1)])
  await openApp(`${TAB}&report=report-1`)
  await words().fill('Mine')
  const theirs = reportOfCompany(1, { text: 'Theirs', version: 2 })
  answer(getReport, () => reply(getReport, theirs))
  answer(setReportText, () => refusal(409, 'This report was changed in the meantime. Please check it again.', { report: theirs }))
  await panel(1).getByRole('button', { name: 'Save', exact: true }).click()
  await expect.element(panel(1).getByText('Theirs', { exact: true }).first()).toBeVisible()
  await expect.element(words()).toHaveValue('Mine')
  const texts = answer(setReportText, () => reply(setReportText, reportOfCompany(1, { text: 'Mine', version: 3 })))
  await panel(1).getByRole('button', { name: 'Keep mine' }).click()
  await panel(1).getByRole('button', { name: 'Save', exact: true }).click()
  await expect.poll(() => texts[0]?.headers.get('if-match')).toBe('"2"')
})

it('several reports are sent at once, each with its own result', async () => {
  answerAllReports([1, 2, 3].map((n) => reportOfCompany(n)))
  await openApp(TAB)
  await page.getByRole('checkbox', { name: 'Select Company 1' }).click()
  await expect.element(page.getByRole('button', { name: 'Send 1 selected' })).toBeVisible()
  await page.getByRole('button', { name: 'Send all ready' }).click()
  const dialog = page.getByRole('dialog', { name: 'Send 3 reports' })
  const sends = answer(sendReports, () =>
    reply(sendReports, {
      results: [
        { id: 'report-1', status: 200, message: '' },
        { id: 'report-2', status: 409, message: 'This report was changed in the meantime. Please check it again.' },
        { id: 'report-3', status: 503, message: 'This isn’t possible right now.' },
      ],
    }),
  )
  await dialog.getByRole('button', { name: 'Send 3 reports' }).click()
  const item = (n: number) => dialog.getByRole('listitem').filter({ hasText: `Company ${n}` })
  await expect.element(item(1).getByText('Sent')).toBeVisible()
  await expect.element(item(2).getByText('This report was changed in the meantime.', { exact: false })).toBeVisible()
  await expect.element(dialog.getByText('Sent 1 of 3 reports')).toBeVisible()
  await dialog.getByRole('button', { name: 'Try again (1)' }).click()
  await expect.poll(() => bodyOf(sends).reports.map(({ id }: { id: string }) => id)).toEqual(['report-3'])
})

it('figures are calculated again, a missing report is prepared, and a sent one is corrected', async () => {
  const sent = reportOfCompany(1, { state: 'sent', sentAt: '2026-11-02T15:30:00.000Z' })
  const reports = [sent, reportOfCompany(2)]
  const missing = [{ companyProfileId: 'company-00003', companyName: 'Company 3' }]
  answerAllReports(reports, missing)
  await openApp(TAB)
  const prepared = answer(prepareReport, (request) => {
    const { companyProfileId } = bodyOf([request])
    if (companyProfileId !== 'company-00003') return refusal(503, 'We couldn’t read all figures. Please try again shortly.')
    missing.length = 0
    reports.push(reportOfCompany(3))
    return reply(prepareReport, reportOfCompany(3))
  })
  await page.getByRole('button', { name: 'Prepare now: Company 3' }).click()
  await expect.element(row(3)).toBeVisible()
  expect(bodyOf(prepared)).toEqual({ companyProfileId: 'company-00003', month: '2026-10' })

  await row(2).getByRole('link').click()
  await panel(2).getByRole('button', { name: 'Recalculate' }).click()
  await expect.element(page.getByText('We couldn’t read all figures. Please try again shortly.')).toBeInTheDocument()
  await userEvent.keyboard('k')

  answer(correctReport, () => {
    reports.push(reportOfCompany(1, { _id: 'report-4', number: 2 }))
    return Response.json(reports.at(-1), { status: 201 })
  })
  await panel(1).getByRole('button', { name: 'Correct' }).click()
  await page.getByRole('dialog', { name: 'Prepare a corrected report?' }).getByRole('button', { name: 'Prepare' }).click()
  await expect.element(panel(1).getByText('Corrected, number 2', { exact: false }).first()).toBeVisible()
  expect(address()).toContain('report=report-4')
})

it('the list shows that it failed or is empty, and a report that another admin sends', async () => {
  const reports: MonthlyReport[] = []
  answerAllReports(reports)
  answer(listReports, () => refusal(500, ''))
  await openApp(TAB)
  await expect.element(page.getByRole('alert').filter({ hasText: 'We couldn’t load the reports.' }).first()).toBeVisible()
  answerAllReports(reports)
  clickNow(page.getByRole('button', { name: 'Try again' }))
  await expect.element(page.getByText(/^There are no reports of October 2026 yet/)).toBeVisible()
  reports.push(reportOfCompany(1, { state: 'sent', sentAt: '2026-11-03T15:00:00.000Z' }))
  sendToAdminStream({ type: 'tasks.report-sent.v1', companyProfileId: 'company-00001' })
  await expect.element(row(1).getByText('Sent')).toBeVisible()
})
