/** As the live stream tells of a save of this company's profile. */
export function tellLive(): void {
  const others = new BroadcastChannel('live owner-token')
  others.postMessage([
    'onNotification',
    { id: 1, type: 'company.profile-saved.v1', message: '', companyProfileId: null, taskId: null, createdAt: '' },
  ])
  others.close()
}
