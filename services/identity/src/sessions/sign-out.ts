import { inTransaction } from '@app/chassis/db/in-transaction.ts'
import type { TokenClaims } from '@app/chassis/http/auth.ts'
import { addEvent } from '@app/chassis/messaging/outbox.ts'
import { TokensEnded } from '@app/contracts/events/identity.ts'
import { lockSignedInUser, updateUser } from '../accounts/users.repository.ts'
import type { IdentityDeps } from '../deps.ts'
import { endTokens } from '../tokens/end-tokens.ts'
import { countEndedSessions, insertEndedSession } from '../tokens/ended-tokens.repository.ts'
import { secondsOf } from '../tokens/token-life.ts'

/** Maximum ended sessions per user, because every process stores them. After more sign-outs, all tokens of the user are revoked. */
const ENDED_SESSIONS_MAX = 20

type SignOutDeps = Pick<IdentityDeps, 'db' | 'now'>

export async function signOut({ db, now }: SignOutDeps, { sub, jti, exp }: TokenClaims): Promise<void> {
  await inTransaction(db, async (trx) => {
    const user = await lockSignedInUser(trx, sub)
    if ((await countEndedSessions(trx, sub, secondsOf(now()))) >= ENDED_SESSIONS_MAX) return endTokens(trx, user, now())
    if (!(await insertEndedSession(trx, { token_id: jti, user_id: sub, expires_at: exp }))) return
    const { version } = await updateUser(trx, sub)
    await addEvent(trx, TokensEnded, { aggregateId: sub, version, data: { userId: sub, session: { tokenId: jti, expiresAt: exp } } })
  })
}

export async function signOutEverywhere({ db, now }: SignOutDeps, { sub }: TokenClaims): Promise<void> {
  await inTransaction(db, async (trx) => endTokens(trx, await lockSignedInUser(trx, sub), now()))
}
