/**
 * How often an admin gets emails about tasks. `at-once`: one email per event. `none`: the admin sees the news only in the list of
 * notifications. With the other values, one digest lists all news. It is sent 15 minutes or an hour after the first news, or daily at 9:00.
 */
export const taskEmailFrequencies = ['at-once', 'quarter-hourly', 'hourly', 'daily', 'none'] as const
export type TaskEmailFrequency = (typeof taskEmailFrequencies)[number]

/**
 * Which companies an admin gets emails about tasks of. `mine`: those whose account manager is the admin, and those without an account
 * manager.
 */
export const taskEmailScopes = ['all', 'mine'] as const
export type TaskEmailScope = (typeof taskEmailScopes)[number]

export const DEFAULT_TASK_EMAIL_SCOPE = 'all' satisfies TaskEmailScope

export const DEFAULT_TASK_EMAIL_FREQUENCY = 'quarter-hourly' satisfies TaskEmailFrequency

/** Time of daily emails about tasks, in the time zone of the business. */
export const DAILY_TASK_EMAIL_TIME = '09:00'
