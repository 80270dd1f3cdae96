import type { ComposedMail, MailRequest, TaskMailTopic } from '@app/contracts/http/mail-content.ts'
import { remindTask } from '@app/contracts/http/remind-task.ts'
import { approveReview, undoReview } from '@app/contracts/http/reviews.ts'
import { addFeedback, updateTask } from '@app/contracts/http/tasks.ts'
import type pg from 'pg'
import { reviewTokenIn } from '../../support/client.ts'
import { receiptsOnce } from '../fleet/audit-records.ts'
import { say, sayFindings } from '../fleet/report.ts'
import { until } from '../fleet/sending.ts'
import { auditMails, countWork, type ExpectedMail } from './audit-mails.ts'
import { passOn } from './content-proxy.ts'
import { addOwners, addTasks, deliverPreviews, type MailedOwner, type MailedProduct, type MailedTask } from './mailed-product.ts'

const COMPOSED = 200
const OBSOLETE = 410

/** Tasks about which the owners decide while an email is being composed. */
interface Group {
  what: string
  /** The email during which the owners decide. */
  topic: TaskMailTopic
  /** Whether the owner decides before `tasks` composes the email, or between this and the response to `notifications`. */
  decides: 'before' | 'after'
  /** Decides about a task. `text` is the text of the email, if `tasks` has composed it. */
  decide: (task: MailedTask, text: string) => Promise<unknown>
  /** Causes the email, after the owner got the email about the preview. By default, the delivery of the preview causes the email. */
  cause?: (task: MailedTask) => Promise<unknown>
  /** All emails about a task after its preview is delivered. */
  mails: readonly [TaskMailTopic, ExpectedMail['outcome']][]
}

/** Waits for the email about a preview, and returns its text. */
async function previewMailOf({ sink }: MailedProduct, { title, owner }: MailedTask): Promise<string> {
  const find = () => sink.ownersMails.find(({ to, subject }) => to === owner.email && subject === `Ready for your review: ${title}`)
  await until(`the email about the preview of ${title} arrives`, async () => find() !== undefined)
  return find()?.text ?? ''
}

/** The groups in their order. Only after the last one, previews wait for a decision: a reminder lists all waiting previews of its owner. */
function groupsOf(product: MailedProduct): readonly Group[] {
  const { ask, adminToken } = product
  const approve = ({ _id, owner: { token } }: MailedTask) =>
    ask({ method: updateTask.method, path: updateTask.url.replace(':id', _id), token, json: { currentStatus: 'Approved' } })
  const referBack = ({ _id, owner: { token } }: MailedTask) =>
    ask({ method: addFeedback.method, path: addFeedback.url.replace(':id', _id), token, fields: { feedback: 'Please use our colors.' } })
  const throughLink = ({ method, url }: typeof approveReview | typeof undoReview, text: string, json: object) =>
    ask({ method, path: url.replace(':token', reviewTokenIn(text)), json: { previewNo: 1, ...json } })
  return [
    {
      what: 'approved before the email about the preview is composed',
      topic: 'preview-ready',
      decides: 'before',
      decide: approve,
      mails: [
        ['preview-ready', 'obsolete'],
        ['approved', 'sent'],
      ],
    },
    {
      what: 'referred back before the email about the preview is composed',
      topic: 'preview-ready',
      decides: 'before',
      decide: referBack,
      mails: [
        ['preview-ready', 'obsolete'],
        ['referred-back', 'sent'],
      ],
    },
    {
      what: 'approved through the link in the email about the preview before it is sent',
      topic: 'preview-ready',
      decides: 'after',
      decide: (_task, text) => throughLink(approveReview, text, {}),
      mails: [
        ['preview-ready', 'sent'],
        ['approved', 'sent'],
        ['receipt', 'sent'],
      ],
    },
    {
      what: 'approved after the reminder is composed and before it is sent',
      topic: 'reminder',
      decides: 'after',
      decide: approve,
      cause: ({ _id }) => ask({ method: remindTask.method, path: remindTask.url.replace(':id', _id), token: adminToken }),
      mails: [
        ['preview-ready', 'sent'],
        ['reminder', 'obsolete'],
        ['approved', 'sent'],
      ],
    },
    {
      what: 'approval undone before the email about it is composed',
      topic: 'approved',
      decides: 'before',
      decide: async (task) => throughLink(undoReview, await previewMailOf(product, task), { reason: 'The price is wrong.' }),
      cause: async (task) => throughLink(approveReview, await previewMailOf(product, task), {}),
      mails: [
        ['preview-ready', 'sent'],
        ['approved', 'obsolete'],
        ['receipt', 'sent'],
        ['receipt', 'sent'],
      ],
    },
  ]
}

