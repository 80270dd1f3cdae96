/** Returns the Unix time in whole seconds, as in token claims. */
export const secondsOf = (now: Date): number => Math.floor(now.getTime() / 1000)
