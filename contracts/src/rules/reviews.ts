/**
 * The state of a review link. `open`: its recipient can decide. `decided`: the preview was approved or referred back. `replaced`: a newer
 * preview was delivered. `withdrawn`: the preview had been delivered by mistake. `expired`: no decision was made within 30 days. `revoked`:
 * the owner reset the password or switched review links off, or the recipient is no longer a colleague. `removed`: the task was removed.
 */
export const reviewStates = ['open', 'decided', 'replaced', 'withdrawn', 'expired', 'revoked', 'removed'] as const
export type ReviewState = (typeof reviewStates)[number]

/** Recipients of review links. */
export const recipientKinds = ['owner', 'colleague'] as const
export type RecipientKind = (typeof recipientKinds)[number]

export const decisionChannels = ['portal', 'review-link'] as const
export type DecisionChannel = (typeof decisionChannels)[number]

/** A review link expires this many days after it was created. */
export const REVIEW_LINK_DAYS = 30

/**
 * When an owner confirms the email address, this many waiting previews or fewer cause one email each. More waiting previews cause one email
 * that lists them.
 */
export const SEPARATE_EMAILS_MAX = 3

export const decisionKinds = ['approve', 'refer-back'] as const
export type DecisionKind = (typeof decisionKinds)[number]

/** Maximum length, in characters, of the reason that the recipient of a review link gives when withdrawing an approval. */
export const REASON_MAX = 1000
/** The recipient of review links can undo approvals of one preview this many times. Each undo sends the owner an email. */
export const UNDOS_MAX = 3
/** The recipient of a review link can postpone reminders by at most this many days. */
export const SNOOZE_DAYS_MAX = 3
/** Minimum time between the last reminder about a task and a reminder that an admin requests. */
export const REMIND_EVERY_MS = 4 * 3_600_000
/** A press of at least this duration confirms an approval. Mail scanners that press buttons release them at once. */
export const HOLD_MS = 600
