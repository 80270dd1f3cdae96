import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { glob, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { parseAllDocuments } from 'yaml'

const FOLDER = 'deploy/k8s'
/** Within the packages, where the types of Kubernetes are found. */
const CHECKED = 'node_modules/.manifests'
/** They say a part of what they are added to. */
const PATCH = /\/every-[^/]+$/

interface Manifest {
  apiVersion: string
  kind: string
}

/** Which types there are stands with the packages: that of a version and kind they do not know is a fault like any other. */
const packageOf = (apiVersion: string): string =>
  `${apiVersion.startsWith('keda.sh/') ? '@kubernetes-models/keda' : 'kubernetes-models'}/${apiVersion}`

const PARTIAL = 'type Part<T> = T extends (infer E)[] ? Part<E>[] : T extends object ? { [K in keyof T]?: Part<T[K]> } : T\n'

/** A manifest as a value of its type: the compiler knows what the API takes, and what is spelt otherwise. */
function asTypeScript({ apiVersion, kind, ...rest }: Manifest, isPart: boolean): string {
  const type = isPart ? `Part<I${kind}>` : `I${kind}`
  const value = JSON.stringify({ apiVersion, kind, ...rest }, null, 2)
  return `import type { I${kind} } from '${packageOf(apiVersion)}'\n${isPart ? PARTIAL : ''}export const manifest: ${type} = ${value}\n`
}

/** Holds all manifests against the current API, those of kustomize itself aside: `kubectl` reads these. */
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
