const busy = new Set<string>()

/** Whether a relay in this process is emptying the outbox of this source (`/<service>`) and looks again without being woken. */
export const isBusy = (source: string): boolean => busy.has(source)

export const setBusy = (source: string): void => void busy.add(source)

export const setCalm = (source: string): void => void busy.delete(source)
