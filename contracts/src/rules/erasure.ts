/** How long the link works with which an owner confirms the erasure of the company. */
export const ERASURE_LINK_LIFE_HOURS = 24

/** How long owners can keep their company after they have confirmed its erasure. */
export const ERASURE_WAIT_DAYS = 14

/** The owner is reminded this many days before the erasure. */
export const ERASURE_REMINDER_DAYS = 2

/**
 * `asked`: the owner has not opened the mailed link yet. `waiting`: the owner can still keep the company. `erasing`: the services erase
 * their data. `kept`: the owner or an admin has canceled the erasure.
 */
export const erasureStates = ['asked', 'waiting', 'erasing', 'erased', 'kept'] as const
export type ErasureState = (typeof erasureStates)[number]

export const ERASURE_REASON_MAX = 500
