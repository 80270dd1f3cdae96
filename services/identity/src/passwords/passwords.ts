import { randomBytes } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import { createGate } from './gate.ts'

/** OWASP's parameters for argon2id, which is this library's default algorithm. */
const PARAMETERS = { memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 }
/** At about 6 ms each they are through in under a second. */
const WAITING = 200

export interface Passwords {
  hash(password: string): Promise<string>
  /** Takes as long for an unknown user (no hash) as for a wrong password. */
  verify(passwordHash: string | undefined, password: string): Promise<boolean>
}

/** Hashing off the event loop, at most as many at once as there are cores. */
export async function createPasswords(): Promise<Passwords> {
  const gate = createGate({ width: availableParallelism(), waiting: WAITING })
  const nobodys = await hash(randomBytes(32), PARAMETERS)
  return {
    hash: (password) => gate(() => hash(password, PARAMETERS)),
    async verify(passwordHash, password) {
      const matches = await gate(() => verify(passwordHash ?? nobodys, password))
      return matches && passwordHash !== undefined
    },
  }
}
