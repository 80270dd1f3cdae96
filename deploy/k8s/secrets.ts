import { type Env, loadConfig, storeConfig } from '@app/chassis/config.ts'
import { rolePassword } from '@app/chassis/db/database-url.ts'
import { roleOf, serviceDatabaseUrl } from '@app/chassis/db/migrate.ts'
import { isMain } from '@app/chassis/run-main.ts'
import * as Type from 'typebox'

const schema = {
  DATABASE_URL: Type.String({ minLength: 1, description: 'an administrator’s address of the database' }),
  DATABASE_ROLE_SECRET: Type.String({ minLength: 1 }),
  AMQP_URL: Type.String({ minLength: 1 }),
  S3_ACCESS_KEY: storeConfig.S3_ACCESS_KEY,
  S3_SECRET_KEY: storeConfig.S3_SECRET_KEY,
  SMTP_URL: Type.String({ minLength: 1 }),
  ADMIN_PASSWORD: Type.String({ minLength: 1 }),
  BACKUP_KEY: Type.Optional(Type.String({ description: 'for components/backup' })),
}

type Files = Readonly<Record<string, string>>

/** What each program is told, and nobody else: a file for each secret, by the program's name. */
export function secretsOf(env: Env): Record<string, Files> {
  const config = loadConfig(schema, env)
  const broker = { 'amqp-url': config.AMQP_URL }
  const store = { 's3-access-key': config.S3_ACCESS_KEY, 's3-secret-key': config.S3_SECRET_KEY }
  const mail = { 'smtp-url': config.SMTP_URL }
  const database = (service: string) => ({
    'database-url': serviceDatabaseUrl(config.DATABASE_URL, service, rolePassword(config.DATABASE_ROLE_SECRET, roleOf(service))),
  })
  const everything = { 'database-url': config.DATABASE_URL, 'database-role-secret': config.DATABASE_ROLE_SECRET, ...broker, ...store }
  return {
    migrate: everything,
    ...(config.BACKUP_KEY && { backup: { ...everything, 'backup-key': config.BACKUP_KEY } }),
    gateway: broker,
    identity: { ...database('identity'), ...broker, 'admin-password': config.ADMIN_PASSWORD },
    company: { ...database('company'), ...broker, ...store },
    tasks: { ...database('tasks'), ...broker, ...store },
    documents: { ...database('documents'), ...broker, ...store },
    'crm-proxy': { ...database('crm-proxy'), ...broker },
    campaigns: { ...database('campaigns'), ...broker, ...store, ...mail },
    notifications: { ...database('notifications'), ...broker, ...mail },
  }
}

/** The same as Secrets for `kubectl apply --filename -`. */
export const secretList = (secrets: Readonly<Record<string, Files>>): string =>
  JSON.stringify({
    apiVersion: 'v1',
    kind: 'List',
    items: Object.entries(secrets).map(([name, stringData]) => ({ apiVersion: 'v1', kind: 'Secret', metadata: { name }, stringData })),
  })

/** `node deploy/k8s/secrets.ts`: the Secrets of all programs, by the settings of `npm run migrate` and of what they are to know. */
if (isMain(import.meta.url)) process.stdout.write(secretList(secretsOf(process.env)))
