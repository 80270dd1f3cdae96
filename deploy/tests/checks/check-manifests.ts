import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { glob, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { parseAllDocuments } from 'yaml'

const FOLDER = 'deploy/k8s'
/** Folder for the generated files. It is inside node_modules, so that the compiler finds the Kubernetes types. */
const CHECKED = 'node_modules/.manifests'
/** Matches the files of patches, which are incomplete manifests. */
const PATCH = /\/every-[^/]+$/

interface Manifest {
  apiVersion: string
  kind: string
}

/** Returns the module with the types of an API version. The compiler reports an unknown version or kind. */
const packageOf = (apiVersion: string): string =>
  `${apiVersion.startsWith('keda.sh/') ? '@kubernetes-models/keda' : 'kubernetes-models'}/${apiVersion}`

const PARTIAL = 'type Part<T> = T extends (infer E)[] ? Part<E>[] : T extends object ? { [K in keyof T]?: Part<T[K]> } : T\n'

/** Returns the manifest as a typed TypeScript value, so that the compiler finds unknown and misspelled fields. */
function asTypeScript({ apiVersion, kind, ...rest }: Manifest, isPart: boolean): string {
  const type = isPart ? `Part<I${kind}>` : `I${kind}`
  const value = JSON.stringify({ apiVersion, kind, ...rest }, null, 2)
  return `import type { I${kind} } from '${packageOf(apiVersion)}'\n${isPart ? PARTIAL : ''}export const manifest: ${type} = ${value}\n`
}

/** Checks all manifests against the current Kubernetes API, except kustomization.yaml files, which `kubectl` checks. */
const written: string[] = []
try {
  for await (const file of glob(`${FOLDER}/**/*.yaml`)) {
    if (file.endsWith('/kustomization.yaml')) continue
    for (const [index, document] of parseAllDocuments(await readFile(file, 'utf8')).entries()) {
      if (document.errors.length > 0) throw new Error(`${file}: ${document.errors[0]?.message}`)
      const { kind = 'nothing', ...rest } = document.toJS() as Manifest
      const to = join(CHECKED, file, `${index}-${kind}.ts`)
      await mkdir(dirname(to), { recursive: true })
      await writeFile(to, asTypeScript({ kind, ...rest }, PATCH.test(file)))
      written.push(to)
    }
  }
  const args = ['--noEmit', '--skipLibCheck', '--strict', '--module', 'nodenext', '--types', '', '--ignoreConfig', ...written]
  const [code] = await once(spawn('node_modules/.bin/tsc', args, { stdio: 'inherit' }), 'close')
  process.exitCode = code === 0 && written.length > 0 ? 0 : 1
} finally {
  await rm(CHECKED, { recursive: true, force: true })
}
