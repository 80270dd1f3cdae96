/** Copies a text to the clipboard. Rejects if the user denies access, and in insecure contexts (without HTTPS). */
export const copyText = (text: string): Promise<void> =>
  navigator.clipboard ? navigator.clipboard.writeText(text) : Promise.reject(new Error('No clipboard'))

export const saveText = (name: string, text: string, type = 'text/plain'): void => saveFile(name, new Blob([text], { type }))

/** Saves a file on this device, as a download. */
export function saveFile(name: string, file: Blob): void {
  const href = URL.createObjectURL(file)
  Object.assign(document.createElement('a'), { href, download: name }).click()
  URL.revokeObjectURL(href)
}
