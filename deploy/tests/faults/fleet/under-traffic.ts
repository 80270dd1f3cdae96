import { until } from '../../bench/owner.ts'
import { audit, isAllWorkDone } from './audit.ts'
import { gatherTaskEmails, sendTaskDigest } from './audit-task-emails.ts'
import { featuresOf } from './features.ts'
import { type Fleet, type FleetOptions, startFleet } from './fleet.ts'
import { reportOn, say, sayErrorsIn } from './report.ts'
import { startTraffic } from './traffic.ts'

const KNOWN_MS = 300_000
/** Timeout until all work is done. It is long, because a mail with an unknown result is sent once more only after ten minutes. */
const QUIET_MS = 900_000

interface UnderTraffic extends FleetOptions {
  /** Folder of the release with which the test starts. The simulated users (`story.ts`) use only the features of this release. */
  code: string
  owners: number
  /** Runs during the traffic, for example to kill processes. */
  meanwhile(fleet: Fleet): Promise<void>
}

/**
 * Runs two processes of every program under traffic, and then audits the stored data (`audit.ts`). Returns true if no story (`story.ts`)
 * failed, and if the audit found no lost and no duplicate data.
 */
export async function underTraffic({ code, owners, meanwhile, ...options }: UnderTraffic): Promise<boolean> {
  say('Starting two processes of every program')
  const fleet = await startFleet(code, options)
  try {
    const { database, sink, store } = fleet
    const knowsAdmin = async () => (await database.query('select from notifications.recipient')).rowCount === 1
    await until('notifications has received the admin’s event', knowsAdmin, KNOWN_MS)
    const features = featuresOf(code)
    if (features.hasTaskEmails) await gatherTaskEmails(database)
    const traffic = await startTraffic(fleet.url, { owners, stage: fleet, inbox: fleet, features })
    await meanwhile(fleet)
    await traffic.end()
    await sendTaskDigest(fleet.url)
    say('Waiting until all work is done')
    await until('all work is done', () => isAllWorkDone(database), QUIET_MS).catch((error: Error) => say(error.message))
    await sayErrorsIn(fleet.logs)
    return reportOn(traffic, await audit(database, traffic.stories, sink, store))
  } finally {
    await fleet.stop()
  }
}
