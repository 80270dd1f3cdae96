import { rolePassword } from '@app/chassis/db/database-url.ts'
import { roleOf, serviceDatabaseUrl } from '@app/chassis/db/migrate.ts'
import type { SecretGroup, ServiceManifest } from '@app/chassis/service/manifest.ts'
import { ofEachService } from './services.ts'

export interface InstallationSecrets {
  /** Database URL of an administrator. */
  DATABASE_URL: string
  DATABASE_ROLE_SECRET: string
  AMQP_URL: string
  S3_ACCESS_KEY: string
  S3_SECRET_KEY: string
  ADMIN_PASSWORD: string
  IDENTITY_KEY: string
  /** Set only while IDENTITY_KEY is rotated. */
  IDENTITY_KEY_PREVIOUS?: string
  REVIEW_LINK_KEY: string
  /** Set only while REVIEW_LINK_KEY is rotated. */
  REVIEW_LINK_KEY_PREVIOUS?: string
  RECORD_SIGNING_KEY: string
  INTERNAL_MAIL_KEY: string
  INTERNAL_DATA_KEY: string
  SUPPRESSION_KEY: string
  /** Set only if the product receives replies to review emails. */
  MAIL_ADDRESS_KEY?: string
  /** Set only while MAIL_ADDRESS_KEY is rotated. */
  MAIL_ADDRESS_KEY_PREVIOUS?: string
  /** Undefined if the URL of the mail relay is not a secret. */
  SMTP_URL?: string
  BACKUP_KEY?: string
}

/** Contents of secret files, by file name. */
export type SecretFiles = Readonly<Record<string, string>>

/** Returns the secret files of each program, by program name. A program gets only the secrets that it needs. */
export function programSecrets(all: InstallationSecrets): Record<string, SecretFiles> {
  const broker = { 'amqp-url': all.AMQP_URL }
  const store = { 's3-access-key': all.S3_ACCESS_KEY, 's3-secret-key': all.S3_SECRET_KEY }
  const database = (service: string) => ({
    'database-url': serviceDatabaseUrl(all.DATABASE_URL, service, rolePassword(all.DATABASE_ROLE_SECRET, roleOf(service))),
  })
  const everything = { 'database-url': all.DATABASE_URL, 'database-role-secret': all.DATABASE_ROLE_SECRET, ...broker, ...store }
  // The file for a previous key always exists. Therefore, a key rotation changes only the contents of secret files, and not the settings of
  // the programs. An empty file counts as an unset setting.
  const groups: Readonly<Record<SecretGroup, SecretFiles>> = {
    accounts: {
      'admin-password': all.ADMIN_PASSWORD,
      'identity-key': all.IDENTITY_KEY,
      'identity-key-previous': all.IDENTITY_KEY_PREVIOUS ?? '',
    },
    decisionRecord: { 'record-signing-key': all.RECORD_SIGNING_KEY },
    mailAddresses: { 'mail-address-key': all.MAIL_ADDRESS_KEY ?? '', 'mail-address-key-previous': all.MAIL_ADDRESS_KEY_PREVIOUS ?? '' },
    internalMail: { 'internal-mail-key': all.INTERNAL_MAIL_KEY },
    internalData: { 'internal-data-key': all.INTERNAL_DATA_KEY },
    mailRelay: all.SMTP_URL === undefined ? {} : { 'smtp-url': all.SMTP_URL },
    reviewLinks: { 'review-link-key': all.REVIEW_LINK_KEY, 'review-link-key-previous': all.REVIEW_LINK_KEY_PREVIOUS ?? '' },
    store,
    suppressions: { 'suppression-key': all.SUPPRESSION_KEY },
  }
  const ofService = ({ name, secrets }: ServiceManifest): SecretFiles =>
    Object.assign(database(name), broker, ...secrets.map((group) => groups[group]))
  return {
    migrate: everything,
    ...(all.BACKUP_KEY && { backup: { ...everything, 'backup-key': all.BACKUP_KEY } }),
    gateway: broker,
    ...ofEachService(ofService),
  }
}
