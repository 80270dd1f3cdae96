import {
  type BoardTask,
  type CompanyLine,
  countBoard,
  getBoardCompany,
  getBoardTask,
  listBoardCompanies,
  listBoardTasks,
  type TaskCounts,
  type Turn,
} from '@app/contracts/http/board.ts'
import { listClientMails } from '@app/contracts/http/client-mails.ts'
import type { CompanyProfile } from '@app/contracts/http/company.ts'
import { listErasures } from '@app/contracts/http/erasure.ts'
import { getMonday, MONDAY_TASKS_MAX } from '@app/contracts/http/monday.ts'
import { listNotes } from '@app/contracts/http/notes.ts'
import { streamNotifications } from '@app/contracts/http/notifications.ts'
import { getOwner, type OwnerAccount } from '@app/contracts/http/owners.ts'
import { listPhotos } from '@app/contracts/http/photos.ts'
import { getPostingKit } from '@app/contracts/http/posting-kit.ts'
import { listPreviewNotes } from '@app/contracts/http/preview-notes.ts'
import { listPreviews } from '@app/contracts/http/previews.ts'
import { getProofreading, listAcceptedFindings } from '@app/contracts/http/proofreading.ts'
import type { Task } from '@app/contracts/http/tasks.ts'
import { listWaitingPreviews, type WaitingPreview } from '@app/contracts/http/waiting.ts'
import { calendarDateOf } from '@app/contracts/rules/calendar.ts'
import { page } from 'vitest/browser'
import { matchesFilter as companyBelongs, orderOf as companyOrder } from '../features/admin/board/company-order.ts'
import { isDue, nextStepDate, periodOf, turnOf } from '../features/admin/board/due-dates.ts'
import { companyToday } from '../features/admin/board/posting-time.ts'
import { stripOrder } from '../features/admin/board/status-order.ts'
import { matchesFilter as taskBelongs, orderOf as taskOrder, toCard } from '../features/admin/board/task-order.ts'
import { businessMinute, businessToday } from '../shared/format/dates.ts'
import { answer, never, refusal, reply, type Sent } from './api.ts'
import { company, taskOf } from './fixtures.ts'
import { kitOf } from './posting-kit.ts'
import { proofreadingOf } from './proofreading.ts'

export interface OnBoard {
  company: CompanyProfile
  tasks: Task[]
  /** If this value is omitted, the dashboard has no record of a sign-in of the owner. */
  lastSignedInAt?: string
  /** Whether the owner has not confirmed the email address. */
  isUnconfirmed?: boolean
  /** Id of the account manager. If this value is omitted, the company has none. */
  managerId?: string
  /** Numbers of open findings by the numbers of tasks. */
  findings?: Readonly<Record<number, number>>
}

/** The id of the admin whose companies `manager=me` selects. It is the id of the operator of `signInAs`. */
export const SELF = 'operator-1'

export const companyOf = (n: number, changes: Partial<CompanyProfile> = {}): CompanyProfile => ({
  ...company,
  _id: `company-${String(n).padStart(5, '0')}`,
  companyName: `Company ${n}`,
  ...changes,
})

export const someCompanies = (count: number, tasksEach = 1): OnBoard[] =>
  Array.from({ length: count }, (_, i) => {
    const company = companyOf(i + 1, { email: `desk@shop-${i + 1}.example`, city: i % 2 ? 'Columbia' : 'Aiken' })
    const tasks = Array.from({ length: tasksEach }, (_, n) => {
      const taskId = i * tasksEach + n + 1
      return taskOf({ taskId, title: `Post ${taskId}`, companyProfileId: company._id })
    })
    return { company, tasks }
  })

/** Returns a waiting preview of a task: the email was sent two hours ago, and the link was not opened. */
export const waitingPreviewOf = (task: Task, companyName: string, changes: Partial<WaitingPreview> = {}): WaitingPreview => {
  const sentAt = new Date(Date.now() - 2 * 3_600_000).toISOString()
  return {
    ...toCard(task, companyName),
    remindedAt: task.remindedAt,
    remindersSent: task.remindedAt ? 1 : 0,
    waitingSince: sentAt,
    recipients: [
      {
        kind: 'owner',
        name: null,
        address: 'ann@bakery.example',
        hasLink: true,
        sentAt,
        bouncedAt: null,
        openedAt: null,
        snoozedUntil: null,
      },
    ],
    reach: task.emailBounced ? 'bounced' : 'unopened',
    reviewLinks: true,
    isOwnerConfirmed: true,
    phone: '8035550142',
    ...changes,
  }
}

