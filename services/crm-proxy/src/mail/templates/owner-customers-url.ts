/** Returns the URL of the owner's customers. With an id, the URL opens that customer. */
export const ownerCustomersUrl = (publicUrl: string, customerId = ''): string =>
  `${publicUrl}/management?section=1${customerId && `&person=${encodeURIComponent(customerId)}`}`
