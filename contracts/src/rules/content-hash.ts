/** The parts of a preview on which an owner decides. */
interface Content {
  caption: string
  /** SHA-256 hashes of the files in their order, in lower-case hexadecimal. */
  fileHashes: readonly string[]
}

async function sha256(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** Returns the canonical JSON of a preview's content: `{"caption":"<hash>","files":["<hash>",…]}`, without spaces. */
async function canonicalJson({ caption, fileHashes }: Content): Promise<string> {
  return JSON.stringify({ caption: await sha256(caption), files: fileHashes })
}

/**
 * Returns the content hash of a preview: the SHA-256 hash of its canonical JSON, in lower-case hexadecimal. The hash identifies the
 * text and the files on which an owner decides. The command `sha256sum` can compute the hash, too. Browsers provide `crypto.subtle` only to
 * pages from HTTPS or localhost.
 */
export const contentHashOf = async (content: Content): Promise<string> => sha256(await canonicalJson(content))
