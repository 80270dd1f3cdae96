import { describe, expect, it } from 'vitest'
import {
  contentInWords,
  customersByStage,
  formatHours,
  mailFunnel,
  mailsInWords,
  mainFigures,
  monthAfter,
  postsByWeek,
} from '../../src/format/report-words.ts'
import type { MonthlyReport } from '../../src/http/monthly-reports.ts'
import { withLocale } from './with-locale.ts'

const duration = (medianHours: number | null) => ({ medianHours, count: 1 })
const customers = { leads: 4, customers: 10, lost: 0, otherStage: 1, observedAt: '2027-01-31T12:00:00.000Z' }
const mails = { sent: 0, bounced: 0, opened: null, clicked: null, unsubscribed: 0 }
const content = {
  delivered: 5,
  posted: 4,
  timeToFirstPreview: duration(60),
  timeToDecision: duration(5.5),
  roundsOfRevision: { total: 0, perTask: null },
}

const post = (postedOn: string) => ({
  taskId: postedOn,
  title: '',
  postedOn,
  platforms: [],
  links: [],
  thumbnail: null,
  alternativeText: '',
})

function reportWith(figures: Partial<MonthlyReport['figures']> = {}): MonthlyReport {
  return {
    _id: '1',
    companyProfileId: '1',
    companyName: 'Fern & Fable',
    month: '2027-01',
    number: 1,
    state: 'prepared',
    preparedAt: '2027-02-01T12:00:00.000Z',
    sentAt: null,
    text: '',
    correctedBy: null,
    version: 1,
    figures: {
      content,
      posts: { listed: [], more: 0 },
      campaigns: { total: mails, listed: [], more: 0 },
      customers: null,
      planned: { listed: [], more: 0 },
      before: null,
      ...figures,
    },
  }
}

describe('the words of a monthly report', () => {
  it('compare figures with the month before', () => {
    const before = { ...content, delivered: 4, posted: 4, timeToDecision: duration(11), roundsOfRevision: { total: 3, perTask: 1 } }
    const report = reportWith({ before: { content: before, campaigns: mails, customers: null } })
    expect(contentInWords(report).map(({ value, change }) => `${value}: ${change}`)).toEqual([
      '5: 1 more than in December (+25%)',
      '4: Same as in December',
      '2.5 days: Same as in December',
      '5.5 hours: 5.5 hours less than in December (-50%)',
      '0: 3 fewer than in December (-100%)',
    ])
  })

  it('compare nothing without a month before, and leave out percentages of nothing', () => {
    expect(contentInWords(reportWith()).map(({ change }) => change)).toEqual(['', '', '', '', ''])
    const none = { ...content, posted: 0, timeToDecision: duration(null) }
    const [, posts, , decision] = contentInWords(reportWith({ before: { content: none, campaigns: mails, customers: null } }))
    expect(posts?.change).toBe('4 more than in December')
    expect(decision).toMatchObject({ before: 'Not measured', change: '' })
  })

  it('say what was not recorded', () => {
    expect(mailsInWords(reportWith()).map(({ value }) => value)).toEqual(['0', '0', 'Not recorded', 'Not recorded', '0'])
  })

  it('begin with the three figures that are known', () => {
    const labels = (report: MonthlyReport) => mainFigures(report).map(({ label }) => label)
    const total = { ...mails, sent: 3 }
    expect(labels(reportWith())).toEqual(['Posts', 'Content delivered', 'Time to first preview'])
    expect(labels(reportWith({ customers }))).toEqual(['Posts', 'Customers', 'Content delivered'])
    expect(labels(reportWith({ customers, campaigns: { total, listed: [], more: 0 } }))).toEqual(['Posts', 'Emails sent', 'Customers'])
  })

  it('write durations in hours, and from two days on in days', () => {
    expect([0, 1, 5.5, 47.9, 48, 60].map(formatHours)).toEqual(['0 hours', '1 hour', '5.5 hours', '47.9 hours', '2 days', '2.5 days'])
  })

  it('name the next month in the locale', () => {
    expect(monthAfter('2026-12')).toBe('January 2027')
    expect(withLocale('de-DE', () => monthAfter('2027-01'))).toBe('Februar 2027')
  })
})

describe('the charts of a monthly report', () => {
  it('count posts by week, which begins as in the locale', () => {
    const posts = { listed: ['2027-01-01', '2027-01-02', '2027-01-03', '2027-01-31'].map(post), more: 0 }
    const weeks = () => postsByWeek(reportWith({ posts }))
    expect(weeks()?.categories).toEqual(['1 – 2', '3 – 9', '10 – 16', '17 – 23', '24 – 30', '31'])
    expect(weeks()?.series[0]?.values).toEqual([2, 1, 0, 0, 0, 1])
    expect(withLocale('en-GB', weeks)?.series[0]?.values).toEqual([3, 0, 0, 0, 1])
  })

  it('are left out without numbers', () => {
    expect(postsByWeek(reportWith())).toBeUndefined()
    expect(postsByWeek(reportWith({ posts: { listed: [post('2027-01-01')], more: 1 } }))).toBeUndefined()
    expect(mailFunnel(reportWith())).toBeUndefined()
    expect(customersByStage(reportWith())).toBeUndefined()
  })

  it('leave out figures that were not recorded, and the month before if it lacks one of the others', () => {
    const total = { ...mails, sent: 9, opened: 4 }
    const campaigns = { total, listed: [], more: 0 }
    const before = (opened: number | null) => ({ content, campaigns: { ...mails, sent: 8, opened }, customers: null })
    const series = (opened: number | null) => mailFunnel(reportWith({ campaigns, before: before(opened) }))?.series
    expect(mailFunnel(reportWith({ campaigns }))?.categories).toEqual(['Sent', 'Opened'])
    expect(series(3)).toEqual([
      { name: 'January', values: [9, 4] },
      { name: 'December', values: [8, 3] },
    ])
    expect(series(null)).toEqual([{ name: 'January', values: [9, 4] }])
    expect(mailFunnel(reportWith({ campaigns: { total: { ...mails, sent: 9 }, listed: [], more: 0 } }))?.title).toBe('Emails sent')
  })

  it('show customers beside the month before', () => {
    const before = { content, campaigns: mails, customers: { ...customers, leads: 2 } }
    expect(customersByStage(reportWith({ customers, before }))?.series.map(({ values }) => values[0])).toEqual([4, 2])
  })
})
