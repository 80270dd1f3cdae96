import { setTimeout as sleep } from 'node:timers/promises'
import { type Collector, startCollector } from '@app/chassis/testing/collector.ts'
import { png } from '@app/chassis/testing/pictures.ts'
import { newUnsampledTrace, traceparentOf } from '@app/chassis/tracing/trace-context.ts'
import { exitWith } from '../../local/console.ts'
import { assignTask, chooseTaskEmails, clientOf, createCompany, mailTo, must, signInAdmin, signUpOwner } from '../support/client.ts'
import { admin, startTestProduct } from '../support/product.ts'
import { drawTree } from '../support/trace-tree.ts'

/** A trace counts as complete after this time without new spans, in ms. */
const QUIET_MS = 2_500
const LOOK_MS = 250

async function spansOf(collector: Collector, traceId: string) {
  const known = () => collector.spans.filter((span) => span.traceId === traceId)
  for (let count = 0, since = Date.now(); count === 0 || Date.now() - since < QUIET_MS; await sleep(LOOK_MS)) {
    if (known().length === count) continue
    count = known().length
    since = Date.now()
  }
  return known()
}

/** Implements `npm run try:trace`: executes the main steps of a task and prints the trace of each step as a tree. */
async function main(): Promise<void> {
  const collector = await startCollector()
  const product = await startTestProduct({
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    ...(process.env.AMQP_URL && { AMQP_URL: process.env.AMQP_URL }),
  })
  try {
    const send = clientOf(product.url)
    const owner = await signUpOwner(send)
    const company = await createCompany(send, owner.token)
    const adminToken = await signInAdmin(send)
    await chooseTaskEmails(send, adminToken, 'at-once')
    await mailTo(product.inboxUrl, owner.email, /welcome/i)

    async function traced<T>(
      title: string,
      mail: { to: string; about: RegExp },
      step: (client: ReturnType<typeof clientOf>) => Promise<T>,
    ): Promise<T> {
      const trace = newUnsampledTrace()
      const done = await step(clientOf(product.url, { traceparent: traceparentOf(trace) }))
      await mailTo(product.inboxUrl, mail.to, mail.about)
      const lines = drawTree(await spansOf(collector, trace.traceId))
      process.stdout.write(`\n${title} (trace ${trace.traceId})\n${lines.join('\n')}\n`)
      return done
    }

    const { title, _id } = await traced('An owner assigns a task', { to: admin.email, about: /Winter blend/ }, (client) =>
      assignTask(client, owner.token, company._id),
    )
    await traced(`An admin uploads a preview of ${title}`, { to: owner.email, about: /ready for your review/i }, (client) =>
      must(client('POST', `/admin/upload-task-image/${_id}`, { token: adminToken, files: { image: png() } })),
    )
    await traced('The owner approves it', { to: admin.email, about: /^approved/i }, (client) =>
      must(client('PUT', `/task/update-task/${_id}`, { token: owner.token, json: { currentStatus: 'Approved' } })),
    )
  } finally {
    await product.stop()
    await collector.stop()
  }
}

main().catch(exitWith)
