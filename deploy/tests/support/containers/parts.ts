import { removeContainersLeftOver } from './left-overs.ts'
import { run } from './run.ts'

export const images = {
  postgres: process.env.TEST_POSTGRES_IMAGE ?? 'postgres:18',
  rabbitmq: process.env.TEST_RABBITMQ_IMAGE ?? 'rabbitmq:4',
  store: process.env.TEST_STORE_IMAGE ?? 'chrislusf/seaweedfs:4.48',
  mail: process.env.TEST_MAIL_IMAGE ?? 'maildev/maildev:2.2.1',
}
type ContainerPart = keyof typeof images

const CHOSEN = 'TEST_CONTAINERS'
const LOOK_MS = 5_000
const PULL_MS = 300_000

const isThere = (image: string): Promise<boolean> =>
  run('docker', ['image', 'inspect', image], { timeout: LOOK_MS })
    .catch(() => run('docker', ['pull', '--quiet', image], { timeout: PULL_MS }))
    .then(
      () => true,
      () => false,
    )

/**
 * Decides once per test run which servers run in containers, and stores the result in the environment of the test workers. With a Docker
 * engine, each server whose image exists or can be pulled runs in a container. `TEST_ON=local` uses no containers. `TEST_ON=containers`
 * fails if an image is missing.
 */
export async function chooseContainers(): Promise<void> {
  const { TEST_ON } = process.env
  if (process.env[CHOSEN] !== undefined) return
  process.env[CHOSEN] = ''
  if (TEST_ON === 'local') return
  const hasEngine = await run('docker', ['version', '--format', '{{.Server.Version}}'], { timeout: LOOK_MS }).then(
    () => true,
    () => false,
  )
  if (!hasEngine) {
    if (TEST_ON === 'containers') throw new Error('TEST_ON=containers is set, but no Docker engine is running')
    return
  }
  const parts = Object.entries(images).map(async ([part, image]) => ({ part, image, isThere: await isThere(image) }))
  const found = await Promise.all(parts)
  const missing = found.filter((each) => !each.isThere).map(({ part, image }) => `${part} (${image})`)
  if (missing.length && TEST_ON === 'containers')
    throw new Error(`TEST_ON=containers is set, but these images cannot be pulled: ${missing.join(', ')}`)
  if (missing.length) process.stderr.write(`Not running in containers, because the image is missing: ${missing.join(', ')}\n`)
  await removeContainersLeftOver()
  process.env[CHOSEN] = found.flatMap(({ part, isThere }) => (isThere ? [part] : [])).join()
}

export const isContained = (part: ContainerPart): boolean => (process.env[CHOSEN] ?? '').split(',').includes(part)
