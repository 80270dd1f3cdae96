let told = 0

function tell(...heard: unknown[]): void {
  const others = new BroadcastChannel('live owner-token')
  others.postMessage(heard)
  others.close()
}

/** As the live stream tells of what happened to this company, or to its task of this number. */
export function tellLive(type = 'company.profile-saved.v1', taskId: number | null = null): void {
  told += 1
  tell('onNotification', { id: told, type, message: '', companyProfileId: null, taskId, createdAt: '' })
}

/** As it tells that it was broken and holds again. */
export const tellReturn = (): void => tell('onReturn')
