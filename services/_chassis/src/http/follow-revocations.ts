import type { EventData } from '@app/contracts/define.ts'
import { PasswordChanged, SessionEnded, TokensEnded } from '@app/contracts/events/identity.ts'
import { getEndedSessions, getRevocations } from '@app/contracts/http/identity.ts'
import { AppError } from '../errors.ts'
import type { Logger } from '../logger.ts'
import { subscribeBroadcast } from '../messaging/broadcast.ts'
import type { EventEnvelope } from '../messaging/event.ts'
import type { Transport } from '../messaging/transport.ts'
import type { IsRevoked } from './auth.ts'
import { fetchFromService } from './fetch-from-service.ts'
import { createRevocations, type EndedSession, type EndedTokens, type OnRevoked } from './revocations.ts'

const RETRY_MS = 1_000
/** Also without an event: a safety net. */
const RELOAD_MS = 5 * 60_000

interface FollowOptions {
  /** The process that follows. */
  name: string
  /** Identity's key set; the lists of ended tokens are asked for at the same origin. */
  jwksUrl: string
  /** Where events come from; without it only the safety net is left. */
  transport: Transport | undefined
  log: Logger
}

export interface RevocationFollower {
  /** Two look-ups in memory. Throws a 503 until the lists have been loaded once. */
  isRevoked: IsRevoked
  /** For what goes on after its check, such as a live stream. */
  whenRevoked: OnRevoked
  /** Rejects until the lists have been loaded once. */
  check(): Promise<void>
  stop(): Promise<void>
}

const notLoaded = () =>
  new AppError('sessions-unavailable', 'unavailable', 'Signing in is not possible at the moment. Please try again shortly.', {
    retryAfter: 2,
  })

/** Knows which tokens were ended: loads identity's lists, hears of each end, loads again when one may have been missed. */
export async function followRevocations({ name, jwksUrl, transport, log }: FollowOptions): Promise<RevocationFollower> {
  const revocations = createRevocations()
  let loaded = false
  let stopped = false
  let timer: NodeJS.Timeout | undefined

  async function ask<T>(path: string): Promise<T[]> {
    const answer = await fetchFromService(new URL(path, jwksUrl))
    if (answer.ok) return (await answer.json()) as T[]
    await answer.body?.cancel()
    throw new Error(`identity answered ${answer.status}`)
  }

  async function load(): Promise<void> {
    const [tokens, sessions] = await Promise.all([ask<EndedTokens>(getRevocations.url), ask<EndedSession>(getEndedSessions.url)])
    revocations.endTokens(tokens)
    revocations.endSessions(sessions)
    revocations.forgetExpired()
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

  function hear({ type, data }: EventEnvelope): void {
    if (type === SessionEnded.type) revocations.endSessions([data as EventData<typeof SessionEnded>])
    else revocations.endTokens([data as EventData<typeof PasswordChanged | typeof TokensEnded>])
  }

  await reload()
  // Connecting loads again: an end may have fallen between the lists and the subscription.
  const subscription =
    transport &&
    (await subscribeBroadcast({
      name,
      types: [PasswordChanged.type, TokensEnded.type, SessionEnded.type],
      handle: hear,
      transport,
      log,
      onConnected: () => void reload(),
    }))

  return {
    isRevoked(claims) {
      if (!loaded) throw notLoaded()
      return revocations.isRevoked(claims)
    },
    whenRevoked: revocations.whenRevoked,
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
