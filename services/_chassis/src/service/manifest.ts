import type { ServiceName } from '@app/contracts/define.ts'
import type { Env } from '../config/config.ts'
import type { Migrations } from '../db/migrate.ts'
import type { ExportedTable } from '../exports/exported-table.ts'
import type { Trx } from '../messaging/outbox.ts'
import type { Running, ServiceParts } from './create-service.ts'

/** Secrets that some services need besides their database URL and the broker's URL. `deploy/program-secrets.ts` lists the files of each. */
export type SecretGroup =
  | 'accounts'
  | 'decisionRecord'
  | 'mailAddresses'
  | 'internalMail'
  | 'internalData'
  | 'mailRelay'
  | 'reviewLinks'
  | 'store'
  | 'suppressions'

/**
 * What the programs in `deploy` need to know about a service: the local run, migrations, bindings, backups, `republish` and secrets. The tests
 * also compare the manifests with the files of Compose, Kubernetes and Prometheus (`services.test.ts`).
 */
export interface ServiceManifest {
  name: ServiceName
  start(env: Env, parts: ServiceParts): Promise<Running>
  migrations: Migrations
  /** Types of the events that the service's queue is bound to. */
  subscribedTypes?: readonly string[]
  /** SQL query for the keys of all files that the service's rows reference. Backups contain these files. */
  referencedFiles?: string
  /** Publishes the current state of all objects of the service. Returns the number of events. */
  republish?(env: Env): Promise<number>
  /** The tables that exports of companies contain. An import into another installation fills them. */
  exports?: {
    tables: readonly ExportedTable[]
    /** Completes an imported company in the transaction of the import. The search path is the service's schema. */
    completeImport?(trx: Trx, companyId: string): Promise<void>
  }
  secrets: readonly SecretGroup[]
}
