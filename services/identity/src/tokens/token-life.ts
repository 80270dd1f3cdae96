/** Whole seconds since 1970, as tokens count time. */
export const secondsOf = (now: Date): number => Math.floor(now.getTime() / 1000)
