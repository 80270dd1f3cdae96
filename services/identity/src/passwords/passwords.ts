import { randomBytes } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import { createGate } from './gate.ts'

/** Parameters for argon2id that OWASP recommends. This library uses argon2id by default. */
const PARAMETERS = { memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 }
/** Maximum number of queued hashes. One hash takes about 6 ms of one CPU core, so two cores process a full queue in under a second. */
const QUEUE_MAX = 200

export type Passwords = Awaited<ReturnType<typeof createPasswords>>

/**
 * Returns the spelling of a password that is hashed: composed characters, and each kind of space as a space (RFC 8265, OpaqueString).
 * Keyboards send different code points for one character: `é` can be one code point or two.
 */
const opaque = (password: string): string => password.replaceAll(/\p{Zs}/gu, ' ').normalize('NFC')

/** Hashing and verifying run outside the event loop, at most one at a time per CPU core. */
export async function createPasswords() {
  const gate = createGate({ concurrency: availableParallelism(), queueMax: QUEUE_MAX })
  const dummyHash = await hash(randomBytes(32), PARAMETERS)
  return {
    hash: (password: string): Promise<string> => gate(() => hash(opaque(password), PARAMETERS)),
    /** Without a hash (unknown user), the check takes as long as for a wrong password, so that its time does not reveal accounts. */
    async verify(passwordHash: string | undefined, password: string): Promise<boolean> {
      const matches = await gate(() => verify(passwordHash ?? dummyHash, opaque(password)))
      return matches && passwordHash !== undefined
    },
  }
}
