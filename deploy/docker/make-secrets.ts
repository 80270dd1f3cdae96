import { randomBytes } from 'node:crypto'
import { link, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { isMain } from '@app/chassis/service/run-main.ts'
import { programSecrets, type SecretFiles } from '../program-secrets.ts'

/** Folder of all secrets. Only this program mounts it. Every other program mounts a folder with its own secrets. */
const ORIGINALS = 'programs'
/** Mode of the programs' secret files. All programs run as the same user. */
const PROGRAM_MODE = 0o400
/** Mode of the secret files of database, broker and store. These servers run as other users, and each mounts only its own folder. */
const PART_MODE = 0o444

const random = (): string => randomBytes(32).toString('base64url')

const generators = {
  'database-password': random,
  'database-role-secret': random,
  'broker-password': random,
  's3-access-key': () => randomBytes(10).toString('hex'),
  's3-secret-key': random,
  // The suffix makes every random password satisfy the password rules.
  'admin-password': () => `${randomBytes(12).toString('base64url')}!aA1`,
  'identity-key': () => randomBytes(32).toString('base64'),
  'review-link-key': () => randomBytes(32).toString('base64'),
  'internal-mail-key': () => randomBytes(32).toString('base64'),
  'internal-data-key': () => randomBytes(32).toString('base64'),
  'suppression-key': () => randomBytes(32).toString('base64'),
  'record-signing-key': () => randomBytes(32).toString('base64'),
  'mail-address-key': () => randomBytes(32).toString('base64'),
}
type Secrets = Record<keyof typeof generators, string>

async function withDraft<T>(path: string, text: string, mode: number, use: (draft: string) => Promise<T>): Promise<T> {
  await mkdir(dirname(path), { recursive: true })
  const drafts = await mkdtemp(join(dirname(path), '.new-'))
  try {
    const draft = join(drafts, 'text')
    await writeFile(draft, text, { mode, flush: true })
    return await use(draft)
  } finally {
    await rm(drafts, { recursive: true })
  }
}

/** Returns the content of a file, which is created with `text` if it does not exist. Concurrent calls return the same content. */
async function readOrCreate(path: string, text: string): Promise<string> {
  await withDraft(path, text, PROGRAM_MODE, (draft) =>
    link(draft, path).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
    }),
  )
  return readFile(path, 'utf8')
}

const replace = (path: string, text: string, mode: number): Promise<void> => withDraft(path, text, mode, (draft) => rename(draft, path))

/** Writes the secret files of a program, and deletes files that the program no longer needs. */
async function fillFolder(folder: string, files: SecretFiles, mode: number): Promise<void> {
  await Promise.all(Object.entries(files).map(([name, text]) => replace(join(folder, name), text, mode)))
  const stale = (await readdir(folder, { withFileTypes: true })).filter((entry) => entry.isFile() && !(entry.name in files))
  await Promise.all(stale.map(({ name }) => rm(join(folder, name), { force: true })))
}

function partSecrets(secrets: Secrets): Record<string, SecretFiles> {
  const credentials = [{ accessKey: secrets['s3-access-key'], secretKey: secrets['s3-secret-key'] }]
  const actions = ['Admin', 'Read', 'List', 'Tagging', 'Write']
  return {
    postgres: { password: secrets['database-password'] },
    broker: { 'palmetto.conf': `default_user = palmetto\ndefault_pass = ${secrets['broker-password']}\nlog.console = true\n` },
    store: {
      'access-key': secrets['s3-access-key'],
      'secret-key': secrets['s3-secret-key'],
      'seaweedfs.json': JSON.stringify({ identities: [{ name: 'palmetto', credentials, actions }] }),
    },
  }
}

/**
 * Generates the secrets that neither the folder nor `given` contains. Then writes a separate folder of secrets for each program, the
 * database, the broker and the store. Runs at every start of the Compose project.
 */
export async function makeSecrets(folder: string, given: Partial<Secrets> = {}): Promise<void> {
  const original = (name: string) => join(folder, ORIGINALS, name)
  const entries = Object.entries(generators).map(async ([name, make]) => [
    name,
    await readOrCreate(original(name), given[name as keyof Secrets] ?? make()),
  ])
  const secrets = Object.fromEntries(await Promise.all(entries)) as Secrets
  const programs = programSecrets({
    DATABASE_URL: await readOrCreate(original('database-url'), `postgres://palmetto:${secrets['database-password']}@postgres/palmetto`),
    DATABASE_ROLE_SECRET: secrets['database-role-secret'],
    AMQP_URL: await readOrCreate(original('amqp-url'), `amqp://palmetto:${secrets['broker-password']}@broker`),
    S3_ACCESS_KEY: secrets['s3-access-key'],
    S3_SECRET_KEY: secrets['s3-secret-key'],
    ADMIN_PASSWORD: secrets['admin-password'],
    IDENTITY_KEY: secrets['identity-key'],
    IDENTITY_KEY_PREVIOUS: await readFile(original('identity-key-previous'), 'utf8').catch(() => ''),
    REVIEW_LINK_KEY: secrets['review-link-key'],
    REVIEW_LINK_KEY_PREVIOUS: await readFile(original('review-link-key-previous'), 'utf8').catch(() => ''),
    RECORD_SIGNING_KEY: secrets['record-signing-key'],
    INTERNAL_MAIL_KEY: secrets['internal-mail-key'],
    INTERNAL_DATA_KEY: secrets['internal-data-key'],
    SUPPRESSION_KEY: secrets['suppression-key'],
    MAIL_ADDRESS_KEY: secrets['mail-address-key'],
    MAIL_ADDRESS_KEY_PREVIOUS: await readFile(original('mail-address-key-previous'), 'utf8').catch(() => ''),
  })
  const fill = (all: Readonly<Record<string, SecretFiles>>, mode: number) =>
    Object.entries(all).map(([name, files]) => fillFolder(join(folder, name), files, mode))
  await Promise.all([...fill(programs, PROGRAM_MODE), ...fill(partSecrets(secrets), PART_MODE)])
}

/** Usage: `node deploy/docker/make-secrets.ts <folder> [<name>=<text> …]` */
if (isMain(import.meta.url)) {
  const [folder = '.', ...given] = process.argv.slice(2)
  await makeSecrets(folder, Object.fromEntries(given.map((text) => text.split(/=(.*)/s, 2))))
}
