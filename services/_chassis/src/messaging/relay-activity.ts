const activeSources = new Set<string>()

/** Whether a relay in this process is publishing the outbox of this source (`/<service>`). An active relay needs no notification. */
export const isRelayActive = (source: string): boolean => activeSources.has(source)

export const markRelayActive = (source: string): void => void activeSources.add(source)

export const markRelayIdle = (source: string): void => void activeSources.delete(source)
