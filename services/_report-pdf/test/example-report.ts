import type { MonthlyReport, PlannedPost, ReportPost } from '@app/contracts/http/monthly-reports.ts'
import type { CampaignMonth } from '@app/contracts/http/report-figures.ts'
import type { Platform } from '@app/contracts/rules/task-status.ts'
import sharp from 'sharp'

const titles = [
  'Fall menu is here',
  'Meet our baker Rosa',
  'Halloween opening hours',
  'Two-for-one Tuesday: bring a friend and share a plate of our shrimp and grits',
  'Behind the scenes: how we roast our coffee',
  'Thank you for 2,000 followers!',
]
const sets: Platform[][] = [
  ['platform_insta', 'platform_fb'],
  ['platform_x'],
  ['platform_li', 'platform_fb', 'platform_x'],
  ['platform_youtube'],
]

const dayOf = (at: number, count: number): string => String(1 + Math.floor((at * 30) / Math.max(count, 1))).padStart(2, '0')

/** Returns a post of October 2026. */
export function examplePost(at: number, count: number, changes: Partial<ReportPost> = {}): ReportPost {
  const platforms = sets[at % sets.length] ?? []
  return {
    taskId: `task-${at}`,
    title: titles[at % titles.length] ?? '',
    postedOn: `2026-10-${dayOf(at, count)}`,
    platforms,
    links: platforms.slice(0, 2).map((platform) => ({ platform, url: `https://example.com/${platform}/${at}?a=1&b=2` })),
    thumbnail: { url: `https://pictures.example/${at}`, width: 400, height: 400 },
    alternativeText: at % 2 === 0 ? 'A plate of shrimp and grits on a wooden table' : '',
    ...changes,
  }
}

const campaign = (at: number): CampaignMonth => ({
  campaignId: `campaign-${at}`,
  name: ['Fall newsletter', 'Birthday greetings', 'We miss you'][at % 3] ?? '',
  sent: 812 - (at % 3) * 200,
  bounced: 9 - (at % 3),
  opened: 402 - (at % 3) * 100,
  clicked: 61 - (at % 3) * 15,
  unsubscribed: 3,
})

const planned = (at: number): PlannedPost => ({
  date: `2026-11-${dayOf(at, 8)}`,
  time: at % 3 === 0 ? '09:30' : null,
  title: titles[at % titles.length] ?? '',
  platforms: sets[at % sets.length] ?? [],
})

const duration = (medianHours: number | null) => ({ medianHours, count: medianHours === null ? 0 : 9 })

/** Returns a report of October 2026 with this number of posts and campaigns. */
export function exampleReport({ posts = 9, campaigns = 3 } = {}): MonthlyReport {
  const listed = Array.from({ length: campaigns }, (_, at) => campaign(at))
  const sum = (read: (campaign: CampaignMonth) => number | null) => listed.reduce((total, one) => total + (read(one) ?? 0), 0)
  return {
    _id: 'report-1',
    companyProfileId: 'company-1',
    companyName: 'Harbor & Pine Bakery',
    month: '2026-10',
    number: 1,
    state: 'sent',
    preparedAt: '2026-11-02T14:00:00.000Z',
    sentAt: '2026-11-02T15:30:00.000Z',
    text: 'October was about the new fall menu. Rosa’s portrait got the most attention so far, so we plan two more portraits.\n\nPlease send us pictures of the terrace by November 12.',
    correctedBy: null,
    version: 3,
    figures: {
      content: {
        delivered: posts + 1,
        posted: posts,
        timeToFirstPreview: duration(52.4),
        timeToDecision: duration(7.5),
        roundsOfRevision: { total: 4, perTask: 0.4 },
      },
      posts: { listed: Array.from({ length: posts }, (_, at) => examplePost(at, posts)), more: 0 },
      campaigns: {
        total: {
          sent: sum(({ sent }) => sent),
          bounced: sum(({ bounced }) => bounced),
          opened: sum(({ opened }) => opened),
          clicked: sum(({ clicked }) => clicked),
          unsubscribed: sum(({ unsubscribed }) => unsubscribed),
        },
        listed,
        more: 0,
      },
      customers: { leads: 48, customers: 212, lost: 17, otherStage: 3, observedAt: '2026-10-31T12:00:00.000Z' },
      planned: { listed: Array.from({ length: 8 }, (_, at) => planned(at)), more: 0 },
      before: {
        content: {
          delivered: 8,
          posted: 7,
          timeToFirstPreview: duration(60),
          timeToDecision: duration(12),
          roundsOfRevision: { total: 6, perTask: 0.8 },
        },
        campaigns: { sent: 1_650, bounced: 20, opened: 700, clicked: 88, unsubscribed: 5 },
        customers: { leads: 41, customers: 205, lost: 15, otherStage: 3, observedAt: '2026-09-30T12:00:00.000Z' },
      },
    },
  }
}

/** Returns the first report of a company for which nothing was done. */
export function emptyReport(): MonthlyReport {
  const { figures, ...report } = exampleReport({ posts: 0, campaigns: 0 })
  const content = {
    delivered: 0,
    posted: 0,
    timeToFirstPreview: duration(null),
    timeToDecision: duration(null),
    roundsOfRevision: { total: 0, perTask: null },
  }
  return { ...report, text: '', figures: { ...figures, content, customers: null, planned: { listed: [], more: 0 }, before: null } }
}

export const logo = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" width="300" height="90"><rect width="90" height="90" rx="20" fill="#b4432f"/></svg>',
)

/** Draws a picture that differs by its number. */
export function examplePicture(at: number, format: 'webp' | 'png' | 'jpeg' = 'webp'): Promise<Buffer> {
  const hue = (at * 47) % 360
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="480" height="600"><rect width="480" height="600" fill="hsl(${hue} 45% 72%)"/>
    <circle cx="240" cy="300" r="150" fill="hsl(${hue} 50% 40%)"/></svg>`
  return sharp(Buffer.from(svg)).toFormat(format).toBuffer()
}
