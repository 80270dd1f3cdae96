import type { EventData } from '@app/contracts/define.ts'
import { PasswordChanged, TokensEnded } from '@app/contracts/events/identity.ts'
import { getEndedSessions, getRevocations } from '@app/contracts/http/identity.ts'
import type { Logger } from '../logging/logger.ts'
import { subscribeBroadcast } from '../messaging/broadcast.ts'
import type { EventEnvelope } from '../messaging/event.ts'
import type { Transport } from '../messaging/transport.ts'
import type { IsRevoked } from './auth.ts'
import { AppError } from './errors.ts'
import { fetchFromService } from './fetch-from-service.ts'
import { createRevocations, type EndedSession, type EndedTokens, type OnRevoked } from './revocations.ts'

const RETRY_MS = 1_000
/** Interval at which the lists of revoked tokens are reloaded, in case an event was missed. */
const RELOAD_MS = 5 * 60_000

interface FollowOptions {
  name: string
  /** URL of identity's key set. The lists of revoked tokens are loaded from the same origin. */
  jwksUrl: string
  /** Delivers the events about revocations. Without a transport, revocations take effect only at the next reload. */
  transport: Transport | undefined
  log: Logger
}

export interface RevocationFollower {
  /** Searches the lists in memory. Throws a 503 until the lists have been loaded once. */
  isRevoked: IsRevoked
  whenRevoked: OnRevoked
  check(): Promise<void>
  stop(): Promise<void>
}

const notLoaded = () =>
  new AppError('sessions-unavailable', 'unavailable', 'Signing in is not possible at the moment. Please try again shortly.', {
    retryAfter: 2,
  })

/** Keeps identity's lists of revoked tokens in memory: applies events, and reloads every 5 minutes and after each reconnection. */
export async function followRevocations({ name, jwksUrl, transport, log }: FollowOptions): Promise<RevocationFollower> {
  const revocations = createRevocations()
  let loaded = false
  let stopped = false
  let timer: NodeJS.Timeout | undefined

  async function fetchList<T>(path: string): Promise<T[]> {
    const response = await fetchFromService(new URL(path, jwksUrl))
    if (response.ok) return (await response.json()) as T[]
    await response.body?.cancel()
    throw new Error(`identity responded with status ${response.status}`)
  }

  async function load(): Promise<void> {
    const [tokens, sessions] = await Promise.all([
      fetchList<EndedTokens>(getRevocations.url),
      fetchList<EndedSession>(getEndedSessions.url),
    ])
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
        log.warn({ err: error }, 'could not load the revoked tokens; retrying')
        return false
      },
    )
    clearTimeout(timer)
    if (!stopped) timer = setTimeout(reload, succeeded ? RELOAD_MS : RETRY_MS)
  }

  function handle({ data }: EventEnvelope): void {
    // The data of `PasswordChanged` have the same fields, without `session`.
    const { userId, session, tokensInvalidBefore } = data as EventData<typeof TokensEnded>
    if (session) revocations.endSessions([session])
    if (tokensInvalidBefore !== undefined) revocations.endTokens([{ userId, tokensInvalidBefore }])
  }

  await reload()
  // The lists are reloaded after connecting, because a token may be revoked between the first load and the subscription.
  const subscription =
    transport &&
    (await subscribeBroadcast({
      name,
      types: [PasswordChanged.type, TokensEnded.type],
      handle,
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
      if (!loaded) throw new Error('the list of revoked tokens is not loaded yet')
    },
    async stop() {
      stopped = true
      clearTimeout(timer)
      await subscription?.stop()
    },
  }
}
