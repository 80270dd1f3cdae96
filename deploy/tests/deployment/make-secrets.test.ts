import { chmod, mkdir, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { rolePassword } from '@app/chassis/db/database-url.ts'
import { type ServiceName, serviceNames } from '@app/contracts/define.ts'
import { isPasswordValid } from '@app/contracts/rules/password.ts'
import { afterEach, expect, it } from 'vitest'
import { makeSecrets } from '../../docker/make-secrets.ts'
import { secretsOf } from '../../k8s/secrets.ts'

const folders: string[] = []
afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true })
})

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'secrets-'))
  folders.push(folder)
  return folder
}

async function filesIn(folder: string): Promise<Record<string, string>> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = found.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name))
  const texts = files.map(async (path) => [path.slice(folder.length + 1), await readFile(path, 'utf8')] as const)
  return Object.fromEntries(await Promise.all(texts))
}

const modeOf = async (path: string): Promise<number> => (await stat(path)).mode & 0o777

/** Returns the names of the secret files in a program's container. */
const namesIn = (files: Record<string, string>, part: string): string[] =>
  Object.keys(files).flatMap((path) => (path.startsWith(`${part}/`) ? [path.slice(part.length + 1)] : []))

const broker = ['amqp-url']
const store = ['s3-access-key', 's3-secret-key']
const reviews = ['review-link-key', 'review-link-key-previous']
const addresses = ['mail-address-key', 'mail-address-key-previous']
const further: Partial<Record<ServiceName, string[]>> = {
  company: [...store, 'internal-data-key', 'internal-mail-key'],
  identity: ['admin-password', 'identity-key', 'identity-key-previous', 'internal-data-key', 'internal-mail-key'],
  tasks: [...store, ...reviews, 'internal-data-key', 'internal-mail-key', 'record-signing-key'],
  documents: [...store, 'internal-data-key', 'internal-mail-key'],
  'crm-proxy': ['internal-data-key', 'internal-mail-key'],
  campaigns: [...store, 'internal-data-key', 'internal-mail-key', 'suppression-key'],
  notifications: ['internal-data-key', 'internal-mail-key', ...addresses],
}
const expected: Record<string, string[]> = {
  broker: ['palmetto.conf'],
  postgres: ['password'],
  store: ['access-key', 'seaweedfs.json', 'secret-key'],
  migrate: ['database-url', 'database-role-secret', ...broker, ...store],
  gateway: broker,
  ...Object.fromEntries(serviceNames.map((name) => [name, ['database-url', ...broker, ...(further[name] ?? [])]])),
}
const programs = Object.keys(expected).filter((name) => !['broker', 'postgres', 'store'].includes(name))

it('generates every secret once, also if several processes start at the same time', async () => {
  const folder = await newFolder()
  await Promise.all([makeSecrets(folder), makeSecrets(folder, { 's3-access-key': 'late' }), makeSecrets(folder)])
  const first = await filesIn(folder)
  await makeSecrets(folder, { 'admin-password': 'another' })
  expect(await filesIn(folder)).toEqual(first)
  expect(isPasswordValid(first['identity/admin-password'] ?? '')).toBe(true)
  expect(Buffer.from(first['identity/identity-key'] ?? '', 'base64')).toHaveLength(32)
  expect(new URL(first['migrate/database-url'] ?? '').password).toBe(first['postgres/password'])
  expect(first['broker/palmetto.conf']).toContain(`default_pass = ${new URL(first['tasks/amqp-url'] ?? '').password}\n`)
  expect(JSON.parse(first['store/seaweedfs.json'] ?? '').identities[0].credentials).toEqual([
    { accessKey: first['documents/s3-access-key'], secretKey: first['store/secret-key'] },
  ])
})

it('writes to each folder only the secrets of its program, readable by its user only', async () => {
  const folder = await newFolder()
  await makeSecrets(folder)
  const files = await filesIn(folder)
  expect(new Set(Object.keys(files).map((path) => path.split('/')[0]))).toEqual(new Set([...Object.keys(expected), 'programs']))
  for (const [name, own] of Object.entries(expected)) expect(namesIn(files, name).sort(), name).toEqual(own.toSorted())
  for (const name of programs)
    for (const own of namesIn(files, name)) expect(await modeOf(join(folder, name, own)), `${name}/${own}`).toBe(0o400)
  for (const name of namesIn(files, 'programs')) expect(await modeOf(join(folder, 'programs', name)), name).toBe(0o400)
  // Database, broker and store run as other users, so all users can read their files.
  expect(await modeOf(join(folder, 'store/secret-key'))).toBe(0o444)

  const roleSecret = files['programs/database-role-secret'] ?? ''
  for (const service of programs.filter((name) => !['migrate', 'gateway'].includes(name))) {
    const url = new URL(files[`${service}/database-url`] ?? '')
    const role = `${service.replaceAll('-', '_')}_service`
    expect([url.username, url.password], service).toEqual([role, rolePassword(roleSecret, role)])
    expect(JSON.stringify(namesIn(files, service).map((name) => files[`${service}/${name}`]))).not.toContain(roleSecret)
  }
})

