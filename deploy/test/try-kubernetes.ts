import { networkInterfaces } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { interruptOnSignal, unlessInterrupted } from '../bench/interruption.ts'
import { until } from '../bench/owner.ts'
import { exitWith } from '../local/console.ts'
import { audit, underWay } from './apart/audit.ts'
import { copyAsLaterRelease, thisRelease } from './apart/code.ts'
import { startMailSink } from './apart/mail-sink.ts'
import { reportOn, say } from './apart/report.ts'
import { startTraffic } from './apart/traffic.ts'
import { type Cluster, openCluster, programs } from './containers/cluster.ts'
import { run } from './containers/run.ts'
import { failuresOf, sayHeading, step } from './containers/steps.ts'
import { admin } from './product.ts'

const TELLERS = 2
/** How long one state of the whole is lived in. */
const DWELL_MS = 10_000
const QUIET_MS = 900_000
/** One of those that pods may reach a mail relay by. */
const MAIL_PORT = 2525

const { values: options } = parseArgs({
  options: {
    namespace: { type: 'string', default: 'palmetto-try' },
    url: { type: 'string', default: 'http://localhost:30080' },
    /** Where pods find this machine. */
    'mail-host': { type: 'string', default: ownAddress() },
    /** Images that the cluster can have; without them they are made here, for a cluster that has this machine's. */
    image: { type: 'string' },
    'next-image': { type: 'string' },
  },
})

function ownAddress(): string {
  const all = Object.values(networkInterfaces()).flatMap((addresses = []) => addresses)
  return all.find(({ internal, family }) => !internal && family === 'IPv4')?.address ?? '127.0.0.1'
}

/** This code as an image, and a later release of it: with a column, and with an event and a value that this one does not know. */
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
        `${thisRelease}/deploy/test/containers/later.Dockerfile`,
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

/** Everything that happens to a cluster that serves. */
async function live(cluster: Cluster, traffic: Awaited<ReturnType<typeof startTraffic>>, image: string, next: string): Promise<void> {
  const under = (what: string, work: () => Promise<unknown>) => step(what, work, traffic)
  const dwell = () => under('nothing happens', () => sleep(DWELL_MS))
  await dwell()
  await under('all × 2', () => cluster.scale(2))
  for (const program of programs) await under(`${program} restarted`, () => cluster.restart(program))
  for (const program of programs) await under(`a pod of ${program} killed`, () => cluster.kill(program))
  await under('the next release', () => cluster.roll(next))
  await dwell()
  await under('and back', () => cluster.roll(image))
  await dwell()
  // Which takes what only it knows.
  await under('and forth', () => cluster.roll(next))
}

/** As operations.md says: a backup is taken, database, broker and store lose all they have, and it is brought back. */
async function loseAndRestore(cluster: Cluster, image: string): Promise<void> {
  let file = ''
  await step('backed up', async () => {
    file = /Written to (\S+), encrypted/.exec(await cluster.backUp('backup-now'))?.[1] ?? ''
  })
  await step('all that is stored is lost', () => cluster.loseAll())
  await step('restored', async () => say(`  ${(await cluster.backUp('restore', ['deploy/backup/restore.ts', file])).trim()}`))
  await step('installed: all are ready', async () => {
    await cluster.roll(image)
    await cluster.scale(1)
  })
}

/** `npm run try:kubernetes`: the product in the cluster that kubectl talks to, from nothing, under traffic through all that happens to one; then nothing is left of it. */
async function main(): Promise<boolean> {
  const { namespace, url, 'mail-host': mailHost } = options
  const sink = await startMailSink('0.0.0.0', MAIL_PORT)
  const smtpUrl = `smtp://${mailHost}:${MAIL_PORT}`
  const cluster = await openCluster({ namespace, url, smtpUrl, storeFile: process.env.STORE_FILE })
  try {
    sayHeading()
    let images = { image: '', next: '' }
    await step('two images', async () => {
      images = await imagesOf()
    })
    await step('installed: all are ready', () => cluster.install(images.image))
    const { database, store } = await cluster.openParts()
    const knowsAdmin = async () => (await database.query('select from notifications.recipient')).rowCount === 1
    await until('notifications knows the admin', knowsAdmin)
    const traffic = await startTraffic(url, { tellers: TELLERS, as: { ...admin, password: `${admin.password}x` } })
    await live(cluster, traffic, images.image, images.next)
    say(`\nMemory:\n${await cluster.memory()}`)
    await traffic.end()
    await unlessInterrupted(until('all is quiet', async () => (await underWay(database)) === 0, QUIET_MS))
    const isSound = reportOn(traffic, await audit(database, traffic.stories, sink, store)) && failuresOf(traffic) === 0

    sayHeading()
    await loseAndRestore(cluster, images.next)
    const restored = await cluster.openParts()
    await unlessInterrupted(until('all is quiet', async () => (await underWay(restored.database)) === 0, QUIET_MS))
    return reportOn(traffic, await audit(restored.database, traffic.stories, sink, restored.store)) && isSound
  } finally {
    await cluster.remove()
    await sink.stop()
  }
}

interruptOnSignal()
process.exitCode = (await main().catch(exitWith)) ? 0 : 1
