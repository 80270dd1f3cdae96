import { connect } from 'amqplib'
import { startRabbitmq } from '/work/main/deploy/test/rabbitmq.ts'

const b = (await startRabbitmq())!
const c = await connect(b.url)
c.on('error', (e: any) => console.log('conn error', e.message))
const ch = await c.createConfirmChannel()
ch.on('error', (e: any) => console.log('ch error', e.message))
for (const q of ['q', 'p']) {
  await ch.assertQueue(q, { durable: true, arguments: { 'x-queue-type': 'quorum' } })
  ch.sendToQueue(q, Buffer.from('x'), { persistent: true })
  await ch.waitForConfirms()
}
if (process.argv[2]) await new Promise((r) => setTimeout(r, Number(process.argv[2])))
await b.kill()
await b.start()
const d = await connect(b.url)
d.on('error', (e: any) => console.log('d error', e.message))
const dc = await d.createChannel()
dc.on('error', (e: any) => console.log('dch', e.message))
console.time('consume')
await Promise.race([
  new Promise<void>(async (r) => {
    await dc.consume(
      'p',
      (m) => {
        console.log('got', m?.content.toString())
        r()
      },
      { noAck: false },
    )
    console.log('consuming')
  }),
  new Promise((r) => setTimeout(r, 10000)),
])
console.timeEnd('consume')
await b.remove()
process.exit(0)
