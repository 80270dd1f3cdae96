import { ConfigError } from '../config/config.ts'

const KEY_BYTES = 32

/** Returns the fault of a key in a setting, or undefined if the setting contains 32 bytes in base64. */
export const keyFault = (name: string, text: string): string | undefined =>
  Buffer.from(text, 'base64').length === KEY_BYTES ? undefined : `${name} must be 32 random bytes in base64 (openssl rand -base64 32)`

/** Returns the bytes of a key in a setting. Throws a `ConfigError` if the setting does not contain 32 bytes in base64. */
export function keyBytes(name: string, text: string): Buffer {
  const fault = keyFault(name, text)
  if (fault) throw new ConfigError([fault])
  return Buffer.from(text, 'base64')
}