/** Returns the task of an email, which is about the task, its preview or its reminder. */
async function taskIdOf(database: pg.Pool, { topic, about }: MailRequest): Promise<string> {
  const queries: Partial<Record<string, string>> = {
    'preview-ready': 'select task_id as id from tasks.preview where id = $1',
    reminder: 'select first_task_id as id from tasks.reminder where id = $1',
  }
  const query = queries[topic]
  if (!query) return about
  const { rows } = await database.query<{ id: string }>(query, [about])
  return rows[0]?.id ?? ''
}

/** What happened while the emails about a group's tasks were being composed. The values are ids of tasks. */
interface Observed {
  decided: Set<string>
  /** Tasks whose email was composed before the decision, while `notifications` waited for it. */
  answered: Set<string>
  /** What went wrong: decisions that failed, and emails that were composed although the decision had made them obsolete. */
  problems: string[]
}

/** Lets the proxy make the decision about each task of a group when the content of the group's email is requested. */
function decideMeanwhile({ proxy, database }: MailedProduct, { topic, decides, decide }: Group, tasks: readonly MailedTask[]): Observed {
  const taskOf = new Map(tasks.map((task) => [task._id, task]))
  const observed: Observed = { decided: new Set(), answered: new Set(), problems: [] }
  const { decided, answered, problems } = observed
  /** Decisions by task, because `notifications` repeats a request that takes longer than 2 s. */
  const decisions = new Map<string, Promise<unknown>>()
  function decideOnce(task: MailedTask, text: string): Promise<unknown> {
    const decision =
      decisions.get(task._id) ??
      decide(task, text).then(
        () => decided.add(task._id),
        (error: unknown) => problems.push(`${task.title}: ${error}`),
      )
    decisions.set(task._id, decision)
    return decision
  }
  proxy.respond = async ({ wanted, compose, isAwaited }) => {
    const task = wanted.topic === topic ? taskOf.get(await taskIdOf(database, wanted)) : undefined
    if (!task) return compose()
    if (decides === 'before') await decideOnce(task, '')
    const isDecided = decided.has(task._id)
    const answer = await compose()
    if (isDecided && answer.status !== OBSOLETE) problems.push(`${task.title}: ${answer.status} after the decision`)
    if (decides === 'before' || answer.status !== COMPOSED) return answer
    await decideOnce(task, (JSON.parse(answer.body) as ComposedMail).text)
    if (isAwaited()) answered.add(task._id)
    return answer
  }
  return observed
}

/** Runs a group with a task of each owner. Returns whether all decisions were made as intended, and the expected emails. */
async function runGroup(
  product: MailedProduct,
  owners: readonly MailedOwner[],
  group: Group,
): Promise<{ isSound: boolean; expected: ExpectedMail[] }> {
  const { what, topic, decides, cause, mails } = group
  const tasks = await addTasks(product, owners, owners.length)
  const { decided, answered, problems } = decideMeanwhile(product, group, tasks)
  await deliverPreviews(product, tasks)
  if (cause) {
    for (const task of tasks) await previewMailOf(product, task)
    await Promise.all(tasks.map(cause))
  }
  await until(`all are ${what}`, async () => decided.size + problems.length >= tasks.length)
  await until('no email waits', async () => (await countWork(product.database, ['queued', 'running', 'unknown'])) === 0)
  say(`  ${decided.size} ${what}`)
  for (const problem of problems) say(`    ${problem}`)
  // An email about a preview may be sent if it was composed before the decision. A reminder is requested again before it is sent.
  const outcomeOf = (task: MailedTask, [ofTopic, outcome]: Group['mails'][number]): ExpectedMail['outcome'] =>
    ofTopic === topic && outcome === 'sent' && !answered.has(task._id) ? 'obsolete' : outcome
  const expected = tasks.flatMap((task) => [
    { topic: 'task-created-for-you' as const, task, outcome: 'sent' as const },
    ...mails.map((mail) => ({ topic: mail[0], task, outcome: outcomeOf(task, mail) })),
  ])
  return { isSound: problems.length === 0 && (decides === 'before' || answered.size > 0), expected }
}

/**
 * Lets owners decide 50 times while emails about their previews, reminders and approvals are being composed. Checks that no email is
 * composed that the decision has made obsolete, that no reminder is sent after the decision, and that each decision through a link has one
 * receipt.
 */
export async function testDecidedMeanwhile(product: MailedProduct): Promise<boolean> {
  const { database, sink, proxy } = product
  const owners = await addOwners(product)
  const expected: ExpectedMail[] = []
  let areDecided = true
  say('')
  for (const group of groupsOf(product)) {
    const ran = await runGroup(product, owners, group)
    expected.push(...ran.expected)
    areDecided &&= ran.isSound
  }
  const findings = await auditMails(product, expected, { attempts: 1, interrupted: 0 })
  proxy.respond = passOn
  return sayFindings([...findings, await receiptsOnce(database, sink)]) && areDecided
}
