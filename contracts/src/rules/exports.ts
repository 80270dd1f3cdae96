/** `waiting`: a worker will prepare it. `expired`: the file was deleted. */
export const exportStates = ['waiting', 'running', 'ready', 'failed', 'expired'] as const
export type ExportState = (typeof exportStates)[number]

/** Days after which the file of an export is deleted. */
export const EXPORT_DAYS = 7

/** Maximum number of exports of a company in a day. */
export const EXPORTS_PER_DAY = 3

/** Whether an export is still being prepared. */
export const isUnderWay = (state: ExportState): boolean => state === 'waiting' || state === 'running'
