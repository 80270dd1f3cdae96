import { until } from '../../bench/owner.ts'
import { audit, underWay } from './audit.ts'
import { type Fleet, type FleetOptions, startFleet } from './fleet.ts'
import { reportOn, say, sayErrorsIn } from './report.ts'
import { startTraffic } from './traffic.ts'

const KNOWN_MS = 300_000
/** A mail of which nobody knows whether it was sent waits ten minutes before it is sent once more. */
const QUIET_MS = 900_000

interface UnderTraffic extends FleetOptions {
  /** The folder of the code that everything begins with. */
  code: string
  /** So many owners at a time. */
  tellers: number
  /** What is done to the product in the meantime. */
  meanwhile(fleet: Fleet): Promise<void>
}

/** Runs two processes of everything under traffic, and looks what became of all of it; answers whether nothing was lost and nothing doubled. */
export async function underTraffic({ code, tellers, meanwhile, ...options }: UnderTraffic): Promise<boolean> {
  say('Starting two processes of everything')
  const fleet = await startFleet(code, options)
  try {
    const { database, sink, store } = fleet
    const knowsAdmin = async () => (await database.query('select from notifications.recipient')).rowCount === 1
    await until('notifications knows the admin', knowsAdmin, KNOWN_MS)
    const traffic = await startTraffic(fleet.url, { tellers, stage: fleet })
    await meanwhile(fleet)
    await traffic.end()
    say('Waiting until nothing is under way')
    await until('all is quiet', async () => (await underWay(database)) === 0, QUIET_MS).catch((error: Error) => say(error.message))
    await sayErrorsIn(fleet.logs)
    return reportOn(traffic, await audit(database, traffic.stories, sink, store))
  } finally {
    await fleet.stop()
  }
}
