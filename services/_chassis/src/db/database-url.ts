import { createHmac } from 'node:crypto'
import { ConfigError } from '../config/config.ts'

/** Returns the password of a service's role. It is derived from a secret that the migrations and all services share. */
export const rolePassword = (secret: string, role: string): string => createHmac('sha256', secret).update(role).digest('base64url')

/** Returns a service's database URL. Derives the password from `DATABASE_ROLE_SECRET` if `DATABASE_URL` contains no password. */
export function databaseUrl({ DATABASE_URL, DATABASE_ROLE_SECRET }: { DATABASE_URL: string; DATABASE_ROLE_SECRET?: string }): string {
  if (!DATABASE_ROLE_SECRET) return DATABASE_URL
  if (!URL.canParse(DATABASE_URL)) throw new ConfigError(['DATABASE_URL is not a valid URL'])
  const url = new URL(DATABASE_URL)
  if (!url.password) url.password = rolePassword(DATABASE_ROLE_SECRET, url.username)
  return url.href
}
