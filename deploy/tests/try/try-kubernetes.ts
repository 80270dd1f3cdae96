import { networkInterfaces } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { exitWith } from '../../local/console.ts'
import { interruptOnSignal, unlessInterrupted } from '../bench/interruption.ts'
import { until } from '../bench/owner.ts'
import { audit, isAllWorkDone } from '../faults/fleet/audit.ts'
import { copyAsLaterRelease, thisRelease } from '../faults/fleet/code.ts'
import { startMailSink } from '../faults/fleet/mail-sink.ts'
import { reportOn, say } from '../faults/fleet/report.ts'
import { startTraffic } from '../faults/fleet/traffic.ts'
import { type Cluster, openCluster, programs } from '../support/containers/cluster.ts'
import { run } from '../support/containers/run.ts'
import { failuresOf, sayHeading, step } from '../support/containers/steps.ts'
import { checkBounceListener } from '../support/deliver-mail.ts'
import { admin } from '../support/product.ts'

const OWNERS = 2
const TRAFFIC_BETWEEN_CHANGES_MS = 10_000
const QUIET_MS = 900_000
/** Port of the mail relay. The network policies allow this port. */
const MAIL_PORT = 2525

const { values: options } = parseArgs({
  options: {
    namespace: { type: 'string', default: 'palmetto-try' },
    url: { type: 'string', default: 'http://localhost:30080' },
    /** Address at which the pods reach this machine. */
    'mail-host': { type: 'string', default: ownAddress() },
    /** Existing images to test. If they are not set, this machine builds images, which the cluster must be able to use. */
    image: { type: 'string' },
    'next-image': { type: 'string' },
  },
})

function ownAddress(): string {
  const all = Object.values(networkInterfaces()).flatMap((addresses = []) => addresses)
  return all.find(({ internal, family }) => !internal && family === 'IPv4')?.address ?? '127.0.0.1'
}

/**
 * If the options do not name existing images, builds an image of this code and an image of a simulated later release. The later release has
 * a new database column, a new event type and a new enumeration value (`later-code.ts`).
 */
async function imagesOf(): Promise<{ image: string; next: string }> {
  const { image = 'palmetto:try', 'next-image': next = 'palmetto:try-next' } = options
  const env = { ...process.env, DOCKER_BUILDKIT: '1' }
  if (!options.image)
    await run('docker', ['build', '--quiet', '--tag', image, '--file', 'deploy/docker/Dockerfile', '.'], { cwd: thisRelease, env })
  if (options['next-image']) return { image, next }
  const later = await copyAsLaterRelease()
  try {
    await run(
      'docker',
      [
        'build',
        '--quiet',
        '--tag',
        next,
        '--build-arg',
        `FIRST=${image}`,
        '--file',
        `${thisRelease}/deploy/tests/support/containers/later.Dockerfile`,
        '.',
      ],
      {
        cwd: later.folder,
        env,
      },
    )
  } finally {
    await later.stop()
  }
  return { image, next }
}

async function live(cluster: Cluster, traffic: Awaited<ReturnType<typeof startTraffic>>, image: string, next: string): Promise<void> {
  const under = (what: string, work: () => Promise<unknown>) => step(what, work, traffic)
  const dwell = () => under('no change', () => sleep(TRAFFIC_BETWEEN_CHANGES_MS))
  await dwell()
  await under('all × 2', () => cluster.scale(2))
  for (const program of programs) await under(`${program} restarted`, () => cluster.restart(program))
  for (const program of programs) await under(`a pod of ${program} killed`, () => cluster.kill(program))
  await under('upgrade to the next release', () => cluster.roll(next))
  await dwell()
  await under('back to the first release', () => cluster.roll(image))
  await dwell()
  // The first release cannot handle the new events of the next release, so these events wait in the table `dead_letter`. After the second
  // upgrade, the next release handles them.
  await under('upgrade again', () => cluster.roll(next))
}

/** Takes a backup, deletes all data of database, broker and store, and restores the backup. docs/operations.md describes the same steps. */
async function loseAndRestore(cluster: Cluster, image: string): Promise<void> {
  let file = ''
  await step('backup', async () => {
    file = /Written to (\S+), encrypted/.exec(await cluster.backUp('backup-now'))?.[1] ?? ''
  })
  await step('all data deleted', () => cluster.loseAll())
  await step('restored', async () => say(`  ${(await cluster.backUp('restore', ['deploy/backup/restore.ts', file])).trim()}`))
  await step('installed: all are ready', async () => {
    await cluster.roll(image)
    await cluster.scale(1)
  })
}

/** Implements `npm run try:kubernetes`: tests the product under traffic, in the cluster of kubectl's current context. */
async function main(): Promise<boolean> {
  const { namespace, url, 'mail-host': mailHost } = options
  const sink = await startMailSink('0.0.0.0', MAIL_PORT)
  const smtpUrl = `smtp://${mailHost}:${MAIL_PORT}`
  const cluster = await openCluster({ namespace, url, smtpUrl, storeFile: process.env.STORE_FILE })
  try {
    sayHeading()
    let images = { image: '', next: '' }
    await step('build two images', async () => {
      images = await imagesOf()
    })
    await step('installed: all are ready', () => cluster.install(images.image))
    await step('the listener for bounces rejects a forged one', async () => checkBounceListener(await cluster.openBouncePort()))
    const { database, store } = await cluster.openParts()
    const knowsAdmin = async () => (await database.query('select from notifications.recipient')).rowCount === 1
    await until('notifications has received the admin’s event', knowsAdmin)
    const traffic = await startTraffic(url, {
      owners: OWNERS,
      inbox: { sink, database },
      as: { ...admin, password: `${admin.password}x` },
    })
    await live(cluster, traffic, images.image, images.next)
    say(`\nMemory:\n${await cluster.memory()}`)
    await traffic.end()
    await unlessInterrupted(until('all work is done', () => isAllWorkDone(database), QUIET_MS))
    const isSound = reportOn(traffic, await audit(database, traffic.stories, sink, store)) && failuresOf(traffic) === 0

    sayHeading()
    await loseAndRestore(cluster, images.next)
    const restored = await cluster.openParts()
    await unlessInterrupted(until('all work is done', () => isAllWorkDone(restored.database), QUIET_MS))
    return reportOn(traffic, await audit(restored.database, traffic.stories, sink, restored.store)) && isSound
  } finally {
    await cluster.remove()
    await sink.stop()
  }
}

interruptOnSignal()
process.exitCode = (await main().catch(exitWith)) ? 0 : 1
