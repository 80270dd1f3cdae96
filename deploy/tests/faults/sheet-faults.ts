import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { interruptOnSignal, unlessInterrupted } from '../bench/interruption.ts'
import { percentile } from '../bench/report.ts'
import { type Crm, type SheetOwner, startCrm } from './fleet/crm.ts'
import type { Replica } from './fleet/replica.ts'
import { say } from './fleet/report.ts'

const { values: options } = parseArgs({
  options: { rounds: { type: 'string', default: '200' }, seconds: { type: 'string', default: '600' } },
})
const OWNERS = 8
/** Number of customers that the test adds while the spreadsheet's script does not respond. */
const WRITES = 20
const LANDED_WITHIN_MS = 60_000
const LIST_BELOW_MS = 300

const pick = <T>(from: readonly T[]): T => from[Math.floor(Math.random() * from.length)] as T
const DETAILS = 8

const addressOf = ({ port }: Replica): string => `http://127.0.0.1:${port}/crm/customers`

/** Adds a customer with a number in its details. Sends retries with the same idempotency key to random processes until one responds. */
async function enter({ replicas }: Crm, { headers }: SheetOwner, number: number): Promise<void> {
  const body = JSON.stringify({ 'First Name': 'N', 'Last Name': 'N', 'Email id': 'n@n.example', 'Other Details': String(number) })
  const key = crypto.randomUUID()
  for (;;) {
    const response = await unlessInterrupted(
      fetch(addressOf(pick(replicas)), {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json', 'idempotency-key': key, connection: 'close' },
        body,
      }).catch(() => undefined),
    )
    if (response?.status === 202) return void (await response.body?.cancel())
    if (response && response.status < 500) throw new Error(`${response.status} ${await response.text()}`)
    await sleep(50)
  }
}

async function untilWritten({ database }: Crm, limitMs: number): Promise<number> {
  const begun = performance.now()
  for (;;) {
    const { rows } = await database.query("select count(*)::int as count from crm_proxy.write where state <> 'written'")
    const spent = performance.now() - begun
    if (rows[0].count === 0) return spent
    if (spent > limitMs) throw new Error(`${rows[0].count} writes are not written after ${Math.round(spent / 1000)} s`)
    await unlessInterrupted(sleep(100))
  }
}

/** Whether the spreadsheet has every added number once and in the order of the requests. */
async function isInOrder(owner: SheetOwner, entered: readonly number[]): Promise<boolean> {
  const found = (await owner.rows()).map((row) => Number(row[DETAILS]))
  const isSound = JSON.stringify(found) === JSON.stringify(entered)
  if (!isSound) say(`FAILED: added ${entered.join(' ')}, found ${found.join(' ')}`)
  return isSound
}

/**
 * Adds customers, and kills a process of crm-proxy at a random time of up to 400 ms after the response to the last request. The scripts of
 * the spreadsheets respond only after 200 ms. Therefore many kills happen after a customer was stored and before the script responds.
 */
async function killed(crm: Crm): Promise<boolean> {
  const owners = await Promise.all(Array.from({ length: OWNERS }, () => crm.addOwner([])))
  const entered: number[][] = owners.map(() => [])
  await Promise.all(owners.map((owner) => owner.setFault({ kind: 'slow', ms: 200 })))
  const rounds = Number(options.rounds)
  for (let round = 1; round <= rounds; round++) {
    const at = [round % OWNERS, (round * 3 + 1) % OWNERS]
    for (const owner of new Set(at)) {
      await enter(crm, owners[owner] as SheetOwner, round)
      entered[owner]?.push(round)
    }
    const replica = crm.replicas[round % crm.replicas.length] as Replica
    await unlessInterrupted(sleep(Math.random() * 400))
    await replica.end('SIGKILL')
    await unlessInterrupted(crm.start(replica))
    if (round % 20 === 0) say(`${String(round).padStart(4)} rounds`)
  }
  await untilWritten(crm, 5 * LANDED_WITHIN_MS)
  const sound = await Promise.all(owners.map((owner, index) => isInOrder(owner, entered[index] ?? [])))
  say(`${rounds} kills, ${entered.flat().length} writes: ${sound.every(Boolean) ? 'each was written once, in order' : 'FAILED'}`)
  return sound.every(Boolean)
}

async function listing({ replicas }: Crm, { headers }: SheetOwner, signal: AbortSignal): Promise<number[]> {
  const times: number[] = []
  const one = async () => {
    while (!signal.aborted) {
      const begun = performance.now()
      const response = await unlessInterrupted(fetch(addressOf(pick(replicas)), { headers }))
      const { data, asOf } = (await response.json()) as { data: unknown[]; asOf: string }
      if (data.length !== 1 || Number.isNaN(Date.parse(asOf))) throw new Error('A list has no rows or no time')
      times.push(performance.now() - begun)
      await sleep(100)
    }
  }
  await Promise.all([one(), one(), one(), one()])
  return times
}

/** Lists and adds customers while a script accepts calls but never responds. */
async function dead(crm: Crm): Promise<boolean> {
  const seconds = Number(options.seconds)
  const owner = await crm.addOwner([['Ada', 'Marsh', 'ada@marsh.example', '', 'Lead', '', '', 'Yes', '0', 'c-ada']])
  await (await fetch(addressOf(crm.replicas[0] as Replica), { headers: owner.headers })).arrayBuffer()
  await owner.setFault({ kind: 'hang' })
  const end = AbortSignal.timeout(seconds * 1_000)
  const lists = listing(crm, owner, end)
  const entered = [0]
  for (let number = 1; number <= WRITES; number++) {
    await enter(crm, owner, number)
    entered.push(number)
    await unlessInterrupted(sleep((seconds * 1_000) / (WRITES + 1)))
  }
  const times = await lists
  await owner.setFault()
  const spent = await untilWritten(crm, LANDED_WITHIN_MS)
  const [p50, p99, most] = [percentile(times, 0.5), percentile(times, 0.99), Math.max(...times)]
  const slow = times.filter((time) => time >= LIST_BELOW_MS).length
  say(
    `no response for ${seconds} s: ${times.length} lists, p50 ${p50.toFixed(0)} ms, p99 ${p99.toFixed(0)} ms, longest ${most.toFixed(0)} ms`,
  )
  say(
    `${slow} took ${LIST_BELOW_MS} ms or more; ${WRITES} writes were completed ${(spent / 1_000).toFixed(1)} s after the script responded again`,
  )
  return p99 < LIST_BELOW_MS && (await isInOrder(owner, entered))
}

/**
 * Implements `npm run sheet-faults`: changes spreadsheets while processes of crm-proxy are killed, and while the script of a spreadsheet
 * does not respond.
 */
async function main(): Promise<void> {
  const crm = await startCrm(2)
  try {
    const sound = [await killed(crm), await dead(crm)]
    process.exitCode = sound.every(Boolean) ? 0 : 1
  } finally {
    await crm.stop()
  }
}

interruptOnSignal()
await main()
