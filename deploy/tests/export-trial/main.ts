import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { getCompanyProfile } from '@app/contracts/http/company.ts'
import { type CompanyExport, listOwnExports, requestOwnExport } from '@app/contracts/http/exports.ts'
import { exitWith } from '../../local/console.ts'
import { withParts } from '../bench/open.ts'
import { newOwner, until } from '../bench/owner.ts'
import { peaksDuring } from '../bench/process-usage.ts'
import { startInProcesses } from '../bench/product.ts'
import { startServers } from '../bench/servers.ts'
import { say } from '../faults/fleet/report.ts'
import { must } from '../support/client.ts'
import { storeCustomers, storePictures } from './fill.ts'
import { p99Of, type Reader, readPages } from './traffic.ts'

const option = (value: string) => ({ type: 'string', default: value }) as const
const { values } = parseArgs({
  options: { tasks: option('10000'), megabytes: option('2048'), customers: option('20000'), seconds: option('60') },
})
const [TASKS, MEGABYTES, CUSTOMERS, SECONDS] = [values.tasks, values.megabytes, values.customers, values.seconds].map(Number) as [
  number,
  number,
  number,
  number,
]

const OWNERS = 5
const TASKS_OF_OWNERS = 40
const MINUTES_MAX = 10
const MEGABYTES_MAX = 300
const RATIO_MAX = 1.5

interface Goal {
  what: string
  measured: string
  isMet: boolean
}

/** Returns the p99 of the owners' requests while `work` runs. */
async function p99During(readers: readonly Reader[], work: () => Promise<unknown>): Promise<number> {
  const end = new AbortController()
  const reading = readPages(readers, end.signal)
  await Promise.race([work(), reading]).finally(() => end.abort())
  return p99Of(await reading)
}

/** Implements `npm run export-trial`. Returns whether all goals are met. */
const main = (): Promise<boolean> =>
  withParts(async (open) => {
    say(`${TASKS} tasks, ${MEGABYTES} MB of files, ${CUSTOMERS} customers`)
    const servers = await startServers(open)
    const product = await open(startInProcesses(servers))
    const { database } = servers
    const big = await newOwner(product.url, database, TASKS)
    await storePictures(servers.storeAt(product.url), big.taskIds, MEGABYTES)
    await storeCustomers(database, big.companyId, CUSTOMERS)
    const readers: Reader[] = []
    for (let count = 0; count < OWNERS; count++) {
      const { headers, tasksUrl } = await newOwner(product.url, database, TASKS_OF_OWNERS)
      readers.push({ headers, urls: [tasksUrl, `${product.url}/api${getCompanyProfile.url}`] })
    }
    await database.query('vacuum analyze')

    await p99During(readers, () => sleep(5_000))
    const before = await p99During(readers, () => sleep(SECONDS * 1_000))
    const { send, token } = big
    const newest = async () => (await must(send<CompanyExport[]>('GET', listOwnExports.url, { token })))[0]
    const begun = performance.now()
    let during = 0
    const [peak = 0] = await peaksDuring([product.pidOf('company')], async () => {
      during = await p99During(readers, async () => {
        await must(send('POST', requestOwnExport.url, { token }))
        await until('the export has ended', async () => !['waiting', 'running'].includes((await newest())?.state ?? ''), 3_600_000)
      })
    })
    const minutes = (performance.now() - begun) / 60_000
    const ended = await newest()
    const goals: Goal[] = [
      {
        what: 'the export is ready',
        measured: `${ended?.state}, ${ended?.files} files, ${ended?.bytes} bytes`,
        isMet: ended?.state === 'ready',
      },
      { what: `it takes less than ${MINUTES_MAX} min`, measured: `${minutes.toFixed(1)} min`, isMet: minutes < MINUTES_MAX },
      { what: `the worker's process has less than ${MEGABYTES_MAX} MB`, measured: `${Math.round(peak)} MB`, isMet: peak < MEGABYTES_MAX },
      {
        what: `owners' p99 is at most ${RATIO_MAX} times that before`,
        measured: `${before.toFixed(0)} ms, then ${during.toFixed(0)} ms`,
        isMet: during <= before * RATIO_MAX,
      },
    ]
    for (const { what, measured, isMet } of goals) say(`${isMet ? 'ok    ' : 'MISSED'} ${what}: ${measured}`)
    return goals.every(({ isMet }) => isMet)
  })

main().then((isMet) => process.exit(isMet ? 0 : 1), exitWith)
