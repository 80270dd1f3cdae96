import { setTimeout as sleep } from 'node:timers/promises'
import { unavailableBecause } from '@app/chassis/service/unavailable.ts'

const TIMEOUT_MS = 30_000
const PAUSE_MS = 500

/** Runs `work`, which must be idempotent. Retries for 30 seconds while the system `what` is unavailable, and prints its name. */
export async function retryUntilAvailable<T>(what: string, url: string, work: () => Promise<T>, timeoutMs = TIMEOUT_MS): Promise<T> {
  // Prints only the host, because the URL may contain a password.
  const part = `${what} at ${new URL(url).host}`
  const giveUpAt = Date.now() + timeoutMs
  let isWaiting = false
  for (;;) {
    try {
      return await work()
    } catch (error) {
      const reason = unavailableBecause(error)
      if (!reason) throw error
      const { code, message } = error as NodeJS.ErrnoException
      if (Date.now() >= giveUpAt) throw new Error(`${part}: ${reason} (${code ?? message})`, { cause: error })
      if (!isWaiting) process.stderr.write(`Waiting for ${part}: ${reason}\n`)
      isWaiting = true
    }
    await sleep(PAUSE_MS)
  }
}
