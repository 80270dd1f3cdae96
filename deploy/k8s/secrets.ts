import { type Env, loadConfig, storeConfig } from '@app/chassis/config/config.ts'
import { amqpUrlSetting, databaseUrlSetting, smtpUrlSetting } from '@app/chassis/config/url-settings.ts'
import { isMain } from '@app/chassis/service/run-main.ts'
import * as Type from 'typebox'
import { programSecrets, type SecretFiles } from '../program-secrets.ts'

const schema = {
  DATABASE_URL: databaseUrlSetting('database URL of an administrator'),
  DATABASE_ROLE_SECRET: Type.String({ minLength: 1 }),
  AMQP_URL: amqpUrlSetting(),
  S3_ACCESS_KEY: storeConfig.S3_ACCESS_KEY,
  S3_SECRET_KEY: storeConfig.S3_SECRET_KEY,
  SMTP_URL: smtpUrlSetting(),
  ADMIN_PASSWORD: Type.String({ minLength: 1 }),
  IDENTITY_KEY: Type.String({ minLength: 1, description: '32 random bytes in base64' }),
  IDENTITY_KEY_PREVIOUS: Type.Optional(Type.String({ description: 'while IDENTITY_KEY is rotated' })),
  REVIEW_LINK_KEY: Type.String({ minLength: 1, description: '32 random bytes in base64' }),
  REVIEW_LINK_KEY_PREVIOUS: Type.Optional(Type.String({ description: 'while REVIEW_LINK_KEY is rotated' })),
  RECORD_SIGNING_KEY: Type.String({ minLength: 1, description: '32 random bytes in base64' }),
  INTERNAL_MAIL_KEY: Type.String({ minLength: 1, description: '32 random bytes in base64' }),
  INTERNAL_DATA_KEY: Type.String({ minLength: 1, description: '32 random bytes in base64' }),
  SUPPRESSION_KEY: Type.String({ minLength: 1, description: '32 random bytes in base64' }),
  MAIL_ADDRESS_KEY: Type.Optional(Type.String({ description: 'with REPLY_DOMAIN: 32 random bytes in base64' })),
  MAIL_ADDRESS_KEY_PREVIOUS: Type.Optional(Type.String({ description: 'while MAIL_ADDRESS_KEY is rotated' })),
  BACKUP_KEY: Type.Optional(Type.String({ description: 'for components/backup' })),
}

export const secretsOf = (env: Env): Record<string, SecretFiles> => programSecrets(loadConfig(schema, env))

/** Returns the secrets as a JSON list of Kubernetes Secrets for `kubectl apply --filename -`. */
export const secretList = (secrets: Readonly<Record<string, SecretFiles>>): string =>
  JSON.stringify({
    apiVersion: 'v1',
    kind: 'List',
    items: Object.entries(secrets).map(([name, stringData]) => ({ apiVersion: 'v1', kind: 'Secret', metadata: { name }, stringData })),
  })

/** Usage: `node deploy/k8s/secrets.ts` prints the Secrets of all programs. It reads the environment variables in `schema`. */
if (isMain(import.meta.url)) process.stdout.write(secretList(secretsOf(process.env)))
