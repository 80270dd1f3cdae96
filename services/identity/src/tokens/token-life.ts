export const secondsOf = (now: Date): number => Math.floor(now.getTime() / 1000)
