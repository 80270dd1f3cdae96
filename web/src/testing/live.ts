import type { Notification } from '@app/contracts/http/notifications.ts'

/** Each event needs a new id, because the app ignores duplicates. */
let lastId = 0

function send(token: string, ...message: unknown[]): void {
  const channel = new BroadcastChannel(`live ${token}`)
  channel.postMessage(message)
  channel.close()
}

function sendEvent(token: string, event: Partial<Notification>): void {
  lastId += 1
  send(token, 'onNotification', { type: '', message: '', companyProfileId: null, taskId: null, createdAt: '', ...event, id: lastId })
}

/** Sends an event to the owner's live stream: about the company, or about the task with this number. */
export const sendToOwnerStream = (type = 'company.profile-saved.v1', taskId: number | null = null): void =>
  sendEvent('owner-token', { type, taskId })

export const sendToAdminStream = (...events: Partial<Notification>[]): void => {
  for (const event of events) sendEvent('admin-token', event)
}

export const reconnectOwnerStream = (): void => send('owner-token', 'onReturn')
