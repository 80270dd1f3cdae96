import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { ExportedReport, ExportedTask } from '@app/contracts/export/tasks.ts'

/** Records of each kind, by company and name of the kind. */
type Records = Map<string, Readonly<Record<string, readonly object[]>>>

const PAGE = 2

/** Starts a substitute for all services that own records. Its pages have two records. */
export async function startRecordServices() {
  const records: Records = new Map()
  const state = { failures: 0, requests: 0 }
  const calls: { kind: string; authorization: string | undefined }[] = []
  const server = createServer(({ url = '', headers }, response) => {
    state.requests += 1
    const { pathname, searchParams } = new URL(url, 'http://localhost')
    const [, companyId = '', kind = ''] = /^\/internal\/export\/([^/]+)\/([^/]+)$/.exec(pathname) ?? []
    calls.push({ kind, authorization: headers.authorization })
    if (state.failures > 0) {
      state.failures -= 1
      response.writeHead(500).end()
      return
    }
    const all = records.get(companyId)?.[kind] ?? []
    const from = Number(searchParams.get('cursor') ?? 0)
    const page = all.slice(from, from + PAGE)
    searchParams.set('cursor', String(from + PAGE))
    response.writeHead(200, {
      'content-type': 'application/jsonl',
      ...(from + PAGE < all.length && { link: `<${pathname}?${searchParams}>; rel="next"` }),
    })
    response.end(page.map((record) => `${JSON.stringify(record)}\n`).join(''))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    urls: { identity: url, tasks: url, documents: url, 'crm-proxy': url, campaigns: url },
    records,
    state,
    calls,
    stop() {
      server.closeAllConnections()
      server.close()
    },
  }
}

const AT = '2026-10-02T09:00:00.123456+00:00'
const ID = '0192f3a0-0000-7000-8000-000000000001'

export const ownerRecord = (id: string) => ({ id, email: 'june@palm.example', username: 'June', createdAt: AT })

/** A posted task with one delivered picture. */
export function taskRecord(overrides: Partial<ExportedTask> & { picture?: string } = {}): ExportedTask {
  const { picture = 'public/previews/one.png', ...rest } = overrides
  const texts = { tagline: '', taskpurpose: '', headline: '', offerormessage: '', calltoaction: '', guidlines: '', additionalinfo: '' }
  return {
    id: crypto.randomUUID(),
    taskId: 1001,
    title: 'Autumn bread',
    ...texts,
    description: '',
    targetPostingDate: '2026-10-02',
    targetPostingTime: null,
    submissionForReview: null,
    status: 'Posted',
    platformX: true,
    platformFb: false,
    platformInsta: false,
    platformLi: false,
    platformYoutube: false,
    platformViaMail: false,
    referenceImage: null,
    briefVersion: 1,
    previewBriefVersion: 1,
    doneTaskImage: picture,
    previewNumber: 1,
    approvedPreviewNumber: 1,
    approvalUnconfirmed: false,
    adminPostComment: null,
    postedAt: AT,
    postedOn: '2026-10-02',
    postLinks: { platform_x: 'https://x.com/palm/1' },
    rollbacks: [],
    isRecurring: false,
    recurrenceType: null,
    weeklyDayOfWeek: null,
    monthlyWeek: null,
    monthlyDayOfWeek: null,
    recurrenceStartDate: null,
    recurrenceEndDate: null,
    seriesId: null,
    occurrenceNo: null,
    occurrenceDate: null,
    nextOccurrenceDate: null,
    version: 4,
    createdBy: 'owner',
    createdAt: AT,
    updatedAt: AT,
    briefVersions: [],
    previews: [
      {
        id: crypto.randomUUID(),
        number: 1,
        caption: 'Fresh from the oven',
        contentHash: 'a'.repeat(64),
        state: 'delivered',
        createdBy: ID,
        createdAt: AT,
        deliveredBy: ID,
        deliveredAt: AT,
        briefVersion: 1,
        withdrawnAt: null,
        files: [
          {
            position: 1,
            key: picture,
            kind: 'image',
            mediaType: 'image/png',
            bytes: 3,
            sha256: 'b'.repeat(64),
            width: 1,
            height: 1,
            durationMs: null,
            posterKey: null,
            alternativeText: 'A loaf',
          },
        ],
      },
    ],
    reviewLinks: [],
    messages: [],
    previewNotes: [],
    decisions: [
      {
        id: crypto.randomUUID(),
        taskVersion: 3,
        previewNumber: 1,
        kind: 'approve',
        channel: 'review-link',
        linkId: null,
        decidedBy: ID,
        contentHash: 'a'.repeat(64),
        reason: null,
        signs: [],
        confirmedAt: null,
        confirmedBy: null,
        createdAt: AT,
      },
    ],
    undoneLaunches: [],
    ...rest,
  }
}

export const documentRecord = (file: string, fileName: string) => ({
  id: crypto.randomUUID(),
  docId: 1001,
  title: 'Prices',
  description: '',
  documentType: 'pdf',
  isTraining: false,
  file,
  fileName,
  size: 3,
  note: null,
  openedAt: null,
  version: 1,
  createdAt: AT,
})

export const customerRecord = (email: string, first = 'Ann', row = 2) => ({
  'First Name': first,
  'Last Name': 'Lee',
  'Email id': email,
  'Mobile No': '',
  Stage: 'Customer',
  'Lead Date': '',
  'Customer date': '',
  'Email Subscription': 'Yes',
  'Other Details': '',
  'Customer ID': '',
  row,
})

/** A monthly report with one post. */
export function reportRecord(title: string, overrides: Partial<ExportedReport> = {}): ExportedReport {
  const duration = { medianHours: 5.5, count: 2 }
  const content = {
    delivered: 3,
    posted: 1,
    timeToFirstPreview: duration,
    timeToDecision: duration,
    roundsOfRevision: { total: 0, perTask: 0 },
  }
  const mails = { sent: 11, bounced: 0, opened: null, clicked: null, unsubscribed: 2 }
  const post = {
    taskId: ID,
    title,
    postedOn: '2026-10-02',
    platforms: ['platform_x'],
    links: [{ platform: 'platform_x', url: 'https://x.com/palm/1' }],
    thumbnail: { key: 'public/previews/small.png', width: 1, height: 1 },
    alternativeText: 'A loaf',
  }
  return {
    id: crypto.randomUUID(),
    companyName: 'Palm Bakery',
    month: '2026-10',
    number: 1,
    state: 'sent',
    text: 'A good month.',
    figures: {
      content,
      posts: { listed: [post], more: 0 },
      campaigns: { total: mails, listed: [{ ...mails, campaignId: ID, name: 'Autumn' }], more: 0 },
      customers: null,
      planned: { listed: [], more: 0 },
      before: null,
    },
    thumbnails: ['public/previews/small.png'],
    preparedAt: AT,
    sentAt: AT,
    sentBy: ID,
    version: 2,
    ...overrides,
  }
}

/** A campaign with one email that was sent. */
export function campaignRecords(name: string) {
  const [campaignId, stepId] = [crypto.randomUUID(), crypto.randomUUID()]
  const attachment = { attachment: null, attachmentName: null, attachmentType: null, attachmentSize: null }
  const step = { id: stepId, position: 1, type: 'Special', date: '2026-10-03', subject: 'Hello', body: 'Text', ...attachment, version: 1 }
  const dates = { startDate: null, endDate: null, countsOpens: true }
  return {
    campaigns: [
      {
        id: campaignId,
        name,
        audience: 'All',
        category: 'Special Event',
        ...dates,
        state: 'active',
        version: 1,
        createdAt: AT,
        steps: [step],
      },
    ],
    dispatches: [
      {
        id: crypto.randomUUID(),
        campaignId,
        stepId,
        date: '2026-10-03',
        sendsAt: AT,
        state: 'done',
        code: null,
        reason: null,
        audience: 12,
        skipped: null,
        image: null,
        links: null,
        counts: { accepted: 11, failed: 1, suppressed: 0, bounced: 0, complained: 0, unsubscribed: 2 },
        startedAt: AT,
        finishedAt: AT,
        version: 1,
      },
    ],
  }
}
