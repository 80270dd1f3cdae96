/** Copies a text to the clipboard. Rejects if the user denies access, and in insecure contexts, where browsers offer no clipboard. */
export const copyText = (text: string): Promise<void> =>
  navigator.clipboard ? navigator.clipboard.writeText(text) : Promise.reject(new Error('No clipboard'))
