/**
 * The state of a review link. `open`: its recipient can decide. `decided`: the preview was approved or referred back. `replaced`: a newer
 * preview was delivered. `expired`: nobody decided within 30 days. `revoked`: the owner reset the password or switched review links off.
 * `removed`: the task was removed.
 */
export const reviewStates = ['open', 'decided', 'replaced', 'expired', 'revoked', 'removed'] as const
export type ReviewState = (typeof reviewStates)[number]

export const decisionKinds = ['approve', 'refer-back'] as const
export type DecisionKind = (typeof decisionKinds)[number]

/** Maximum length of the reason for an undo, in characters. */
export const REASON_MAX = 1000
/** A press of at least this duration confirms an approval. Mail scanners that press buttons release them at once. */
export const HOLD_MS = 600
