import { sha256 } from './sha256.ts'

/** The content of a preview. An owner approves this content or refers it back. */
interface Content {
  caption: string
  /** SHA-256 hashes of the files in their order, in lower-case hexadecimal. */
  fileHashes: readonly string[]
}

/** Returns the canonical JSON of a preview's content: `{"caption":"<hash>","files":["<hash>",…]}`, without spaces. */
async function canonicalJson({ caption, fileHashes }: Content): Promise<string> {
  return JSON.stringify({ caption: await sha256(caption), files: fileHashes })
}

/**
 * Returns the content hash of a preview: the SHA-256 hash of its canonical JSON, in lower-case hexadecimal. The hash identifies the
 * text and the files on which an owner decides. The command `sha256sum` can compute the hash, too.
 */
export const contentHashOf = async (content: Content): Promise<string> => sha256(await canonicalJson(content))
