import { setTimeout as sleep } from 'node:timers/promises'
import { say, sayFindings } from '../fleet/report.ts'
import { until } from '../fleet/sending.ts'
import { auditMails } from './audit-mails.ts'
import { type Answer, type ContentProxy, passOn } from './content-proxy.ts'
import { addOwners, addTasks, type MailedProduct, type MailedTask, timeOfWelcome, WELCOME_MAX_MS } from './mailed-product.ts'

const TASKS = 300
/** The content of every fifth email is obsolete. */
const OBSOLETE_EVERY = 5
/** Number of requests after which a phase with cut off or slow responses may end. Each process of `notifications` sends at least two. */
const REQUESTS_MIN = 4
/** The shortest and the longest time of a slow response. The product waits 2 s. */
const SLOW_MS = [3_000, 8_000] as const
/** Each email gets at least this number of unusable contents. */
const UNUSABLE_MIN = 2
/** Each unusable content uses up one of 15 attempts. Few emails get a third one before the last email gets its second one. */
const ATTEMPTS_MAX = 4

const content = { subject: 'Task', text: 'Text', html: '<p>Text</p>' }
const cut: Answer = { status: 200, body: JSON.stringify(content), isCut: true }
const unusable: readonly Answer[] = [
  { status: 200, body: '<html>Bad gateway</html>' },
  { status: 200, body: JSON.stringify({ subject: 'Only a subject' }) },
  { status: 200, body: JSON.stringify({ ...content, text: 'x'.repeat(3_000_000) }) },
  { status: 500, body: '{}' },
]

interface Phase {
  what: string
  respond: ContentProxy['respond']
  /** Whether the phase may end after this number of requests. */
  isEnough: (requests: number) => boolean
}

/**
 * Lets the proxy delay responses, cut them off, and respond with unusable contents. Then the content of every fifth email is obsolete.
 * Checks that the obsolete emails are not sent, and that each other email is received once. Welcome emails must arrive meanwhile.
 */
export async function testComposerUnusable(product: MailedProduct): Promise<boolean> {
  const { proxy } = product
  const owners = await addOwners(product)
  /** Number of unusable contents, by the task of the email. */
  const spoiled = new Map<string, number>()
  const phases: readonly Phase[] = [
    {
      what: 'slow responses',
      async respond({ compose }) {
        const [least, most] = SLOW_MS
        await sleep(least + Math.random() * (most - least))
        return compose()
      },
      isEnough: (requests) => requests >= REQUESTS_MIN,
    },
    { what: 'cut off responses', respond: async () => cut, isEnough: (requests) => requests >= REQUESTS_MIN },
    {
      what: 'unusable contents',
      async respond({ wanted: { about } }) {
        const times = (spoiled.get(about) ?? 0) + 1
        spoiled.set(about, times)
        return unusable[(spoiled.size + times) % unusable.length] as Answer
      },
      isEnough: () => [...spoiled.values()].filter((times) => times >= UNUSABLE_MIN).length === TASKS,
    },
  ]

  let areOthersSent = true
  let tasks: readonly MailedTask[] = []
  for (const { what, respond, isEnough } of phases) {
    let requests = 0
    proxy.respond = (exchange) => {
      requests += 1
      return respond(exchange)
    }
    if (tasks.length === 0) tasks = await addTasks(product, owners, TASKS)
    const [welcome] = await Promise.all([timeOfWelcome(product), until(`enough ${what}`, async () => isEnough(requests))])
    say(`  ${what}: ${requests}. The welcome email took ${welcome} ms`)
    areOthersSent &&= welcome <= WELCOME_MAX_MS
  }

  const obsolete = new Set(tasks.filter((_, index) => index % OBSOLETE_EVERY === 0).map(({ _id }) => _id))
  proxy.respond = async ({ wanted: { about }, compose }) => (obsolete.has(about) ? { status: 410, body: '{}' } : compose())
  const expected = tasks.map((task) => {
    const outcome = obsolete.has(task._id) ? ('obsolete' as const) : ('sent' as const)
    return { topic: 'task-created-for-you' as const, task, outcome }
  })
  const findings = await auditMails(product, expected, { attempts: ATTEMPTS_MAX, interrupted: 0 })
  proxy.respond = passOn
  say(`\n${TASKS} emails about tasks, ${obsolete.size} of them obsolete, after slow, cut off and unusable responses`)
  return sayFindings(findings) && areOthersSent
}
