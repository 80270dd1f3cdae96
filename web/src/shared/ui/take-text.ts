/** Copies a text to the clipboard. Rejects if the user denies access, and in insecure contexts (without HTTPS). */
export const copyText = (text: string): Promise<void> =>
  navigator.clipboard ? navigator.clipboard.writeText(text) : Promise.reject(new Error('No clipboard'))

export function saveText(name: string, text: string, type = 'text/plain'): void {
  const href = URL.createObjectURL(new Blob([text], { type }))
  Object.assign(document.createElement('a'), { href, download: name }).click()
  URL.revokeObjectURL(href)
}