/** The account of the owner of each company on the board. */
export const ownerAccount: OwnerAccount = {
  _id: 'owner-1',
  email: 'ann@bakery.example',
  username: 'Ann',
  emailVerified: true,
  bouncedAt: null,
  lastSignedInAt: null,
  createdAt: '2026-11-01T12:00:00.000Z',
}

const countsOf = (tasks: readonly Task[]): TaskCounts => {
  const counts: TaskCounts = { Pending: 0, 'Roll Back': 0, Approved: 0, Posted: 0 }
  for (const { currentStatus } of tasks) counts[currentStatus] += 1
  return counts
}

export function lineOf(
  { company: { gsapi: _, ...profile }, tasks, lastSignedInAt, isUnconfirmed = false, managerId, findings }: OnBoard,
  cards: number,
): CompanyLine {
  const open = tasks
    .filter(({ currentStatus }) => currentStatus !== 'Posted')
    .map((task) => toCard(task, profile.companyName, undefined, findings?.[task.taskId]))
  const withClient = open.filter(({ currentStatus, hasFreshPreview }) => currentStatus === 'Pending' && hasFreshPreview).length
  const counts = countsOf(tasks)
  return {
    ...profile,
    isUnconfirmed,
    managerId: managerId ?? null,
    lastSignedInAt: lastSignedInAt ?? null,
    counts,
    previewsOwed: counts.Pending + counts['Roll Back'] - withClient,
    withClient,
    nextPostingDate: open.flatMap((task) => calendarDateOf(task) ?? []).sort()[0] ?? null,
    cards: open.sort(stripOrder).slice(0, cards),
  }
}

export const searchesOf = (sent: { address: string }[]) => sent.map(({ address }) => address.slice(address.indexOf('?')))

export const cardTitles = () =>
  page
    .getByRole('article')
    .getByRole('link')
    .elements()
    .map(({ textContent }) => textContent)

const queryOf = ({ address }: Sent) => new URL(address, window.location.href).searchParams
const idOf = ({ address }: Sent) => decodeURIComponent(new URL(address, window.location.href).pathname.split('/').at(-1) ?? '')

/** Returns one page of a list. The cursor is an index. */
function pageOf<T>(sent: Sent, list: readonly T[]): Response {
  const query = queryOf(sent)
  const from = Number(query.get('cursor') ?? 0)
  const end = from + Number(query.get('limit'))
  query.set('cursor', String(end))
  const headers = end < list.length ? { link: `</api?${query}>; rel="next"` } : undefined
  return Response.json(list.slice(from, end), { headers })
}

const isDueForLaunch = (card: BoardTask) => isDue(card, companyToday(card, businessMinute()))

/** Returns the lists of the admins' first screen, for these tasks. */
function mondayOf(cards: readonly BoardTask[]) {
  const sorted = cards.toSorted(taskOrder({ sort: 'due' }))
  const listOf = (belongs: (card: BoardTask) => boolean) => {
    const tasks = sorted.filter(belongs)
    return { count: tasks.length, tasks: tasks.slice(0, MONDAY_TASKS_MAX) }
  }
  const callsOf = (belongs: (card: BoardTask) => boolean) => {
    const { count, tasks } = listOf(belongs)
    return { count, tasks: tasks.map((card) => ({ ...card, phone: '8035550142' })) }
  }
  const owed = (period: string) => listOf((card) => turnOf(card) === 'admin' && periodOf(nextStepDate(card), businessToday()) === period)
  return {
    owed: { late: owed('Late'), today: owed('Today'), thisWeek: owed('This week') },
    launch: listOf((card) => isDueForLaunch(card) && !card.approvalUnconfirmed),
    referredBack: listOf((card) => card.currentStatus === 'Roll Back'),
    calls: {
      bounced: callsOf((card) => turnOf(card) === 'owner' && card.emailBounced),
      unconfirmed: callsOf((card) => card.approvalUnconfirmed),
      unopened: callsOf(() => false),
    },
  }
}

const wordsOf = (query: URLSearchParams) => ({ search: query.get('search') ?? undefined, sort: (query.get('sort') ?? undefined) as never })

