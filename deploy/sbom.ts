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
  devDependencies?: Record<string, string>
}

interface Lock {
  name: string
  packages: Record<string, Locked>
}

/** The image contains the code of this workspace, but not the npm packages that it uses, because only the local run needs them. */
const NOT_SHIPPED = '@app/deploy'

const read = async (name: string) => JSON.parse(await readFile(fileURLToPath(new URL(`../${name}`, import.meta.url)), 'utf8'))
const write = (file: string, content: object): Promise<void> => writeFile(file, JSON.stringify(content))

function workspacesIn({ packages }: Lock): Map<string, string> {
  const workspaces = Object.entries(packages).filter(([path]) => path !== '' && !path.includes('node_modules'))
  return new Map(workspaces.map(([path, { name }]) => [path, name]))
}

/**
 * Returns the lock file for `npm sbom`, with two changes. It has no `devDependencies`, because npm omits a package that any workspace lists
 * there. The folder of each workspace has the name of its package, because npm rejects the folder name `_chassis`.
 */
function lockForSbom(lock: Lock): Lock {
  const workspaces = workspacesIn(lock)
  const packages = Object.entries(lock.packages).map(([path, { devDependencies, ...entry }]) => {
    const folder = [...workspaces.keys()].find((one) => path === one || path.startsWith(`${one}/`))
    const moved = folder === undefined ? path : path.replace(folder, workspaces.get(folder) ?? folder)
    const linked = workspaces.get(entry.resolved ?? '')
    return [moved, linked === undefined ? entry : { ...entry, resolved: linked }] as const
  })
  return { ...lock, packages: Object.fromEntries(packages) }
}

/** Prints the bill of materials (SBOM) of the image's npm packages in CycloneDX format. Run it with `npm run --silent sbom`. */
async function printSbom(): Promise<number> {
  const lock: Lock = await read('package-lock.json')
  const { overrides } = await read('package.json')
  const { '': rootEntry, ...packages } = lockForSbom(lock).packages
  const root = { ...rootEntry, workspaces: ['@app/*'], overrides }
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
