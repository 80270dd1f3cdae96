import { connect } from '@app/chassis/db/connect.ts'
import type { App } from '@app/chassis/http/app.ts'
import { createRevocations } from '@app/chassis/http/revocations.ts'
import { smtpTransport } from '@app/chassis/mail/smtp-transport.ts'
import { type PublicFiles, publicFiles } from '@app/chassis/storage/public-files.ts'
import { testKeys } from '@app/chassis/testing/people.ts'
import { recordingLogger } from '@app/chassis/testing/recording-logger.ts'
import type { Kysely } from 'kysely'
import { Registry } from 'prom-client'
import { buildApp } from '../../src/app.ts'
import { startBackground } from '../../src/background.ts'
import type { Tables } from '../../src/db/tables.ts'
import { createLive } from '../../src/live/live.ts'
import { contentsOfServices } from '../../src/mail/request-content.ts'
import type { ReviewAddresses } from '../../src/mail/review-addresses.ts'
import type { SheetAddress } from '../../src/sheet/sheet.ts'
import { RETENTION, testSettings } from './settings.ts'

export interface Replica {
  app: App
  db: Kysely<Tables>
  revocations: ReturnType<typeof createRevocations>
  log: ReturnType<typeof recordingLogger>['log']
  lines: string[]
  stop(): Promise<void>
}

interface ReplicaOptions {
  databaseUrl: string
  smtpUrl: string
  /** URL of a service that composes the emails of all composing services. By default, it is unavailable. */
  composerUrl?: string
  /** URL of the service that composes emails about accounts. Default: `composerUrl`. */
  identityUrl?: string
  reviewAddresses?: ReviewAddresses
  files?: PublicFiles
  contactsPerMinute?: number
  sheet?: SheetAddress
  heartbeatMs?: number
  streamsMax?: number
  /** The business clock. */
  now?: () => Date
}

export const INTERNAL_MAIL_KEY = Buffer.alloc(32, 3).toString('base64')
export const INTERNAL_DATA_KEY = Buffer.alloc(32, 4).toString('base64')
const UNAVAILABLE = 'http://127.0.0.1:9'

/** By default, the file store is unavailable. */
const noFiles = publicFiles({ S3_ENDPOINT: UNAVAILABLE, S3_BUCKET: 'files' })

/** Starts a replica with workers and live streams, but without an event transport. */
export async function startReplica(options: ReplicaOptions): Promise<Replica> {
  const { databaseUrl, smtpUrl, composerUrl = UNAVAILABLE, files = noFiles, reviewAddresses, contactsPerMinute = 100 } = options
  const { identityUrl = composerUrl, sheet, heartbeatMs, streamsMax = 100, now } = options
  const { log, lines } = recordingLogger()
  const db = connect<Tables>({ url: databaseUrl, schema: 'notifications', max: 5, onIdleError: () => {} })
  const registry = new Registry()
  const live = createLive({ db, registry, log, streamsMax, heartbeatMs })
  const revocations = createRevocations()
  const app = await buildApp({
    db,
    log,
    keys: testKeys,
    ...revocations,
    checks: {},
    parts: () => [],
    registry,
    contactsPerMinute,
    toSheet: sheet !== undefined,
    internalDataKey: INTERNAL_DATA_KEY,
    mailsKeptDays: RETENTION.mails,
    ...live,
  })
  const stopBackground = startBackground({
    db,
    databaseUrl,
    settings: testSettings(now),
    retention: RETENTION,
    transport: smtpTransport(smtpUrl),
    registry,
    requestContent: contentsOfServices({
      TASKS_URL: composerUrl,
      IDENTITY_URL: identityUrl,
      COMPANY_URL: composerUrl,
      DOCUMENTS_URL: composerUrl,
      CRM_PROXY_URL: composerUrl,
      CAMPAIGNS_URL: composerUrl,
      INTERNAL_MAIL_KEY,
    }),
    reviewAddresses,
    files,
    sheet,
    figures: { db, registry },
    log,
    ...live,
  })
  return {
    app,
    db,
    revocations,
    log,
    lines,
    async stop() {
      await app.close()
      await stopBackground()
      await db.destroy()
    },
  }
}
