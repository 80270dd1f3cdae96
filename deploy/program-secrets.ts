import { rolePassword } from '@app/chassis/db/database-url.ts'
import { roleOf, serviceDatabaseUrl } from '@app/chassis/db/migrate.ts'
import { type ServiceName, serviceNames } from '@app/contracts/define.ts'

/** All secrets of an installation. */
export interface InstallationSecrets {
  /** An administrator's address of the database. */
  DATABASE_URL: string
  DATABASE_ROLE_SECRET: string
  AMQP_URL: string
  S3_ACCESS_KEY: string
  S3_SECRET_KEY: string
  ADMIN_PASSWORD: string
  IDENTITY_KEY: string
  /** While keys are rotated. */
  IDENTITY_KEY_PREVIOUS?: string
  /** Absent where the relay's address is no secret. */
  SMTP_URL?: string
  BACKUP_KEY?: string
}

/** Texts by file name. */
export type SecretFiles = Readonly<Record<string, string>>

/** The secrets of each program: what it needs and nothing else, a file for each secret. */
export function programSecrets(all: InstallationSecrets): Record<string, SecretFiles> {
  const broker = { 'amqp-url': all.AMQP_URL }
  const store = { 's3-access-key': all.S3_ACCESS_KEY, 's3-secret-key': all.S3_SECRET_KEY }
  const mail: SecretFiles = all.SMTP_URL === undefined ? {} : { 'smtp-url': all.SMTP_URL }
  const database = (service: string) => ({
    'database-url': serviceDatabaseUrl(all.DATABASE_URL, service, rolePassword(all.DATABASE_ROLE_SECRET, roleOf(service))),
  })
  const everything = { 'database-url': all.DATABASE_URL, 'database-role-secret': all.DATABASE_ROLE_SECRET, ...broker, ...store }
  // An empty file counts as no setting, so that a rotation changes secrets alone.
  const keys = { 'identity-key': all.IDENTITY_KEY, 'identity-key-previous': all.IDENTITY_KEY_PREVIOUS ?? '' }
  const further: Partial<Record<ServiceName, SecretFiles>> = {
    identity: { 'admin-password': all.ADMIN_PASSWORD, ...keys },
    company: store,
    tasks: store,
    documents: store,
    campaigns: { ...store, ...mail },
    notifications: mail,
  }
  return {
    migrate: everything,
    ...(all.BACKUP_KEY && { backup: { ...everything, 'backup-key': all.BACKUP_KEY } }),
    gateway: broker,
    ...Object.fromEntries(serviceNames.map((name) => [name, { ...database(name), ...broker, ...further[name] }])),
  }
}