/** Mocks the admin dashboard. The arrays are read at each request, so tests can change them. Returns the requests of each route. */
export function boardOf(...companies: OnBoard[]) {
  const cardsIn = (some: readonly OnBoard[]): BoardTask[] =>
    some.flatMap(({ company: { companyName, timeZone }, tasks, findings }) =>
      tasks.map((task) => toCard(task, companyName, timeZone, findings?.[task.taskId])),
    )
  /** The companies that the filters `unconfirmed` and `manager` of a request select. */
  const accountsOf = (query: URLSearchParams) => {
    const unconfirmed = query.get('unconfirmed')
    return companies.filter(
      ({ isUnconfirmed = false, managerId }) =>
        (unconfirmed === null || String(isUnconfirmed) === unconfirmed) && (!query.has('manager') || managerId === SELF),
    )
  }
  const turnsOf = (of: readonly BoardTask[]) => ({
    admin: of.filter((card) => turnOf(card) === 'admin').length,
    owner: of.filter((card) => turnOf(card) === 'owner').length,
  })
  answer(streamNotifications, never)
  answer(getOwner, () => reply(getOwner, ownerAccount))
  answer(listPreviews, () => reply(listPreviews, []))
  answer(listNotes, () => reply(listNotes, []))
  answer(listClientMails, () => reply(listClientMails, { mails: [], keptDays: 90 }))
  answer(listErasures, () => reply(listErasures, []))
  answer(listPhotos, () => reply(listPhotos, []))
  answer(listPreviewNotes, () => reply(listPreviewNotes, []))
  answer(getPostingKit, () => reply(getPostingKit, kitOf()))
  answer(getProofreading, () => reply(getProofreading, proofreadingOf()))
  answer(listAcceptedFindings, () => reply(listAcceptedFindings, []))
  return {
    counts: answer(countBoard, (sent) => {
      const counted = accountsOf(queryOf(sent))
      const apart = counted.filter(({ isUnconfirmed }) => isUnconfirmed)
      return reply(countBoard, {
        tasks: countsOf(counted.flatMap(({ tasks }) => tasks)),
        turns: turnsOf(cardsIn(counted)),
        launch: cardsIn(counted).filter(isDueForLaunch).length,
        findings: cardsIn(counted).filter(({ openFindings }) => openFindings > 0).length,
        unconfirmed: {
          tasks: countsOf(apart.flatMap(({ tasks }) => tasks)),
          turns: turnsOf(cardsIn(apart)),
          companies: apart.length,
          companiesWithTasks: apart.filter(({ tasks }) => tasks.length > 0).length,
        },
      })
    }),
    monday: answer(getMonday, (sent) => reply(getMonday, mondayOf(cardsIn(accountsOf(queryOf(sent)))))),
    companies: answer(listBoardCompanies, (sent) => {
      const query = queryOf(sent)
      const filter = { ...wordsOf(query), withTasks: query.has('withTasks'), reverse: query.has('reverse') }
      const lines = accountsOf(query).map((one) => lineOf(one, Number(query.get('cards') ?? 0)))
      return pageOf(sent, lines.filter((line) => companyBelongs(line, filter)).sort(companyOrder(filter)))
    }),
    company: answer(getBoardCompany, (sent) => {
      const found = companies.find(({ company }) => company._id === idOf(sent))
      if (!found) return refusal(404, 'There is no such company.')
      return reply(getBoardCompany, {
        company: found.company,
        line: lineOf(found, Number(queryOf(sent).get('cards') ?? 0)),
        requiresCheck: false,
        ownerEmail: ownerAccount.email,
        ownerId: ownerAccount._id,
      })
    }),
    tasks: answer(listBoardTasks, (sent) => {
      const query = queryOf(sent)
      const filter = {
        ...wordsOf(query),
        status: (query.get('status') ?? undefined) as Task['currentStatus'] | undefined,
        open: query.has('open'),
        turn: (query.get('turn') ?? undefined) as Turn | undefined,
        companyProfileId: query.get('companyProfileId') ?? undefined,
        findings: query.has('findings'),
      }
      return pageOf(
        sent,
        cardsIn(accountsOf(query))
          .filter((card) => taskBelongs(card, filter))
          .sort(taskOrder(filter)),
      )
    }),
    waiting: answer(listWaitingPreviews, (sent) => {
      const query = queryOf(sent)
      const filter = { ...wordsOf(query), turn: 'owner' as const, sort: 'due' as const }
      const all = accountsOf(query).flatMap(({ company, tasks }) => tasks.map((task) => waitingPreviewOf(task, company.companyName)))
      const reach = query.get('reach')
      return pageOf(sent, all.filter((one) => taskBelongs(one, filter) && (!reach || one.reach === reach)).sort(taskOrder(filter)))
    }),
    task: answer(getBoardTask, (sent) => {
      for (const { company, tasks, isUnconfirmed = false, findings } of companies) {
        const task = tasks.find(({ taskId }) => String(taskId) === idOf(sent))
        const { companyName, timeZone } = company
        if (task) return reply(getBoardTask, { task, companyName, timeZone, isUnconfirmed, openFindings: findings?.[task.taskId] ?? 0 })
      }
      return refusal(404, 'There is no such task.')
    }),
  }
}
