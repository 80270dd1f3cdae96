import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import { serviceNames } from '@app/contracts/define.ts'
import { exitWith } from '../../local/console.ts'
import { programSecrets } from '../../program-secrets.ts'
import { interruptOnSignal, unlessInterrupted } from '../bench/interruption.ts'
import { until } from '../bench/owner.ts'
import { audit, isAllWorkDone } from '../faults/fleet/audit.ts'
import { startMailSink } from '../faults/fleet/mail-sink.ts'
import { reportOn, say } from '../faults/fleet/report.ts'
import { startTraffic, type Traffic } from '../faults/fleet/traffic.ts'
import { type ComposeProject, composeProject } from '../support/containers/compose-project.ts'
import { run } from '../support/containers/run.ts'
import { failuresOf, sayHeading, step } from '../support/containers/steps.ts'
import { checkBounceListener } from '../support/deliver-mail.ts'
import { admin } from '../support/product.ts'

const OWNERS = 2
const TRAFFIC_BETWEEN_CHANGES_MS = 15_000
const QUIET_MS = 900_000
const SCALE = { ...Object.fromEntries(serviceNames.map((service) => [service, 2])), tasks: 3 }

/** Returns the number of requests to routes under `/task` that each replica of a service has handled, according to its metrics. */
async function answeredBy(project: ComposeProject, service: string): Promise<number[]> {
  const replicas = (await project.containers()).filter(({ Service }) => Service === service)
  const program = `fetch('http://127.0.0.1:3000/metrics').then((answer) => answer.text()).then((text) => console.log([...text.matchAll(/^http_request_duration_seconds_count.*route="\\/task.* (\\d+)$/gm)].reduce((sum, [, count]) => sum + Number(count), 0)))`
  return Promise.all(replicas.map(async ({ ID }) => Number(await run('docker', ['exec', ID, 'node', '--eval', program]))))
}

/** Stops and restarts one replica of each service. */
async function stopEach(project: ComposeProject, traffic: Traffic): Promise<void> {
  for (const service of serviceNames) {
    const [replica] = (await project.containers()).filter(({ Service }) => Service === service)
    if (!replica) throw new Error(`${service} is not running`)
    const stopAndStart = async () => {
      await run('docker', ['stop', '--time', '30', replica.ID])
      await run('docker', ['start', replica.ID])
      await project.up(SCALE)
    }
    await step(`${replica.Name} stopped, and started again`, stopAndStart, traffic)
  }
}

/** Program that prints every file in /run/palmetto with its mode and owner. The program fails if it cannot read a file. */
const LIST_SECRETS = `
  const fs = require('node:fs')
  const found = fs.readdirSync('/run/palmetto', { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  for (const { parentPath, name } of found) {
    const path = parentPath + '/' + name
    fs.readFileSync(path)
    const { mode, uid } = fs.statSync(path)
    console.log([path.slice('/run/palmetto/'.length), (mode & 0o777).toString(8), uid === process.getuid() ? 'own' : uid].join(' '))
  }`

const anySecrets = { DATABASE_URL: 'postgres://a:b@c/d', DATABASE_ROLE_SECRET: 'e', AMQP_URL: 'f', S3_ACCESS_KEY: 'g', S3_SECRET_KEY: 'h' }
const expectedSecrets = programSecrets({
  ...anySecrets,
  ADMIN_PASSWORD: 'i',
  IDENTITY_KEY: 'j',
  REVIEW_LINK_KEY: 'k',
  RECORD_SIGNING_KEY: 'l',
  INTERNAL_MAIL_KEY: 'm',
  INTERNAL_DATA_KEY: 'n',
  SUPPRESSION_KEY: 'o',
})

/** Checks that each program can read exactly its own secrets, and that no other user can read them. */
async function checkSecrets(project: ComposeProject): Promise<void> {
  const programs = (await project.containers()).filter(({ Service }) => Service in expectedSecrets)
  for (const { ID, Service } of programs) {
    const seen = (await run('docker', ['exec', ID, 'node', '--eval', LIST_SECRETS])).split('\n').sort()
    const expected = Object.keys(expectedSecrets[Service] ?? {}).map((name) => `${name} 400 own`)
    assert.deepEqual(seen, expected.sort(), `the secrets that ${Service} can read`)
  }
  assert.equal(new Set(programs.map(({ Service }) => Service)).size, serviceNames.length + 1, 'programs whose secrets were checked')
}

async function sayMemory(project: ComposeProject): Promise<void> {
  const ids = (await project.containers()).map(({ ID }) => ID)
  const lines = await run('docker', ['stats', '--no-stream', '--format', '{{.Name}}\t{{.MemUsage}}', ...ids])
  say('\nMemory:')
  for (const line of lines.split('\n').sort()) {
    const [name = '', usage = ''] = line.split('\t')
    say(`  ${name.padEnd(48)} ${usage}`)
  }
}

/** Implements `npm run try:compose`: tests the product of docker-compose.yml with several replicas that stop under traffic. */
async function main(): Promise<boolean> {
  const sink = await startMailSink('0.0.0.0')
  const project = await composeProject(Number(new URL(sink.url).port))
  try {
    sayHeading()
    await step('build the image', project.build)
    await step('docker compose up: all healthy', () => project.up())
    await step('each program reads its own secrets and no others', () => checkSecrets(project))
    await step('the listener for bounces rejects a forged one', async () => checkBounceListener(await project.bouncePort()))
    const { database, store } = await project.openParts()
    const knowsAdmin = async () => (await database.query('select from notifications.recipient')).rowCount === 1
    await until('notifications has received the admin’s event', knowsAdmin)
    const traffic = await startTraffic(project.url, {
      owners: OWNERS,
      inbox: { sink, database },
      as: { ...admin, password: `${admin.password}x` },
    })
    await unlessInterrupted(sleep(TRAFFIC_BETWEEN_CHANGES_MS))
    await step('tasks × 3, all others × 2', () => project.up(SCALE), traffic)
    await unlessInterrupted(sleep(TRAFFIC_BETWEEN_CHANGES_MS))
    say(`  requests handled by the replicas of tasks: ${(await answeredBy(project, 'tasks')).join(', ')}`)
    await stopEach(project, traffic)
    await sayMemory(project)
    await traffic.end()
    await until('all work is done', () => isAllWorkDone(database), QUIET_MS)
    const isSound = reportOn(traffic, await audit(database, traffic.stories, sink, store)) && failuresOf(traffic) === 0
    // Prints errors now, because the logs are deleted with the containers.
    if (!isSound) say(`\nErrors in the logs:\n${(await project.errors()).join('\n')}`)
    return isSound
  } finally {
    await project.remove()
    await sink.stop()
  }
}

interruptOnSignal()
process.exitCode = (await main().catch(exitWith)) ? 0 : 1
