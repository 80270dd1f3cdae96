import { platform } from 'node:os'

/** Returns the environment for Postgres programs, with English messages and without inherited PG… and MALLOC_… variables. */
export function withPlainMessages(): NodeJS.ProcessEnv {
  const inherited = Object.entries(process.env).filter(([name]) => !/^(PG|MALLOC_)/.test(name))
  // On macOS, Postgres does not start with the locale `C`.
  const locale = platform() === 'darwin' ? 'en_US.UTF-8' : 'C'
  return { ...Object.fromEntries(inherited), LC_ALL: locale }
}
