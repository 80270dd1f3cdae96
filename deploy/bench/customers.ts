import { request } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { customerColumns } from '@app/contracts/rules/customers.ts'
import { type Crm, type SheetOwner, startCrm } from '../test/apart/crm.ts'
import { growthDuring } from './process-memory.ts'
import { type Measure, median, say } from './report.ts'

const ROWS = 20_000
/** Maximum number of rows in a sheet. A script's response with these rows has nearly 10 MB, and crm-proxy accepts at most 10 MB. */
const MOST_ROWS = 50_000
const TIMES = 15

const answerOf = (count: number) => ({
  kind: 'answer',
  type: 'application/json',
  body: JSON.stringify({
    data: Array.from({ length: count }, (_, n) => {
      const cells = ['Ada', `Marsh-${n}`, `a${n}@m.example`, '803-555-0101', 'Lead', '3/2/2026', '', 'Yes', '', `c-${n}`]
      return Object.fromEntries(customerColumns.flatMap((column, index) => (cells[index] ? [[column, cells[index]]] : [])))
    }),
  }),
})

interface Got {
  status: number
  etag: string
  bytes: number
  ms: number
}

/** Requests the list as a browser does: accepts a compressed response, and sends the ETag of an earlier response if there is one. */
function list({ replicas }: Crm, { headers }: SheetOwner, { query = '', etag = '' } = {}): Promise<Got> {
  const { promise, resolve, reject } = Promise.withResolvers<Got>()
  const begun = performance.now()
  const options = { headers: { ...headers, 'accept-encoding': 'gzip', ...(etag && { 'if-none-match': etag }) } }
  request(`http://127.0.0.1:${replicas[0]?.port}/crm/customers${query}`, options, async (response) => {
    const { length } = await buffer(response)
    resolve({ status: response.statusCode ?? 0, etag: response.headers.etag ?? '', bytes: length, ms: performance.now() - begun })
  })
    .on('error', reject)
    .end()
  return promise
}

async function times(crm: Crm, owner: SheetOwner, options: { etag?: string }, status: number): Promise<Got & { all: number[] }> {
  const all: Got[] = []
  for (let n = 0; n < TIMES; n++) all.push(await list(crm, owner, options))
  const last = all.at(-1)
  if (!last || all.some((one) => one.status !== status)) throw new Error(`The list responded with status ${last?.status}`)
  return { ...last, all: all.map(({ ms }) => ms) }
}

/**
 * Measures requests for the list of customers. Measures the memory growth of a new process while it reads the largest possible sheet. Then
 * measures the latency of a list of 20,000 customers, without and with a matching ETag.
 */
export async function benchCustomers(): Promise<Measure[]> {
  const crm = await startCrm(1)
  try {
    const pid = crm.replicas[0]?.pid ?? 0
    // A first call warms up the process, so that only the memory of the rows is measured.
    await list(crm, await crm.addOwner([]))
    say(`Reading ${MOST_ROWS} customers`)
    const large = await crm.addOwner([])
    const sheet = answerOf(MOST_ROWS)
    await large.setFault(sheet)
    let whole: Got | undefined
    const [growth = Number.NaN] = await growthDuring([pid], async () => {
      whole = await list(crm, large)
    })
    if (whole?.status !== 200) throw new Error(`The list responded with status ${whole?.status}`)
    say(`Reading and listing ${ROWS} customers`)
    const owner = await crm.addOwner([])
    await owner.setFault(answerOf(ROWS))
    const read = await list(crm, owner)
    const first = await times(crm, owner, {}, 200)
    const again = await times(crm, owner, { etag: first.etag }, 304)
    const sizes = `${(sheet.body.length / 1e6).toFixed(1)} MB read and ${(whole.bytes / 1e6).toFixed(1)} MB sent in ${(whole.ms / 1_000).toFixed(1)} s`
    const kilobytes = (first.bytes / 1_000).toFixed(0)
    return [
      {
        what: 'list of 20,000 customers',
        measured: median(first.all),
        unit: 'ms',
        target: { below: 150 },
        detail: `${kilobytes} kB, median of ${TIMES}; ${read.ms.toFixed(0)} ms including reading the sheet`,
      },
      {
        what: 'the same list, unchanged (304)',
        measured: median(again.all),
        unit: 'ms',
        target: { below: 20 },
        detail: `304, ${again.bytes} bytes`,
      },
      { what: 'memory growth by reading 50,000 customers', measured: growth, unit: 'MB', target: { below: 64 }, detail: sizes },
    ]
  } finally {
    await crm.stop()
  }
}
