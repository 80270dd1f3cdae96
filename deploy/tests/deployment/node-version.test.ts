import { spawnSync } from 'node:child_process'
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const readJson = async (name: string) => JSON.parse(await readFile(join(root, name), 'utf8'))
const minimum = ((await readJson('package.json')).engines.node as string).replace('>=', '')

interface Locked {
  engines?: { node?: string }
}

/** Returns the lowest minor version of 22.x that an `engines` range allows, or 0 if the range allows an older major version. */
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

it('README, .nvmrc, images and documentation name the same Node versions as package.json', async () => {
  const read = (file: string) => readFile(join(root, file), 'utf8')
  const { optionalDependencies } = await readJson('package.json')
  const installed = Object.entries<string>(optionalDependencies).filter(([name]) => name.startsWith('node-'))
  const [major] = /^\d+/.exec(installed[0]?.[1] ?? '') ?? []
  expect(new Set(installed.map(([, version]) => version)).size).toBe(1)
  expect(Number(major)).toBeGreaterThanOrEqual(Number.parseInt(minimum, 10))
  const lock = (await readJson('package-lock.json')) as { packages: Record<string, { version: string }> }
  for (const [name, version] of installed) expect(lock.packages[`node_modules/${name}`]?.version, name).toBe(version)

  expect((await read('.nvmrc')).trim()).toBe(major)
  for (const file of ['deploy/docker/Dockerfile', '.github/workflows/ci.yml'])
    expect((await read(file)).match(/\bnode:\d+/g), file).toEqual([`node:${major}`])

  const readme = await read('README.md')
  expect(readme).toContain(`\`npm ci\` installs Node ${major}`)
  expect(readme).toContain(`the image contains Node ${major}`)
  expect(readme).toMatch(new RegExp(`^\\| macOS +\\| Node ${minimum} or newer +\\|`, 'm'))
  for (const file of ['README.md', 'docs/deployment.md', 'docs/commands.md', 'docs/operations.md', 'CONTRIBUTING.md'])
    for (const [named] of (await read(file)).matchAll(/\bNode 2[2-9]\b(\.\d+)?/g))
      expect([`Node ${minimum}`, `Node ${major}`], file).toContain(named)
})

it('an older Node exits with a message that names the minimum version and what to do', async () => {
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
