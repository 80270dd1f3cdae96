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

/** Sends an event of the company, or of its task with this number, to the owner's live stream. */
export const sendToOwnerStream = (type = 'company.profile-saved.v1', taskId: number | null = null): void =>
  tellOf('owner-token', { type, taskId })

/** Sends events to the admin's live stream, all at once. */
export const sendToAdminStream = (...events: Partial<Notification>[]): void => {
  for (const event of events) tellOf('admin-token', event)
}

/** Simulates that the owner's live stream reconnects after an interruption. */
export const reconnectOwnerStream = (): void => tell('owner-token', 'onReturn')
