/** Copies a text to the clipboard. Rejects if the user denies access, and in insecure contexts (without HTTPS). */
export const copyText = (text: string): Promise<void> =>
  navigator.clipboard ? navigator.clipboard.writeText(text) : Promise.reject(new Error('No clipboard'))
