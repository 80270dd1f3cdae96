import type { Notification } from '@app/contracts/http/notifications.ts'

/** Each is heard once, by its number. */
let told = 0

function tell(token: string, ...heard: unknown[]): void {
  const others = new BroadcastChannel(`live ${token}`)
  others.postMessage(heard)
  others.close()
}

function tellOf(token: string, event: Partial<Notification>): void {
  told += 1
  tell(token, 'onNotification', { type: '', message: '', companyProfileId: null, taskId: null, createdAt: '', ...event, id: told })
}

/** As the live stream tells of what happened to this company, or to its task of this number. */
export const tellLive = (type = 'company.profile-saved.v1', taskId: number | null = null): void => tellOf('owner-token', { type, taskId })

/** As it tells an admin, all at once. */
export const tellAdmin = (...events: Partial<Notification>[]): void => {
  for (const event of events) tellOf('admin-token', event)
}

/** As it tells that it was broken and holds again. */
export const tellReturn = (): void => tell('owner-token', 'onReturn')