it('writes the same files to the Secrets for Kubernetes', () => {
  const keys = ['IDENTITY_KEY', 'REVIEW_LINK_KEY', 'RECORD_SIGNING_KEY', 'INTERNAL_MAIL_KEY', 'INTERNAL_DATA_KEY', 'SUPPRESSION_KEY']
  const names = ['DATABASE_ROLE_SECRET', 'S3_ACCESS_KEY', 'S3_SECRET_KEY', 'ADMIN_PASSWORD', ...keys]
  const urls = { DATABASE_URL: 'postgres://a:b@c/d', AMQP_URL: 'amqp://e', SMTP_URL: 'smtp://f' }
  const settings = { ...urls, ...Object.fromEntries(names.map((name) => [name, name])) }
  const secrets = secretsOf(settings)
  expect(Object.keys(secrets).sort()).toEqual(programs.toSorted())
  for (const name of programs) {
    const mail = ['campaigns', 'notifications'].includes(name) ? ['smtp-url'] : []
    expect(Object.keys(secrets[name] ?? {}).sort(), name).toEqual([...(expected[name] ?? []), ...mail].sort())
  }
})

it('generates all values of the Secrets for Kubernetes except the URL of the mail relay', async () => {
  const folder = await newFolder()
  await makeSecrets(folder)
  const files = await filesIn(folder)
  const pathOf = (name: string) => [`${name.replaceAll('-', '_').toUpperCase()}_FILE`, join(folder, 'programs', name)]
  const secrets = secretsOf({ ...Object.fromEntries(namesIn(files, 'programs').map(pathOf)), SMTP_URL: 'smtp://f' })
  for (const name of programs)
    for (const own of namesIn(files, name)) expect(secrets[name]?.[own], `${name}/${own}`).toBe(files[`${name}/${own}`])
})

it('uses given secrets', async () => {
  const folder = await newFolder()
  await makeSecrets(folder, { 's3-access-key': 'AKIA', 's3-secret-key': 'a=b' })
  expect(await filesIn(folder)).toMatchObject({ 'store/access-key': 'AKIA', 'campaigns/s3-secret-key': 'a=b' })
})

it('does not change existing secrets', async () => {
  const folder = await newFolder()
  const before = {
    'database-password': 'of the database',
    'database-role-secret': 'of the roles',
    'broker-password': 'of the broker',
    's3-access-key': 'access',
    's3-secret-key': 'secret',
    'admin-password': 'Correct-horse-1!',
    'database-url': 'postgres://palmetto:of%20the%20database@postgres/palmetto',
    'amqp-url': 'amqp://palmetto:of%20the%20broker@elsewhere',
  }
  await mkdir(join(folder, 'programs'))
  for (const [name, text] of Object.entries(before)) await writeFile(join(folder, 'programs', name), text, { mode: 0o400 })
  await makeSecrets(folder)
  const files = await filesIn(folder)
  for (const [name, text] of Object.entries(before)) expect(files[`programs/${name}`], name).toBe(text)
  expect(files).toMatchObject({
    'identity/admin-password': before['admin-password'],
    'gateway/amqp-url': before['amqp-url'],
    'migrate/database-url': before['database-url'],
    'migrate/database-role-secret': before['database-role-secret'],
    'tasks/s3-secret-key': before['s3-secret-key'],
  })
  expect(new URL(files['tasks/database-url'] ?? '').password).toBe(rolePassword('of the roles', 'tasks_service'))
})

it('updates the programs’ files after a change: a new role secret, and rotated keys with the previous ones', async () => {
  const folder = await newFolder()
  await makeSecrets(folder)
  const before = await filesIn(folder)
  const rotated = { 'identity-key': 'identity', 'review-link-key': 'tasks', 'mail-address-key': 'notifications' }
  await rm(join(folder, 'programs/database-role-secret'))
  for (const key of Object.keys(rotated)) await rename(join(folder, 'programs', key), join(folder, 'programs', `${key}-previous`))
  await writeFile(join(folder, 'tasks/of-an-earlier-release'), 'x')
  await chmod(join(folder, 'tasks/amqp-url'), 0o444)
  await makeSecrets(folder)
  const after = await filesIn(folder)
  expect(after['tasks/database-url']).not.toBe(before['tasks/database-url'])
  for (const [key, program] of Object.entries(rotated)) {
    expect(after[`${program}/${key}-previous`], key).toBe(before[`${program}/${key}`])
    expect(after[`${program}/${key}`], key).not.toBe(before[`${program}/${key}`])
  }
  expect(after['identity/admin-password']).toBe(before['identity/admin-password'])
  expect(namesIn(after, 'tasks').sort()).toEqual(expected.tasks?.toSorted())
  expect(await modeOf(join(folder, 'tasks/amqp-url'))).toBe(0o400)
})
