const activeSources = new Set<string>()

/** Whether this process has an active relay for the service. An active relay polls the outbox and needs no notification. */
export const isRelayActive = (source: string): boolean => activeSources.has(source)

export const markRelayActive = (source: string): void => void activeSources.add(source)

export const markRelayIdle = (source: string): void => void activeSources.delete(source)
