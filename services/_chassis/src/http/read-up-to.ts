/** Returns the body of a response, or undefined if it has more than `maxBytes`. Then the rest is not downloaded. */
export async function readUpTo(response: Response, maxBytes: number): Promise<Buffer | undefined> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  // If the body is too long, `return` ends the loop early. This cancels the body.
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length
    if (bytes > maxBytes) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
