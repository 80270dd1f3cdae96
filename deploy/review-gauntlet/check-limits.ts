import type { Letter } from './deliver.ts'
import type { Gauntlet } from './gauntlet.ts'
import { inParallel } from './in-parallel.ts'
import { visitAsPerson } from './person.ts'
import { ANY, request } from './scanners/request.ts'
import { setSent } from './stored.ts'

/** More requests than one client may send in a minute. */
const REQUESTS = 1_300
const CONCURRENCY = 16
const LATER_SECONDS = 3_600

/**
 * Sends more requests from one IP address than the rate limit allows. Checks that the product rejects some of these requests, and that a
 * person with another IP address can still approve. Returns one sentence for each fault.
 */
export async function checkLimits(gauntlet: Gauntlet, letter: Letter): Promise<string[]> {
  const { browser, newAddress, database } = gauntlet
  const address = newAddress()
  const visit = { ...letter, browser, newAddress, random: () => 0, traffic: { opens: 0, posts: 0 } }
  await setSent(database, letter.taskId, LATER_SECONDS)
  const responses = await inParallel([...Array(REQUESTS).keys()], CONCURRENCY, () =>
    request(visit, { url: letter.link, address, accept: ANY }),
  )
  const rejected = responses.filter(({ status }) => status === 429).length
  const { problem, touches } = await visitAsPerson({ gauntlet, letter, intent: 'approve', whileOpen: async () => {} })
  return [
    ...(rejected === 0 ? [`limits: none of ${REQUESTS} requests of one client was rejected`] : []),
    ...(problem || touches === undefined ? [`limits: a person could not approve after another client used up its limit: ${problem}`] : []),
  ]
}
