import type { TaskMailTopic } from '@app/contracts/http/mail-content.ts'
import type pg from 'pg'
import { until } from '../../bench/owner.ts'
import { auditLeftOvers, countPending } from '../fleet/audit.ts'
import { compare, eachOnce, type Finding } from '../fleet/finding.ts'
import { say } from '../fleet/report.ts'
import type { MailedProduct, MailedTask } from './mailed-product.ts'

/** The longest pauses of a queue and the longest delays of a retry in these tests are a minute. */
const DONE_MS = 300_000

/** An email that must be in the ledger. */
export interface ExpectedMail {
  topic: TaskMailTopic
  task: MailedTask
  outcome: 'sent' | 'obsolete'
}

interface LedgerRow {
  id: string
  topic: string
  taskId: string
  outcome: string
  attempts: number
  mayBeDuplicate: boolean
}

/** Returns the emails about these tasks, about their previews and about decisions on them. */
async function findMails(database: pg.Pool, tasks: readonly MailedTask[]): Promise<LedgerRow[]> {
  const { rows } = await database.query<LedgerRow>(
    `select * from (
      select mail.id, template as topic, coalesce(preview.task_id, first_task_id, decision.task_id, about) as "taskId", attempts,
        case when last_error = 'obsolete' then 'obsolete' else mail.state end as outcome, may_be_duplicate as "mayBeDuplicate"
      from notifications.mail left join tasks.preview on preview.id = about left join tasks.reminder on reminder.id = about
        left join tasks.decision on decision.id = about
      where composer = 'tasks'
    ) as found where "taskId" = any($1)`,
    [tasks.map(({ _id }) => _id)],
  )
  return rows
}

/** Returns how many emails about tasks have a state of the work queue. */
export async function countWork(database: pg.Pool, states: readonly string[]): Promise<number> {
  const { rows } = await database.query<{ count: number }>(
    "select count(*)::int as count from notifications.work where queue = 'mail-tasks' and state = any($1)",
    [states],
  )
  return rows[0]?.count ?? 0
}

function countsIn<T>(items: readonly T[], keyOf: (item: T) => string): Map<string, number> {
  return new Map([...Map.groupBy(items, keyOf)].map(([key, same]) => [key, same.length]))
}

const subjects: Partial<Record<TaskMailTopic, string>> = {
  'task-created-for-you': 'Task created for you',
  'preview-ready': 'Ready for your review',
}

/** Checks that the owners received the emails with these subjects about their own tasks, each once. */
function auditSubjects({ sink }: MailedProduct, expected: readonly ExpectedMail[]): Finding {
  const sent = expected.filter(({ topic, outcome }) => outcome === 'sent' && subjects[topic])
  const titles = new Set(expected.map(({ task }) => task.title))
  const received = sink.ownersMails.filter(({ subject }) => {
    const [start, title = ''] = subject.split(': ')
    return titles.has(title) && Object.values(subjects).some((known) => known === start)
  })
  return compare(
    'received subjects',
    countsIn(received, ({ to, subject }) => `${to} ${subject}`),
    eachOnce(sent.map(({ topic, task: { owner, title } }) => `${owner.email} ${subjects[topic]}: ${title}`)),
  )
}

/** A finding about emails of which there may be some. */
const atMost = (what: string, count: number, most: number): Finding => ({
  what: `${what}, at most`,
  expected: most,
  lost: 0,
  doubled: Math.max(0, count - most),
  note: `${count} emails`,
})

interface Bounds {
  /** Maximum number of attempts of an email. */
  attempts: number
  /** Maximum number of emails whose sending a kill interrupted. They may have more attempts, and may be flagged as possible duplicates. */
  interrupted: number
}

/**
 * Waits until all work is done, and then checks the emails about the tasks in `expected`: the ledger has exactly the expected emails, and
 * each one that is sent was received once. Only an email that is flagged as a possible duplicate may have been received twice.
 */
export async function auditMails(product: MailedProduct, expected: readonly ExpectedMail[], bounds: Bounds): Promise<Finding[]> {
  const { database, sink } = product
  const isDone = async () => (await countPending(database)) === 0
  await until('all work is done', isDone, DONE_MS).catch((error: Error) => say(error.message))
  const mails = await findMails(database, [...new Set(expected.map(({ task }) => task))])
  const cameTwice = ({ id, mayBeDuplicate }: LedgerRow): boolean => mayBeDuplicate && sink.received.get(id) === 2
  const flagged = mails.filter(({ mayBeDuplicate }) => mayBeDuplicate).length
  const tired = mails.filter(({ attempts }) => attempts > bounds.attempts).length
  return [
    compare(
      'emails about tasks, by outcome',
      countsIn(mails, ({ topic, taskId, outcome }) => `${topic} ${taskId} ${outcome}`),
      countsIn(expected, ({ topic, task, outcome }) => `${topic} ${task._id} ${outcome}`),
    ),
    {
      ...compare(
        'received emails',
        new Map(mails.map((mail) => [mail.id, cameTwice(mail) ? 1 : (sink.received.get(mail.id) ?? 0)])),
        eachOnce(mails.filter(({ outcome }) => outcome === 'sent').map(({ id }) => id)),
      ),
      note: `${mails.filter(cameTwice).length} flagged as possible duplicates and received twice`,
    },
    auditSubjects(product, expected),
    atMost('flagged as possible duplicates', flagged, bounds.interrupted),
    atMost(`more than ${bounds.attempts} attempts`, tired, bounds.interrupted),
    ...(await auditLeftOvers(database)),
  ]
}
