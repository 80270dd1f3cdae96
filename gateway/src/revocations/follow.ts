import type { Logger } from '@app/chassis/logger.ts'
import { subscribeBroadcast } from '@app/chassis/messaging/broadcast.ts'
import type { Transport } from '@app/chassis/messaging/transport.ts'
import type { EventData } from '@app/contracts/define.ts'
import { PasswordChanged } from '@app/contracts/events/identity.ts'
import { getRevocations } from '@app/contracts/http/identity.ts'
import type { Revocation, Revocations } from './revocations.ts'

const RETRY_MS = 1_000
/** Also without an event: a safety net. */
const RELOAD_MS = 5 * 60_000
const TIMEOUT_MS = 3_000

interface FollowOptions {
  revocations: Revocations
  identityUrl: string
  /** Where events come from; without it only the safety net is left. */
  transport: Transport | undefined
  log: Logger
}

export interface Following {
  /** Rejects until the list has been loaded. */
  check(): Promise<void>
  stop(): Promise<void>
}

/** Keeps `revocations` like identity's: loads the list, hears of each reset, loads again when one may have been missed. */
export async function followRevocations({ revocations, identityUrl, transport, log }: FollowOptions): Promise<Following> {
  let loaded = false
  let stopped = false
  let timer: NodeJS.Timeout | undefined

  async function load(): Promise<void> {
    const answer = await fetch(new URL(getRevocations.url, identityUrl), { signal: AbortSignal.timeout(TIMEOUT_MS) })
    if (!answer.ok) throw new Error(`identity answered ${answer.status}`)
    revocations.add((await answer.json()) as Revocation[])
    loaded = true
  }

  async function reload(): Promise<void> {
    clearTimeout(timer)
    const succeeded = await load().then(
      () => true,
      (error: unknown) => {
        log.warn({ err: error }, 'could not load the ended tokens, trying again')
        return false
      },
    )
    clearTimeout(timer)
    if (!stopped) timer = setTimeout(reload, succeeded ? RELOAD_MS : RETRY_MS)
  }

  await reload()
  // Connecting loads again: a reset may have fallen between the list and the subscription.
  const subscription =
    transport &&
    (await subscribeBroadcast({
      name: 'gateway',
      types: [PasswordChanged.type],
      handle: ({ data }) => revocations.add([data as EventData<typeof PasswordChanged>]),
      transport,
      log,
      onConnected: () => void reload(),
    }))

  return {
    async check() {
      if (!loaded) throw new Error('the ended tokens are not loaded yet')
    },
    async stop() {
      stopped = true
      clearTimeout(timer)
      await subscription?.stop()
    },
  }
}
