import {
  getReport,
  type ListedReport,
  listReports,
  listSentReports,
  listUnpreparedReports,
  type MonthlyReport,
  type UnpreparedReport,
} from '@app/contracts/http/monthly-reports.ts'
import { answer, refusal, reply, type Sent } from './api.ts'
import { company, ownerWith, picture } from './fixtures.ts'

/** The month of all example reports. */
export const MONTH = '2026-10'

const duration = (medianHours: number) => ({ medianHours, count: 9 })

const mails = { sent: 1240, bounced: 12, opened: 602, clicked: 91, unsubscribed: 4 }

/** Returns a sent report of October 2026 with posts, campaigns and customers. */
export const reportOf = (changes: Partial<MonthlyReport> = {}): MonthlyReport => ({
  _id: 'report-1',
  companyProfileId: company._id,
  companyName: company.companyName,
  month: MONTH,
  number: 1,
  state: 'sent',
  preparedAt: '2026-11-02T14:00:00.000Z',
  sentAt: changes.state === 'prepared' ? null : '2026-11-02T15:30:00.000Z',
  text: 'October was about the new fall menu.\n\nPlease send us pictures of the terrace.',
  correctedBy: null,
  version: 1,
  figures: {
    content: {
      delivered: 8,
      posted: 2,
      timeToFirstPreview: duration(52.4),
      timeToDecision: duration(7.5),
      roundsOfRevision: { total: 3, perTask: 0.4 },
    },
    posts: {
      listed: [
        {
          taskId: 'task-1',
          title: 'Fall menu',
          postedOn: '2026-10-05',
          platforms: ['platform_insta', 'platform_fb'],
          links: [{ platform: 'platform_insta', url: 'https://www.instagram.com/p/1' }],
          thumbnail: { url: picture('coral'), width: 40, height: 40 },
          alternativeText: 'A pumpkin pie',
        },
        {
          taskId: 'task-2',
          title: 'Opening hours on Halloween, and where to park when the main street is closed for the parade',
          postedOn: '2026-10-29',
          platforms: ['platform_x'],
          links: [],
          thumbnail: null,
          alternativeText: '',
        },
      ],
      more: 0,
    },
    campaigns: {
      total: mails,
      listed: [
        { campaignId: 'campaign-1', name: 'Fall newsletter', sent: 812, bounced: 9, opened: 402, clicked: 61, unsubscribed: 3 },
        { campaignId: 'campaign-2', name: 'Birthday greetings', sent: 428, bounced: 3, opened: 200, clicked: 30, unsubscribed: 1 },
      ],
      more: 0,
    },
    customers: { leads: 48, customers: 212, lost: 17, otherStage: 3, observedAt: '2026-10-31T12:00:00.000Z' },
    planned: { listed: [{ date: '2026-11-24', time: '09:30', title: 'Turkey', platforms: ['platform_insta'] }], more: 0 },
    before: {
      content: {
        delivered: 7,
        posted: 5,
        timeToFirstPreview: duration(60),
        timeToDecision: duration(12),
        roundsOfRevision: { total: 6, perTask: 0.8 },
      },
      campaigns: { ...mails, sent: 900 },
      customers: { leads: 41, customers: 205, lost: 15, otherStage: 3, observedAt: '2026-09-30T12:00:00.000Z' },
    },
  },
  ...changes,
})

/** Returns a report of a month in which nothing happened, and whose customers are not known. */
export function emptyReportOf(changes: Partial<MonthlyReport> = {}): MonthlyReport {
  const none = { medianHours: null, count: 0 }
  const list = { listed: [], more: 0 }
  return reportOf({
    text: '',
    figures: {
      content: { delivered: 0, posted: 0, timeToFirstPreview: none, timeToDecision: none, roundsOfRevision: { total: 0, perTask: null } },
      posts: list,
      campaigns: { total: { sent: 0, bounced: 0, opened: null, clicked: null, unsubscribed: 0 }, ...list },
      customers: null,
      planned: list,
      before: null,
    },
    ...changes,
  })
}

export const listedOf = ({ text, figures, correctedBy: _, ...report }: MonthlyReport): ListedReport => ({
  ...report,
  hasText: text !== '',
  posted: figures.content.posted,
  delivered: figures.content.delivered,
  decisionHours: figures.content.timeToDecision.medianHours,
  emailsSent: figures.campaigns.total.sent,
  customers: figures.customers?.customers ?? null,
})

function answerReports(reports: readonly MonthlyReport[]): void {
  answer(getReport, ({ address }) => {
    const found = reports.find(({ _id }) => address.endsWith(`/${_id}`))
    return found ? reply(getReport, found) : refusal(404, 'Report not found')
  })
}

/** Signs in an owner whose company has these sent reports. The array is read at each request, so tests can change it. */
export function ownerWithReports(...reports: MonthlyReport[]): MonthlyReport[] {
  ownerWith()
  answer(listSentReports, () => reply(listSentReports, reports.filter(({ correctedBy }) => correctedBy === null).map(listedOf)))
  answerReports(reports)
  return reports
}

/**
 * Mocks the reports of all companies. The arrays are read at each request, so tests can change them. Returns the requests for the list.
 */
export function answerAllReports(reports: readonly MonthlyReport[], unprepared: readonly UnpreparedReport[] = []): Sent[] {
  answer(listUnpreparedReports, () => reply(listUnpreparedReports, [...unprepared]))
  answerReports(reports)
  return answer(listReports, ({ address }) => {
    const state = new URLSearchParams(address.split('?')[1]).get('state')
    return reply(listReports, reports.filter((report) => state === null || report.state === state).map(listedOf))
  })
}
