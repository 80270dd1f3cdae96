import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { consoleLogger, exitWith, stopOnSignal } from './console.ts'
import { lockDataDir, prepareDataDir } from './parts/disk.ts'
import { openDatabase, openMail, openStore, type Part } from './parts.ts'
import { localSecrets } from './secrets.ts'
import { readSettings } from './settings.ts'
import { builtWeb } from './web-build.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** Runs a program of ours until it is stopped. */
function run(args: readonly string[], cwd: string, env: NodeJS.ProcessEnv): Part {
  const child = spawn(process.execPath, args, { cwd, env, stdio: 'inherit' })
  return {
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return
      child.kill('SIGTERM')
      await once(child, 'exit')
    },
  }
}

/**
 * `npm run dev`: database, store and inbox stay up in this process; services and gateway run in a second one that
 * starts again when a source changes; Vite serves the web app with hot reload.
 */
async function main(): Promise<void> {
  const settings = readSettings(process.env)
  const log = consoleLogger(settings)
  await prepareDataDir(settings.DATA_DIR)
  const lock = lockDataDir(settings.DATA_DIR)
  const secrets = await localSecrets(settings.DATA_DIR)
  const database = await openDatabase(settings, log)
  const store = await openStore(settings, secrets, log)
  const mail = await openMail(settings, log)
  const env = {
    ...process.env,
    ...store.env,
    DATABASE_URL: database.url,
    DATABASE_ROLE_SECRET: settings.DATABASE_ROLE_SECRET ?? secrets.databaseRoles,
    SMTP_URL: mail.smtpUrl,
    DATA_DIR: `${settings.DATA_DIR}/dev`,
    // Vite serves the app; the gateway's own copy need not follow each change.
    WEB_DIST: await builtWeb(),
  }
  const services = run(['--watch', '--watch-preserve-output', 'deploy/local/start.ts'], root, env)
  const vite = run(['../node_modules/vite/bin/vite.js'], `${root}/web`, { ...process.env, GATEWAY: `http://127.0.0.1:${settings.PORT}` })
  stopOnSignal(async () => {
    for (const part of [vite, services, mail, store, database]) await part.stop()
    lock.release()
  })
  if (mail.inboxUrl) process.stdout.write(`\n  Mail inbox   ${mail.inboxUrl}\n`)
}

main().catch(exitWith)
