import { createHash } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openZip } from '@app/chassis/exports/zip-reader.ts'
import { EXPORT_FORMAT, type ExportManifest, exportKinds, recordsPath } from '@app/contracts/export/manifest.ts'
import { brandImageFields, profileTextFields } from '@app/contracts/http/company.ts'
import { recordOf } from '@app/contracts/primitives.ts'
import { FIRST_PREVIOUS_HASH } from '@app/contracts/rules/decision-record.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkArchive } from '../../company-import/check-archive.ts'
import { newKeysOf } from '../../company-import/import-files.ts'
import { type ZippedFile, zipOf } from '../support/zip-of.ts'

const COMPANY = '0192f3a0-0000-7000-8000-000000000002'
const OWNER = '0192f3a0-0000-7000-8000-000000000001'
const AT = '2026-10-02T09:00:00+00:00'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'palmetto-import-'))
})
afterAll(() => rm(folder, { recursive: true }))

const company = {
  id: COMPANY,
  ownerId: OWNER,
  ...recordOf(profileTextFields, () => ''),
  logo: 'public/company/logo.png',
  ...recordOf(brandImageFields, () => null),
  version: 1,
  createdAt: AT,
  updatedAt: AT,
}
const recipient = {
  id: OWNER,
  dispatchId: OWNER,
  position: 1,
  email: 'ann@example.com',
  name: '',
  state: 'accepted',
  attempts: 1,
  firstClaimedAt: AT,
  mayBeDuplicate: false,
  code: null,
  settledAt: AT,
  bouncedAt: null,
  complainedAt: null,
  unsubscribedAt: null,
}
const header = { format: 'palmetto-record-1', company: COMPANY, keys: [] }

const recordsOfKind: Readonly<Record<string, readonly object[]>> = {
  owner: [{ id: OWNER, email: 'june@palm.example', username: 'June', createdAt: AT }],
  company: [company],
  'decision-record': [header],
}

interface Changes {
  records?: Readonly<Record<string, readonly object[]>>
  files?: readonly ZippedFile[]
  /** Files that the manifest does not list. */
  unlisted?: readonly ZippedFile[]
  manifest?: (manifest: ExportManifest) => object
  total?: number
}

const bytesOf = ({ content }: ZippedFile): Buffer => Buffer.from(content)

/** Checks an export with one logo, in which something was changed. */
async function checked({
  records = {},
  files = [],
  unlisted = [],
  manifest = (same) => same,
  total = 1e9,
}: Changes): Promise<ExportManifest> {
  const all = { ...recordsOfKind, ...records }
  const lines: ZippedFile[] = exportKinds.map((kind) => ({
    path: recordsPath(kind),
    content: (all[kind.name] ?? []).map((record) => `${JSON.stringify(record)}\n`).join(''),
    isCompressed: true,
  }))
  const listed: ZippedFile[] = [...lines, { path: 'files/company/logo.png', content: 'logo' }, ...files]
  const content: ExportManifest = {
    format: EXPORT_FORMAT,
    companyId: COMPANY,
    ownerId: OWNER,
    companyName: '',
    startedAt: AT,
    finishedAt: AT,
    records: Object.fromEntries(exportKinds.map(({ name }) => [name, all[name]?.length ?? 0])),
    missing: [],
    files: listed.map((file) => ({
      path: file.path,
      bytes: bytesOf(file).length,
      sha256: createHash('sha256').update(bytesOf(file)).digest('hex'),
      ...(file.path.endsWith('logo.png') && { key: 'public/company/logo.png' }),
    })),
  }
  const zipped = [...listed, ...unlisted, { path: 'manifest.json', content: JSON.stringify(manifest(content)) }]
  return check(zipOf(zipped), total)
}

async function check(bytes: Buffer, total = 1e9): Promise<ExportManifest> {
  const path = join(folder, `${crypto.randomUUID()}.zip`)
  await writeFile(path, bytes)
  const zip = await openZip(path, total)
  try {
    return await checkArchive(zip)
  } finally {
    await zip.close()
  }
}

const withFirst = (change: (file: ExportManifest['files'][number]) => object) => (manifest: ExportManifest) => ({
  ...manifest,
  files: manifest.files.map((file, at) => (at === 0 ? change(file) : file)),
})

