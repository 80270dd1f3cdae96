import { getReport, listReports, listSentReports, sendReports, setReportText } from '@app/contracts/http/monthly-reports.ts'
import { boardOf, companyOf } from '../src/testing/board.ts'
import { signInAs } from '../src/testing/open.tsx'
import { answerAllReports, emptyReportOf, listedOf, ownerWithReports, reportOf } from '../src/testing/reports.ts'
import { enter, fail, hold, press, pressInDialog, type Step, see, seeDialog, seeHeading, seeRole, serve, visit } from './act.ts'
import { checkStates } from './check-states.ts'

const SECTION = '/management?section=8'
const TAB = '/admin/dashboard?tab=reports&month=2026-10'
const longName = 'The Lowcountry Waterfront Historical Preservation Society Museum Shop & Tea Room'
const TITLE = 'What we did for you in October 2026'

const longReport = reportOf({ number: 2 })
const { posts, campaigns, planned } = longReport.figures
const [post] = posts.listed
const [campaign] = campaigns.listed
const [plan] = planned.listed
if (post && campaign && plan) {
  posts.listed = Array.from({ length: 24 }, (_, at) => ({
    ...post,
    taskId: `task-${at}`,
    title: at % 3 === 0 ? `${longName} ${at}` : post.title,
  }))
  posts.more = 12
  campaigns.listed = Array.from({ length: 12 }, (_, at) => ({ ...campaign, campaignId: `campaign-${at}`, name: `${longName} ${at}` }))
  campaigns.more = 3
  planned.listed = Array.from({ length: 9 }, (_, at) => ({ ...plan, title: at === 0 ? longName : plan.title }))
}

const companies = [companyOf(1, { companyName: longName }), companyOf(2, { companyName: 'Bakery' }), companyOf(3), companyOf(4)]
const reports = companies.map(({ _id, companyName }, at) =>
  (at === 3 ? emptyReportOf : reportOf)({
    _id: `report-${at}`,
    companyProfileId: _id,
    companyName,
    state: at === 1 ? 'sent' : 'prepared',
    number: at === 1 ? 2 : 1,
  }),
)
const [first] = reports

const admin: Step[] = [
  () => signInAs.admin(),
  () => boardOf(...companies.map((company) => ({ company, tasks: [] }))),
  () => answerAllReports(reports, [{ companyProfileId: 'company-00005', companyName: 'Florist' }]),
]
const openTab: Step[] = [admin, visit(TAB), seeRole('table', 'reports')]
const openPanel: Step[] = [admin, visit(`${TAB}&report=report-0`), seeHeading(TITLE)]
const theirs = first && { ...first, text: 'Thank you for a good month. We plan two more portraits.', version: 2 }

checkStates('owner', {
  'reports-list': [
    () => ownerWithReports(reportOf(), reportOf({ _id: 'report-2', month: '2026-09', number: 2 })),
    visit(SECTION),
    see('September 2026'),
  ],
  'reports-empty': [() => ownerWithReports(), visit(SECTION), see(/^Your first report/)],
  'reports-loading': [() => ownerWithReports(), hold(listSentReports), visit(SECTION), seeRole('status', 'Loading the reports')],
  'reports-failed': [() => ownerWithReports(), fail(listSentReports), visit(SECTION), see('We couldn’t load the reports.')],
  report: [() => ownerWithReports(reportOf()), visit(`${SECTION}&report=report-1`), seeHeading(TITLE)],
  'report-long': [() => ownerWithReports(longReport), visit(`${SECTION}&report=report-1`), seeHeading(TITLE)],
  'report-without-figures': [() => ownerWithReports(emptyReportOf()), visit(`${SECTION}&report=report-1`), seeHeading(TITLE)],
  'report-failed': [() => ownerWithReports(), fail(getReport), visit(`${SECTION}&report=report-1`), see('We couldn’t load this report.')],
})

checkStates('admin', {
  'admin-reports': openTab,
  'admin-reports-empty': [admin, () => answerAllReports([]), visit(TAB), see(/^There are no reports of October 2026/)],
  'admin-reports-failed': [admin, fail(listReports), visit(TAB), see('We couldn’t load the reports.')],
  'admin-report': openPanel,
  'admin-report-changed-elsewhere': [
    openPanel,
    enter('A few words to the company', 'A good month.'),
    ...(theirs ? [fail(setReportText, 409, 'This report was changed.', { report: theirs }), serve(getReport, theirs)] : []),
    press(/^Save$/),
    see('Somebody else changed this text while you were writing:'),
  ],
  'admin-report-send': [openPanel, press(/^Send$/), seeDialog('Send the October 2026 report?')],
  'admin-reports-sent': [
    openTab,
    press('Send all ready'),
    seeDialog('Send 3 reports'),
    serve(sendReports, {
      results: [
        { id: 'report-0', status: 200, message: '', ...(first && { report: listedOf(first) }) },
        { id: 'report-2', status: 409, message: 'This report was changed in the meantime. Please check it again.' },
        { id: 'report-3', status: 503, message: 'This isn’t possible right now. Please try again shortly.' },
      ],
    }),
    pressInDialog('Send 3 reports'),
    see('Sent 1 of 3 reports'),
  ],
})
