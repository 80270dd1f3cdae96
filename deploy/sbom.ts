import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Entry of package-lock.json: a workspace of this repository or an installed package. */
interface Locked {
  name: string
  /** Folder of the workspace to which this entry links. */
  resolved?: string
  dependencies?: Record<string, string>
  devDependencies?: Record<string, string>
}

/** Overrides of package.json: the version of a package, or the versions of some dependencies of a package. */
type Overrides = Record<string, string | Record<string, string>>

interface Lock {
  name: string
  packages: Record<string, Locked>
}

/**
 * Workspace whose npm packages are not in the image, because only the local run needs these packages. The image contains the code of the
 * workspace.
 */
const NOT_SHIPPED = '@app/deploy'

const read = async (name: string) => JSON.parse(await readFile(fileURLToPath(new URL(`../${name}`, import.meta.url)), 'utf8'))
const write = (file: string, content: object): Promise<void> => writeFile(file, JSON.stringify(content))

function workspacesIn({ packages }: Lock): Map<string, string> {
  const workspaces = Object.entries(packages).filter(([path]) => path !== '' && !path.includes('node_modules'))
  return new Map(workspaces.map(([path, { name }]) => [path, name]))
}

/** Returns the name of the package at a path in the lock file. */
const packageAt = (path: string): string => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)

/** Replaces the version ranges of a package's dependencies by the versions that the overrides set. */
function overridden(path: string, dependencies: Record<string, string>, overrides: Overrides): Record<string, string> {
  const ofPackage = overrides[packageAt(path)]
  const applied = Object.entries({ ...overrides, ...(typeof ofPackage === 'object' ? ofPackage : {}) })
  const versions = applied.filter(([name, version]) => typeof version === 'string' && name in dependencies)
  return { ...dependencies, ...Object.fromEntries(versions) } as Record<string, string>
}

/**
 * Returns the lock file for `npm sbom`, with three changes. The lock file has no `devDependencies`, because npm omits each package that any
 * workspace has as a development dependency. The folder of each workspace has the name of its package, because npm rejects the folder name
 * `_chassis`. The dependencies have the versions of `overrides`, because npm 11.12 and older do not apply overrides to the packages of a
 * workspace.
 */
function lockForSbom(lock: Lock, overrides: Overrides): Lock {
  const workspaces = workspacesIn(lock)
  const packages = Object.entries(lock.packages).map(([path, { devDependencies, ...entry }]) => {
    const folder = [...workspaces.keys()].find((one) => path === one || path.startsWith(`${one}/`))
    const moved = folder === undefined ? path : path.replace(folder, workspaces.get(folder) ?? folder)
    const linked = workspaces.get(entry.resolved ?? '')
    const dependencies = entry.dependencies && overridden(path, entry.dependencies, overrides)
    return [moved, { ...entry, ...(dependencies && { dependencies }), ...(linked !== undefined && { resolved: linked }) }] as const
  })
  return { ...lock, packages: Object.fromEntries(packages) }
}

/** Prints the bill of materials (SBOM) of the image's npm packages in CycloneDX format. Run it with `npm run --silent sbom`. */
async function printSbom(): Promise<number> {
  const lock: Lock = await read('package-lock.json')
  const { overrides } = await read('package.json')
  const { '': rootEntry, ...packages } = lockForSbom(lock, overrides).packages
  const root = { ...rootEntry, workspaces: ['@app/*'] }
  const names = [...workspacesIn(lock).values()]

  const temporary = await mkdtemp(join(tmpdir(), 'palmetto-sbom-'))
  try {
    // npm uses the name of this folder as the name of the root package.
    const folder = join(temporary, lock.name)
    for (const name of names) {
      await mkdir(join(folder, name), { recursive: true })
      await write(join(folder, name, 'package.json'), packages[name] ?? {})
    }
    await write(join(folder, 'package.json'), root)
    await write(join(folder, 'package-lock.json'), { ...lock, packages: { '': root, ...packages } })
    const shipped = names.filter((name) => name !== NOT_SHIPPED).flatMap((name) => ['--workspace', name])
    const options = ['--package-lock-only', '--no-update-notifier', '--sbom-format=cyclonedx', '--sbom-type=application', ...shipped]
    const npm = spawn('npm', ['sbom', ...options], { cwd: folder, stdio: ['ignore', 'inherit', 'inherit'] })
    const [code] = await once(npm, 'close')
    return code ?? 1
  } finally {
    await rm(temporary, { recursive: true, force: true })
  }
}

process.exitCode = await printSbom()