test('a whole export is accepted, and its files get new keys', async () => {
  const manifest = await checked({})
  const keys = newKeysOf(manifest)
  expect([...keys.keys()]).toEqual(['public/company/logo.png'])
  expect(keys.get('public/company/logo.png')).toMatch(/^public\/company\/[0-9a-f-]{36}\.png$/)
})

test.each(['../evil.txt', '/etc/evil.txt', 'files/../../evil', 'files\\evil', 'C:/evil', 'files//evil', 'files/./evil', 'a\0b', ''])(
  'the name %j in the ZIP file is refused',
  async (path) => {
    await expect(checked({ files: [{ path, content: 'x' }] })).rejects.toThrow('a name that is not allowed')
  },
)

test.each<[string, Changes, string]>([
  ['two files with the same name', { unlisted: [{ path: 'files/company/LOGO.png', content: 'logo' }] }, 'twice'],
  ['a file that the manifest does not list', { unlisted: [{ path: 'files/more.txt', content: 'x' }] }, 'does not list files/more.txt'],
  ['a file that is missing', { manifest: withFirst((file) => ({ ...file, path: 'files/gone' })) }, 'does not contain files/gone'],
  ['a file of another size', { manifest: withFirst((file) => ({ ...file, bytes: 1 })) }, 'bytes instead of 1'],
  [
    'a file with another content',
    { manifest: withFirst((file) => ({ ...file, sha256: 'a'.repeat(64) })) },
    'not the one that was exported',
  ],
  ['an encrypted file', { files: [{ path: 'files/x', content: 'x', flags: 1 }] }, 'encrypted'],
  ['an unknown compression', { files: [{ path: 'files/x', content: 'x', method: 12 }] }, 'does not read'],
  ['files that overlap', { files: [{ path: 'files/x', content: 'logo', dataOf: 0 }] }, 'overlap'],
  ['a file that expands too much', { files: [{ path: 'files/x', content: Buffer.alloc(5e6), isCompressed: true }] }, '200 times'],
  [
    'a file that is longer than announced',
    { files: [{ path: 'files/x', content: 'x'.repeat(99), isCompressed: true, announced: 9 }] },
    'instead of 99',
  ],
  ['too many bytes in total', { total: 100 }, 'At most 100 are allowed'],
  ['another format', { manifest: (manifest) => ({ ...manifest, format: 'palmetto-export-9' }) }, 'This release imports palmetto-export-1'],
  ['a manifest without its files', { manifest: ({ files: _, ...manifest }) => manifest }, 'does not have the format'],
  ['a record that does not match its schema', { records: { colleagues: [{ id: 'x' }] } }, 'Line 1 of records/colleagues.jsonl'],
  [
    'a record with an unknown field',
    { records: { company: [{ ...company, gsapi: 'https://evil.example' }] } },
    'Line 1 of records/company',
  ],
  ['a wrong number of records', { manifest: (manifest) => ({ ...manifest, records: { ...manifest.records, tasks: 7 } }) }, 'counts 7'],
  [
    'a reference to something else',
    { records: { recipients: [{ ...recipient, dispatchId: COMPANY }] } },
    'refers with dispatchId to something that the export does not contain',
  ],
  ['another company in the manifest', { manifest: (manifest) => ({ ...manifest, companyId: OWNER }) }, 'names another company'],
  ['two companies', { records: { company: [company, company] } }, 'one company and one owner'],
  [
    'a changed decision record',
    { records: { 'decision-record': [header, { body: '{}', previousHash: FIRST_PREVIOUS_HASH, hash: 'a'.repeat(64) }] } },
    'decision record is not intact',
  ],
])('%s is refused', async (_what, changes, message) => {
  await expect(checked(changes)).rejects.toThrow(message)
})

test('a file that is not a ZIP file, or was cut off, is refused', async () => {
  await expect(check(Buffer.from('no zip'))).rejects.toThrow('not a complete ZIP file')
  const whole = zipOf([{ path: 'a', content: 'x'.repeat(5_000) }])
  await expect(check(whole.subarray(0, -10))).rejects.toThrow('not a complete ZIP file')
})

test('a key outside of the folders of the services is refused', async () => {
  const manifest = await checked({})
  for (const key of ['public/web/index.js', 'private/exports/x.zip', '../x']) {
    const files = manifest.files.map((file) => (file.key ? { ...file, key } : file))
    expect(() => newKeysOf({ ...manifest, files })).toThrow('not allowed')
  }
})
