/** Browsers give the clipboard to pages that came by TLS alone; then, and where somebody forbids it, this rejects. */
export const copyText = (text: string): Promise<void> =>
  navigator.clipboard ? navigator.clipboard.writeText(text) : Promise.reject(new Error('No clipboard'))
