import { randomBytes } from 'node:crypto'
import { link, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { isMain } from '@app/chassis/run-main.ts'

const random = (): string => randomBytes(32).toString('base64url')

/** What is made up: what programs know, each in a file of its name. */
const made = {
  'database-password': random,
  'database-role-secret': random,
  'broker-password': random,
  's3-access-key': () => randomBytes(10).toString('hex'),
  's3-secret-key': random,
  // As passwords must be here, whatever was drawn.
  'admin-password': () => `${randomBytes(12).toString('base64url')}!aA1`,
}
type Secrets = Record<keyof typeof made, string>

/** What is written in terms of those; every part of the product has a folder of its own, and sees no other. */
const derived: Record<string, (secrets: Secrets) => string> = {
  'programs/database-url': (secrets) => `postgres://palmetto:${secrets['database-password']}@postgres/palmetto`,
  'programs/amqp-url': (secrets) => `amqp://palmetto:${secrets['broker-password']}@broker`,
  'postgres/password': (secrets) => secrets['database-password'],
  'broker/palmetto.conf': (secrets) => `default_user = palmetto\ndefault_pass = ${secrets['broker-password']}\nlog.console = true\n`,
  'store/access-key': (secrets) => secrets['s3-access-key'],
  'store/secret-key': (secrets) => secrets['s3-secret-key'],
  'store/seaweedfs.json': (secrets) => {
    const credentials = [{ accessKey: secrets['s3-access-key'], secretKey: secrets['s3-secret-key'] }]
    const actions = ['Admin', 'Read', 'List', 'Tagging', 'Write']
    return JSON.stringify({ identities: [{ name: 'palmetto', credentials, actions }] })
  },
}

/** What stands in the file; written whole, and once, whoever else does so at this moment. Parts run as users of their own. */
async function kept(path: string, text: string): Promise<string> {
  await mkdir(dirname(path), { recursive: true })
  const drafts = await mkdtemp(join(dirname(path), '.new-'))
  try {
    const draft = join(drafts, 'text')
    await writeFile(draft, text, { mode: 0o444, flush: true })
    await link(draft, path).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
    })
    return await readFile(path, 'utf8')
  } finally {
    await rm(drafts, { recursive: true })
  }
}

/** Makes up what is neither there yet nor `given`, at the first start; afterwards everything stays what it is. */
export async function makeSecrets(folder: string, given: Partial<Secrets> = {}): Promise<void> {
  const drawn = Object.entries(made).map(async ([name, make]) => {
    return [name, await kept(join(folder, 'programs', name), given[name as keyof Secrets] ?? make())]
  })
  const secrets = Object.fromEntries(await Promise.all(drawn)) as Secrets
  await Promise.all(Object.entries(derived).map(([name, write]) => kept(join(folder, name), write(secrets))))
}

/** `node deploy/docker/make-secrets.ts <folder> [<name>=<text> …]` */
if (isMain(import.meta.url)) {
  const [folder = '.', ...given] = process.argv.slice(2)
  await makeSecrets(folder, Object.fromEntries(given.map((text) => text.split(/=(.*)/s, 2))))
}
