/** As the live stream tells of what happened to this company. */
export function tellLive(type = 'company.profile-saved.v1'): void {
  const others = new BroadcastChannel('live owner-token')
  others.postMessage(['onNotification', { id: 1, type, message: '', companyProfileId: null, taskId: null, createdAt: '' }])
  others.close()
}
