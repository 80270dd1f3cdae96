import { createHmac } from 'node:crypto'
import { ConfigError } from '../config.ts'

/** The password of a service's role: worked out from the one secret that migrations set all of them by. */
export const rolePassword = (secret: string, role: string): string => createHmac('sha256', secret).update(role).digest('base64url')

/** The address a service connects with. One without a password gets that of its role, by `DATABASE_ROLE_SECRET`. */
export function databaseUrl({ DATABASE_URL, DATABASE_ROLE_SECRET }: { DATABASE_URL: string; DATABASE_ROLE_SECRET?: string }): string {
  if (!DATABASE_ROLE_SECRET) return DATABASE_URL
  if (!URL.canParse(DATABASE_URL)) throw new ConfigError(['DATABASE_URL is no address'])
  const url = new URL(DATABASE_URL)
  if (!url.password) url.password = rolePassword(DATABASE_ROLE_SECRET, url.username)
  return url.href
}
