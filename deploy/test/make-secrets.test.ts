import { mkdtemp, readdir, readFile, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isPasswordValid } from '@app/contracts/rules/password.ts'
import { expect, it } from 'vitest'
import { makeSecrets } from '../docker/make-secrets.ts'

async function filesIn(folder: string): Promise<Record<string, string>> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = found.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name))
  const texts = files.map(async (path) => [path.slice(folder.length + 1), await readFile(path, 'utf8')] as const)
  return Object.fromEntries(await Promise.all(texts))
}

it('makes every secret up once, whoever begins at the same time, and gives each part its own', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'secrets-'))
  await Promise.all([makeSecrets(folder), makeSecrets(folder, { 's3-access-key': 'late' }), makeSecrets(folder)])
  const first = await filesIn(folder)
  await makeSecrets(folder, { 'admin-password': 'another' })
  expect(await filesIn(folder)).toEqual(first)
  expect(Object.keys(first).sort()).toEqual([
    'broker/palmetto.conf',
    'postgres/password',
    'programs/admin-password',
    'programs/amqp-url',
    'programs/broker-password',
    'programs/database-password',
    'programs/database-role-secret',
    'programs/database-url',
    'programs/s3-access-key',
    'programs/s3-secret-key',
    'store/access-key',
    'store/seaweedfs.json',
    'store/secret-key',
  ])
  expect(isPasswordValid(first['programs/admin-password'] ?? '')).toBe(true)
  expect(new URL(first['programs/database-url'] ?? '').password).toBe(first['postgres/password'])
  expect(first['broker/palmetto.conf']).toContain(`default_pass = ${new URL(first['programs/amqp-url'] ?? '').password}\n`)
  expect(JSON.parse(first['store/seaweedfs.json'] ?? '').identities[0].credentials).toEqual([
    { accessKey: first['programs/s3-access-key'], secretKey: first['store/secret-key'] },
  ])
  // Each part is a user of its own; nobody may change them.
  expect((await stat(join(folder, 'store/secret-key'))).mode & 0o777).toBe(0o444)
})

it('keeps what it is given', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'secrets-'))
  await makeSecrets(folder, { 's3-access-key': 'AKIA', 's3-secret-key': 'a=b' })
  expect(await filesIn(folder)).toMatchObject({ 'store/access-key': 'AKIA', 'store/secret-key': 'a=b' })
})
