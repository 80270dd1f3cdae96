import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { writeAddresses } from './addresses.ts'
import { consoleLogger, runUntilStopped } from './console.ts'
import { partStack } from './part-stack.ts'
import { takeDataDir } from './parts/disk.ts'
import { assertPortFree } from './parts/ports.ts'
import { assertPartPortsFree, openDatabase, openMail, openSheets, openStore, type Part } from './parts.ts'
import { localSecrets } from './secrets.ts'
import { readSettings } from './settings.ts'
import { builtWeb } from './web-build.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

async function run(args: readonly string[], cwd: string, env: NodeJS.ProcessEnv): Promise<Part> {
  const child = spawn(process.execPath, args, { cwd, env, stdio: 'inherit' })
  const kill = () => child.kill('SIGKILL')
  process.once('exit', kill)
  child.once('exit', () => process.off('exit', kill))
  return {
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return
      child.kill('SIGTERM')
      await once(child, 'exit')
    },
  }
}

async function start(): Promise<Part & { inboxUrl?: string; sheetsUrl?: string }> {
  const { open, stop } = partStack()
  try {
    const settings = readSettings(process.env)
    const log = consoleLogger(settings)
    await open(takeDataDir(settings.DATA_DIR, settings.PUBLIC_URL))
    await assertPortFree(settings.PORT, 'the product', 'PORT', settings.HOST)
    await assertPartPortsFree(settings)
    const secrets = await localSecrets(settings.DATA_DIR)
    const database = await open(openDatabase(settings, log))
    const store = await open(openStore(settings, secrets, log))
    await open(writeAddresses(settings.DATA_DIR, { databaseUrl: database.url, storeEndpoint: store.env.S3_ENDPOINT }))
    const mail = await open(openMail(settings, log))
    const sheets = await open(openSheets(settings, log))
    const env = {
      ...process.env,
      ...store.env,
      DATABASE_URL: database.url,
      DATABASE_ROLE_SECRET: settings.DATABASE_ROLE_SECRET ?? secrets.databaseRoles,
      // The services run in a second process with its own data folder. That process uses the same database, so it needs the same keys.
      IDENTITY_KEY: settings.IDENTITY_KEY ?? secrets.identityKey,
      REVIEW_LINK_KEY: settings.REVIEW_LINK_KEY ?? secrets.reviewLinkKey,
      RECORD_SIGNING_KEY: settings.RECORD_SIGNING_KEY ?? secrets.recordSigningKey,
      MAIL_ADDRESS_KEY: settings.MAIL_ADDRESS_KEY ?? secrets.mailAddressKey,
      INTERNAL_MAIL_KEY: settings.INTERNAL_MAIL_KEY ?? secrets.internalMailKey,
      INTERNAL_DATA_KEY: settings.INTERNAL_DATA_KEY ?? secrets.internalDataKey,
      SUPPRESSION_KEY: settings.SUPPRESSION_KEY ?? secrets.suppressionKey,
      SMTP_URL: mail.smtpUrl,
      CRM_HOSTS: sheets.hosts,
      DATA_DIR: `${settings.DATA_DIR}/dev`,
      // The gateway serves this build, which does not change while the product runs. Vite serves the current web app.
      WEB_DIST: await builtWeb('quick'),
    }
    await open(run(['--watch', '--watch-preserve-output', 'deploy/local/start.ts'], root, env))
    const gateway = `http://127.0.0.1:${settings.PORT}`
    await open(run(['../node_modules/vite/bin/vite.js'], `${root}/web`, { ...process.env, GATEWAY: gateway }))
    return { inboxUrl: mail.inboxUrl, sheetsUrl: sheets.sheetsUrl, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** The command `npm run dev`. The services and the gateway run in a second process, which restarts when a source file changes. */
await runUntilStopped(start, ({ inboxUrl, sheetsUrl }) => {
  if (inboxUrl) process.stdout.write(`\n  Mail inbox   ${inboxUrl}\n`)
  if (sheetsUrl) process.stdout.write(`  Spreadsheets ${sheetsUrl}\n`)
})
